import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { ParticipantPanel } from './ParticipantPanel.tsx';
import classes from './panel.module.css';

type ParticipantFrameProps = {
  id: string;
  /** As far as the list knows it. */
  name: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  /** Where they stand in the list. */
  place: { position: number; count: number } | undefined;
  onGo: (id: string) => void;
  onClose: () => void;
};

/** The detail beside the list, or as a full-screen sheet where there is no room for both. */
export function ParticipantFrame({ onClose, name, ...review }: ParticipantFrameProps) {
  const { t } = useI18n();
  const isWide = useMediaQuery('(min-width: 80em)', true, { getInitialValueInEffect: false });
  const aside = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const { id } = review;
  const close = useRef(onClose);
  close.current = onClose;
  // Opened from the list, the detail gets the focus; the arrows keep it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each participant anew
  useEffect(() => {
    if (isWide && !aside.current?.contains(document.activeElement))
      aside.current?.focus({ preventScroll: true });
  }, [id, isWide]);
  // The button that was pressed in the sheet went with the participant before; the dialog itself takes the first focus.
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== id && sheet.current && !sheet.current.contains(document.activeElement))
      sheet.current.querySelector('h2')?.focus({ preventScroll: true });
    before.current = id;
  }, [id]);
  // Also while the list beside it has the focus, or nothing has.
  useEffect(() => {
    if (!isWide) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !aside.current?.contains(event.target as Node) && !isElsewhere(event))
        close.current();
    };
    // before a menu or dialog hears of it and is gone
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isWide]);
  const label = name ?? t('modules.participant.detail.title');
  if (!isWide) {
    return (
      <Drawer.Root
        opened
        onClose={onClose}
        closeOnEscape={false}
        onKeyDown={closeOnOwnEscape(onClose)}
        size="100%"
        position="bottom"
      >
        <Drawer.Content
          ref={sheet}
          className={classes.sheet}
          aria-label={label}
          onKeyDown={closeOnOwnEscape(onClose)}
        >
          <ParticipantPanel {...review} onClose={onClose} />
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <aside
      ref={aside}
      className={classes.panel}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={closeOnOwnEscape(onClose)}
    >
      <ParticipantPanel {...review} onClose={onClose} />
    </aside>
  );
}

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Escape that closes something above the page, or empties the field that it is pressed in. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  const isOpen = [...document.querySelectorAll(overlays)].some((one) => one.checkVisibility());
  return isOpen || (target instanceof Element && target.closest('input, textarea, select') !== null);
}
