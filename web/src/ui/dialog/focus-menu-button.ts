/**
 * Gives the focus of a menu that closes to its button, before the item that was chosen acts: a dialog that the item opens
 * returns the focus to what has it at that moment, and the item goes.
 */
export function focusMenuButton(): void {
  const menu = document.activeElement?.closest('[role="menu"]');
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus();
}
