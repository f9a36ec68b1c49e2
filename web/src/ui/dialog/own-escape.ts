import type { KeyboardEvent } from 'react';

/** Tells a dialog of the staff app around the field that Escape was for the calendar. */
export const ownEscape = { 'data-mantine-stop-propagation': 'true' };

/**
 * Closes on an Escape pressed inside. Mantine's dialogs listen on the window, so one key would close all open ones. Ignores
 * Escape from portals above and from fields or menus that handle it themselves.
 */
export const closeOnOwnEscape = (onClose: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  const { target, currentTarget } = event;
  const isOwn = target instanceof Element && currentTarget.contains(target);
  if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isOwn) return;
  if (target.getAttribute('data-mantine-stop-propagation') !== 'true') onClose();
};
