import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { isTaken, singleKeys } from '../../../lib/single-keys.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { menuFor } from '../../routing/menu.ts';
import { commandStore, openCommand, seek, soughtStore } from './open-command.ts';
import { createReader, destinations } from './shortcuts.ts';

/** Opens the palette by Ctrl+K or ⌘K everywhere; single keys work outside text fields, unless switched off. */
export function useShortcuts(): void {
  const { t } = useI18n();
  const { role, organization } = useSession();
  const navigate = useNavigate();
  const act = useRef<(event: KeyboardEvent) => void>(() => {});
  const reader = useRef(createReader());
  const go = (letter: string) => {
    const target = destinations.find((one) => t(one.letter) === letter);
    const mine = role ? menuFor(role, organization !== null).flatMap(({ items }) => items) : [];
    if (target && mine.some(({ path }) => path === target.to)) void navigate({ to: target.to });
  };
  act.current = (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) return togglePalette(event);
    if (commandStore.get() === 'palette') return typeAhead(event);
    if (!singleKeys.get() || isTaken(event)) return;
    const meaning = reader.current(event);
    if (!meaning) return;
    if (meaning === 'search') {
      const search = document.querySelector<HTMLElement>('main input[type="search"]');
      if (!search) return;
      search.focus();
    } else if (meaning === 'shortcuts') openCommand('shortcuts');
    else go(meaning.letter);
    // a letter after G that leads nowhere decides about nothing either
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act.current(event);
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
      openCommand(null);
    };
  }, []);
}

function togglePalette(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey) return;
  event.preventDefault();
  openCommand(commandStore.get() === 'palette' ? null : 'palette');
}

/** Keys that come before the palette has the focus are meant for it, and for nothing on the page beneath. */
function typeAhead(event: KeyboardEvent): void {
  const isThere = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
  if (isThere || event.key === 'Tab') return;
  event.preventDefault();
  const sought = soughtStore.get();
  if (event.key === 'Escape') openCommand(null);
  else if (event.key === 'Backspace') seek(sought.slice(0, -1));
  else if (event.key.length === 1) seek(sought + event.key);
}
