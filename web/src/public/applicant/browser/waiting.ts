/** Says while there is no connection that buttons wait, and holds forms back; nothing is sent by itself afterwards. */
export function waiting(page: Document = document): void {
  const told = page.querySelector<HTMLElement>('[data-offline]');
  const show = () => {
    if (told) told.hidden = navigator.onLine;
  };
  window.addEventListener('online', show);
  window.addEventListener('offline', show);
  show();
  page.addEventListener('submit', (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    told?.scrollIntoView({ block: 'nearest' });
  });
}

/**
 * Says in the bar of the form that something is not saved yet, and has the browser ask before the page is left with it: by the
 * link to another language too. Comes after `waiting`, since a form that is held back is not saved.
 */
export function unsaved(page: Document = document): void {
  const form = page.querySelector('[data-edit]');
  if (!form) return;
  const mark = page.querySelector<HTMLElement>('[data-unsaved]');
  let isTyped = false;
  form.addEventListener('input', () => {
    isTyped = true;
    if (mark) mark.hidden = false;
  });
  form.querySelector('[data-discard]')?.addEventListener('click', () => {
    isTyped = false;
  });
  page.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) isTyped = false;
  });
  window.addEventListener('beforeunload', (event) => {
    if (isTyped) event.preventDefault();
  });
}
