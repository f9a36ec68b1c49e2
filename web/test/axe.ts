import axe from 'axe-core';
import { expect } from 'vitest';

/** Rules that the colour scheme decides; the others find the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about a whole document, which a rendered part is not. */
const ofDocuments = ['landmark-one-main', 'page-has-heading-one', 'heading-order', 'bypass'];

/** The page behind a modal dialog, which is asked about where no dialog covers it. */
const covered = () =>
  document.querySelector('[data-portal] [aria-modal="true"]')
    ? [...document.body.querySelectorAll(':scope > :not([data-portal])')]
    : [];

/**
 * Fails with axe's findings (WCAG 2.2 AA and good practice) in the light or the dark scheme; `document` for a whole page.
 * Leaves out what a modal dialog covers.
 */
export async function expectAccessible(element: Element | Document = document.body): Promise<void> {
  const root = document.documentElement;
  const isPage = element === document;
  const before = root.getAttribute('data-mantine-color-scheme') ?? 'light';
  const found: string[] = [];
  const context = { include: [isPage ? root : element] as Element[], exclude: covered() };
  for (const scheme of ['light', 'dark']) {
    root.setAttribute('data-mantine-color-scheme', scheme);
    const { violations } = await axe.run(context, {
      // a report of all that is right takes several times as long
      resultTypes: ['violations'],
      runOnly: scheme === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ofColours },
      rules:
        scheme === 'light'
          ? {
              ...Object.fromEntries(ofDocuments.map((rule) => [rule, { enabled: isPage }])),
              // Menus, dialogs and calendars are drawn at the end of the document, outside every landmark.
              region: { enabled: false },
            }
          : {},
    });
    for (const { id, help, nodes } of violations) {
      for (const node of nodes)
        found.push(`${scheme}: ${id} (${help}): ${node.html}\n${node.failureSummary}`);
    }
  }
  root.setAttribute('data-mantine-color-scheme', before);
  expect(found.join('\n\n')).toBe('');
}
