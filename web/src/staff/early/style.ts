/** Fetches a style sheet without keeping the document from being painted. */
export function fetchStyle(href: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  link.onerror = () => link.remove();
  document.head.append(link);
}

/** Waits until the document's style sheets are there, or could not be fetched. */
export async function styleArrived(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const coming = links.filter(({ sheet }) => !sheet);
  await Promise.all(
    coming.map(
      (link) =>
        new Promise((done) => {
          link.addEventListener('load', done);
          link.addEventListener('error', done);
        }),
    ),
  );
}
