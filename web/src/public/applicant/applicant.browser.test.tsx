import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/axe.ts';
import { applicantPages } from '../../../test/servers/applicant-pages.ts';
import { context } from '../../../test/servers/public-pages.ts';
import { addStyles } from '../../../test/styles.ts';
import { typeAtOnce } from '../../../test/type-at-once.ts';
import { contentOf } from '../content.tsx';
import styles from '../styles/applicant.css?inline';
import { unsaved, waiting } from './browser/waiting.ts';

/** The page as the server renders it. */
async function open(name: string) {
  const shown = applicantPages[name];
  if (!shown) throw new Error(`No such page: ${name}`);
  addStyles(styles);
  await render(contentOf(shown, context({ path: '/my/secret' })).element);
}

it.each(Object.keys(applicantPages))('is accessible: %s', async (name) => {
  await open(name);
  await expectAccessible();
});

it.each(Object.keys(applicantPages))('is no wider than a small phone: %s', async (name) => {
  await page.viewport(360, 740);
  await open(name);
  expect(document.documentElement.scrollWidth).toBe(360);
  await page.viewport(1440, 900);
});

it('shows a consent that was not given as a no', async () => {
  await open('applicant_approved');
  const asked = page.getByRole('term').filter({ hasText: 'Objava fotografij' }).element();
  expect(asked.nextElementSibling?.textContent).toBe('Ne');
});

it.each(['rejected', 'withdrawn', 'inactive'])(
  'lets a consent be withdrawn from an application that is %s',
  async (state) => {
    await open(`applicant_${state}`);
    await expect.element(page.getByRole('heading', { name: 'Vaše privolitve' })).toBeVisible();
    // all else that was told is not shown any more
    expect(
      page
        .getByRole('term')
        .elements()
        .map((one) => one.textContent),
    ).toEqual(['Objava posnetkov na spletu in v tisku']);
    const button = page.getByRole('button', {
      name: 'Prekliči privolitev: Objava posnetkov na spletu in v tisku',
    });
    await expect.element(button).toBeEnabled();
  },
);

/** Controls narrower or lower than 48 px; a link within a sentence is exempt. Opens what is folded first. */
function smallTargets(): string[] {
  for (const one of document.querySelectorAll('details')) one.open = true;
  for (const one of document.querySelectorAll<HTMLElement>('.copy')) one.hidden = false;
  const sides = ['width', 'height'] as const;
  // a label is touched for its tick, and a link by what lies over it
  const isSmall = (one: HTMLElement) =>
    sides.some((side) => {
      const boxes = [one, ...('labels' in one ? ((one.labels ?? []) as HTMLElement[]) : [])];
      const sizes = boxes.map((box) => box.getBoundingClientRect()[side]);
      return Math.max(...sizes, Number.parseFloat(getComputedStyle(one, '::after')[side]) || 0) < 48;
    });
  const inSentence = (one: HTMLElement) =>
    getComputedStyle(one).display === 'inline' && one.parentElement?.textContent !== one.textContent;
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter(
      (one) =>
        one.checkVisibility() &&
        !one.closest('.skip, .vh, [aria-hidden="true"]') &&
        !inSentence(one) &&
        isSmall(one),
    )
    .map(({ outerHTML }) => outerHTML);
}

it.each(Object.keys(applicantPages))('is touched by a thumb: %s', async (name) => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1440, 900));
  await open(name);
  expect(smallTargets()).toEqual([]);
});

it('the bar that saves covers no control that is focused, and is as wide as the fields', async () => {
  await page.viewport(360, 740);
  await open('applicant_edit');
  const bar = document.querySelector('.savebar')?.getBoundingClientRect();
  const field = document.querySelector('#f-email, input[name="email"]')?.getBoundingClientRect();
  expect(bar?.left).toBe(field?.left);
  expect(bar?.right).toBe(field?.right);
  for (const control of document.querySelectorAll<HTMLElement>('form [name]:not([type="hidden"])')) {
    control.focus();
    if (control.closest('.savebar')) continue;
    const above = document.querySelector('.savebar')?.getBoundingClientRect().top ?? 0;
    expect(control.getBoundingClientRect().top).toBeLessThan(above);
  }
  await page.viewport(1440, 900);
});

it('asks before what was typed is left behind, but not when it is saved or discarded', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const stay = (event: Event) => event.preventDefault();
  await open('applicant_edit');
  waiting();
  unsaved();
  const discard = document.querySelector<HTMLElement>('[data-discard]');
  discard?.addEventListener('click', stay);
  window.addEventListener('submit', stay);
  onTestFinished(() => window.removeEventListener('submit', stay));
  const type = (text: string) => {
    const phone = document.querySelector('input[name="phone"]');
    if (phone) typeAtOnce(phone, text);
  };
  expect(asks()).toBe(false);
  type('040 555 121');
  await expect.element(page.getByText('Neshranjeno')).toBeVisible();
  expect(asks()).toBe(true);
  discard?.click();
  expect(asks()).toBe(false);
  type('040 555 122');
  expect(asks()).toBe(true);
  document.querySelector<HTMLElement>('button[value="save"]')?.click();
  expect(asks()).toBe(false);
});
