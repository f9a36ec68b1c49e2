import type { ParticipantStatus } from '@vpisnik/contract/participants';
import { fold } from '@vpisnik/contract/rules/slug';
import { type RefObject, useEffect, useRef } from 'react';
import { isTaken, singleKeys } from '../../../../lib/single-keys.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';

/** The statuses that a key of their own decides for. */
export const keyedStatuses = ['approved', 'rejected', 'waitlisted'] as const satisfies ParticipantStatus[];

type Keys = {
  /** Decides for a status where that is an allowed move; undefined leaves the letters to others. */
  onDecide?: ((status: (typeof keyedStatuses)[number]) => void) | undefined;
  /** Rejects with a reason: the letter of rejecting with Shift. */
  onReject?: () => void;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

/**
 * Decides about the open participant by letters and opens the one before or after by the left and right arrow. Ignores
 * keys in fields, under menus and dialogs, and while single keys are switched off. Letters count without accents too.
 *
 * @param owner what the keys are for; the sheet that it is in on a narrow screen takes none of them
 */
export function useReviewKeys(keys: Keys, owner: RefObject<Element | null>): void {
  const { t } = useI18n();
  const act = useRef<(event: KeyboardEvent) => void>(() => {});
  act.current = (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!singleKeys.get() || isTaken(event, owner.current) || isChoosing(event)) return;
    const go = { ArrowLeft: keys.onPrevious, ArrowRight: keys.onNext }[event.key];
    const status =
      keys.onDecide &&
      keyedStatuses.find((one) => fold(t(`modules.participant.keys.${one}`)) === fold(event.key));
    if (!go && !status) return;
    if (event.shiftKey && (status !== 'rejected' || !keys.onReject)) return;
    event.preventDefault();
    if (event.shiftKey) keys.onReject?.();
    else if (go) go();
    else if (status) keys.onDecide?.(status);
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act.current(event);
    // after the document, where the shortcuts of all pages are read
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Arrows that choose among radios or tabs, or move a slider. */
const isChoosing = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[role="radio"], [role="tab"], [role="slider"]') !== null;
