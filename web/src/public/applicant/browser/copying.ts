/** How long a button shows that it has copied. */
const TOLD_MS = 2000;

/** Shows the buttons that copy a value, where the browser can; each ticks itself for a moment and says so. */
export function copying(page: Document = document): void {
  const told = page.querySelector('[data-told]');
  if (!navigator.clipboard) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '');
      button.dataset.done = '';
      if (told) told.textContent = button.dataset.copied ?? '';
      setTimeout(() => {
        delete button.dataset.done;
        if (told) told.textContent = '';
      }, TOLD_MS);
    });
  }
}
