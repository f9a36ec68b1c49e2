import { useFocusTrap, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import type { ParticipantsSearch } from '../address.ts';
import { ListPlace } from '../list/list-place.ts';
import { neighboursQuery } from '../queries.ts';
import { ParticipantPanel } from './ParticipantPanel.tsx';
import classes from './panel.module.css';

type ParticipantFrameProps = {
  id: string;
  /** As far as the list knows it. */
  name: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** The list of one whom its loaded rows don't have, and who was opened by a link; it is asked for their neighbours. */
  beyond?: ParticipantsSearch | undefined;
  /** Where they stand in the list. */
  place: { position: number; count: number } | undefined;
  onGo: (id: string) => void;
  onClose: () => void;
};

/**
 * The detail beside the list, or as a full-screen sheet where there is no room for both. One tree for both, so that a window
 * that gets narrower or wider keeps what is typed, and the dialogs that are open.
 */
export function ParticipantFrame({ onClose, name, beyond, ...review }: ParticipantFrameProps) {
  const { t } = useI18n();
  const asked = useQuery({
    ...neighboursQuery(useApi(), beyond ?? {}, use(ListPlace), review.id),
    enabled: beyond !== undefined,
  });
  const ways = beyond && { previous: asked.data?.previous ?? undefined, next: asked.data?.next ?? undefined };
  const isWide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false });
  const frame = useRef<HTMLElement>(null);
  const ref = useMergedRef(frame, useFocusTrap(!isWide));
  const { id } = review;
  const close = useRef(onClose);
  close.current = onClose;
  // Opened from the list, the detail gets the focus; the arrows keep it. In the sheet the button that was pressed went with
  // the participant before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each participant anew
  useEffect(() => {
    if (frame.current?.contains(document.activeElement)) return;
    const target = isWide ? frame.current : frame.current?.querySelector('h2');
    target?.focus({ preventScroll: true });
  }, [id]);
  // The trap begins at the name: where the window got narrower, the focus stays where it was.
  const wasWide = useRef(isWide);
  useEffect(() => {
    const narrows = wasWide.current && !isWide;
    wasWide.current = isWide;
    const focused = document.activeElement;
    if (!narrows || !focused?.closest('[role="dialog"], [role="alertdialog"]')) return;
    const timer = setTimeout(() => focused instanceof HTMLElement && focused.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [isWide]);
  // Also while the list beside it has the focus, or nothing has.
  useEffect(() => {
    if (!isWide) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !frame.current?.contains(event.target as Node) && !isElsewhere(event))
        close.current();
    };
    // before a menu or dialog hears of it and is gone
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isWide]);
  return (
    <section
      ref={ref}
      className={classes.panel}
      {...(isWide ? { role: 'complementary' } : { role: 'dialog', 'aria-modal': true })}
      aria-label={name ?? t('modules.participant.detail.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (!isWide && event.key === 'Tab' && !event.shiftKey) stayWithin(event);
        closeOnOwnEscape(onClose)(event);
      }}
    >
      <ParticipantPanel {...review} {...ways} onClose={onClose} />
    </section>
  );
}

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Goes on at the start from a heading behind all that Tab reaches, to which a jump has led. The trap looks at what Tab reaches
 * alone, and would let it out.
 */
function stayWithin(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)].filter(
    (one) => one.tabIndex >= 0,
  );
  // exactly: what stands in the last of them only contains no more
  const place = document.activeElement && stops.at(-1)?.compareDocumentPosition(document.activeElement);
  if (place !== Node.DOCUMENT_POSITION_FOLLOWING) return;
  event.preventDefault();
  stops[0]?.focus();
}

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Escape that closes something above the page, or empties the field that it is pressed in. */
function isElsewhere({ target }: globalThis.KeyboardEvent): boolean {
  const isOpen = [...document.querySelectorAll(overlays)].some((one) => one.checkVisibility());
  return isOpen || (target instanceof Element && target.closest('input, textarea, select') !== null);
}
