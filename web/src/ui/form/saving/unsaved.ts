let editors = 0;
let typed = false;

/** Notes an editor with unsaved changes; answers how to take the note back. */
export function noteUnsaved(): () => void {
  editors += 1;
  return () => {
    editors -= 1;
  };
}

/** Whether something on the page is unsaved, for what leaves it without a navigation, such as signing out. */
export const hasUnsaved = (): boolean => editors > 0;

/** Notes whether something was typed on this page, into a form that need not say so itself. */
export function noteTyped(isTyped: boolean): void {
  typed = isTyped;
}

/** Whether something may be lost with this page. */
export const isEditing = (): boolean => hasUnsaved() || typed;
