import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { noteTyped } from '../../../ui/form/saving/unsaved.ts';

/** Input types without text to lose: searches, choices and buttons. */
const idle = new Set(['search', 'checkbox', 'radio', 'hidden', 'range', 'button', 'submit']);

const isField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !idle.has(target.type) && target.role !== 'searchbox');

/** Notes typing into any form of a page until another page is opened, so that no form can forget to. */
export function useTypingWatch(): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each page
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (isField(target)) noteTyped(true);
    };
    document.addEventListener('input', note, true);
    return () => {
      document.removeEventListener('input', note, true);
      noteTyped(false);
    };
  }, [pathname]);
}
