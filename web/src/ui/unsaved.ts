let editors = 0;

/** Notes an editor with unsaved changes; answers how to take the note back. */
export function noteUnsaved(): () => void {
  editors += 1;
  return () => {
    editors -= 1;
  };
}

/** Whether something on the page is unsaved, for what leaves it without a navigation, such as signing out. */
export const hasUnsaved = (): boolean => editors > 0;
