import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';
import { asOpaque } from './undrawn.ts';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that the colour scheme decides; the others find the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block'];

type RunOnly = { type: 'tag' | 'rule'; values: string[] };
type AxeNode = { html: string; target: string };
type Violation = { id: string; nodes: AxeNode[] };

/**
 * Runs axe in one frame, within a selector or in the whole document. Injects its script once per document and returns only
 * violations: reporting the passes as well takes ten times as long.
 */
async function violationsIn(frame: Frame, runOnly: RunOnly, within?: string): Promise<Violation[]> {
  if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(script);
  const context = within ? JSON.stringify(within) : 'document';
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false });
  return frame.evaluate<Violation[]>(
    asOpaque(`axe.run(${context}, ${options}).then(({ violations }) => violations.map(
      ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, target }) => ({ html, target: String(target[0]) })) })
    ))`),
  );
}

/**
 * Targets that are too small wherever they are. Axe judges what it sees of them: a bar that stays at the bottom, or a dialog
 * in front of them, cuts into those that one reaches by scrolling or not at all.
 */
async function tooSmall(frame: Frame, nodes: AxeNode[]): Promise<AxeNode[]> {
  const small: AxeNode[] = [];
  for (const node of nodes) {
    const isReached = await frame.locator(node.target).evaluate((element) => {
      const dialogs = [...element.ownerDocument.querySelectorAll('[aria-modal="true"]')];
      element.scrollIntoView({ block: 'center' });
      return dialogs.length === 0 || dialogs.some((dialog) => dialog.contains(element));
    });
    if (!isReached) continue;
    const again = await violationsIn(frame, { type: 'rule', values: ['target-size'] }, node.target);
    if (again.length > 0) small.push(node);
  }
  return small;
}

/** Waits until the colours are drawn and nothing slides or fades any more; what turns for as long as it is shown does not count. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(passing.map((one) => one.finished));
  })()`);
}

/** The page and its frames have nothing that axe objects to: in light and in dark, or in the one that is named. */
export async function expectAccessible(page: Page, only?: 'light' | 'dark'): Promise<void> {
  for (const colorScheme of only ? [only] : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawn(page);
    const isSecond = !only && colorScheme === 'dark';
    const rules: RunOnly = isSecond ? { type: 'rule', values: ofColours } : { type: 'tag', values: tags };
    const found: string[] = [];
    for (const frame of page.frames()) {
      for (const { id, nodes } of await violationsIn(frame, rules)) {
        const real = id === 'target-size' ? await tooSmall(frame, nodes) : nodes;
        if (real.length > 0) found.push(`${id}: ${real.map((node) => node.html).join(' · ')}`);
      }
    }
    const { width } = page.viewportSize() ?? { width: 0 };
    expect.soft(found, `${page.url()} in ${colorScheme} at ${width} px`).toEqual([]);
  }
}
