/** Tells the site that frames this page how tall it is, now and whenever that changes; `/embed.js` listens there. */
export function tellHeight(page: Document = document): void {
  if (window.parent === window || !page.body.classList.contains('embed')) return;
  // who may frame the page is the browser's to enforce, and a height is no secret
  const tell = () =>
    window.parent.postMessage(
      { type: 'vpisnik:height', height: Math.ceil(page.body.getBoundingClientRect().height) },
      '*',
    );
  new ResizeObserver(tell).observe(page.body);
}
