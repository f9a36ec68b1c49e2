import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { answerWith, groupNow, openPage, receipt } from '../../../test/public-browser.tsx';
import { applyPage } from '../../../test/servers/public-pages.ts';

const form = applyPage({ fields: [] });
const name = () => page.getByRole('textbox', { name: 'Ime in priimek udeleženca' });
const text = (words: string) => page.getByText(words, { exact: false });

async function sendFor(person: string) {
  await name().fill(person);
  await page.getByRole('textbox', { name: 'E-pošta' }).fill('barbara@example.com');
  await page.getByRole('button', { name: 'Oddaj prijavo' }).click();
  await expect.element(page.getByRole('heading', { name: 'Prijava je oddana' })).toBeVisible();
}

it('a reload says which applications were sent from this tab, and keeps nothing else of them', async () => {
  answerWith(receipt(), groupNow(form.group), receipt({ reference: 'K7M2Q9XA' }));
  const first = await openPage(form);
  await sendFor('Špela Žnidaršič');
  await page.getByRole('button', { name: 'Prijavi še eno osebo' }).click();
  await expect.element(text('Prijava na ime Špela Žnidaršič je oddana (št. ZV2K4M7Q).')).toBeVisible();
  await sendFor('Žan Žnidaršič');
  first.container.remove();

  await openPage(form);
  await expect.element(text('Prijava na ime Špela Žnidaršič je oddana (št. ZV2K4M7Q).')).toBeVisible();
  await expect.element(text('Prijava na ime Žan Žnidaršič je oddana (št. K7M2Q9XA).')).toBeVisible();
  await expect.element(name()).toHaveValue('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('barbara');
  await expectAccessible();
});

it('without the files of the receipt a notice says what was sent, and leads to the receipt that the server renders', async () => {
  await page.viewport(360, 740);
  const calls = answerWith(receipt({ status: 'waitlisted' }));
  const first = await openPage(form, {}, () => Promise.reject(new TypeError('Failed to fetch')));
  await name().fill('Špela Žnidaršič');
  await page.getByRole('textbox', { name: 'E-pošta' }).fill('barbara@example.com');
  await page.getByRole('button', { name: 'Oddaj prijavo' }).click();
  const told = 'Prijava na ime Špela Žnidaršič je oddana v čakalno vrsto (št. ZV2K4M7Q).';
  const notice = page.getByRole('status');
  await expect.element(notice.getByText(told, { exact: false })).toBeVisible();
  await expect.element(notice).toHaveFocus();
  await expect.element(notice).toBeInViewport({ ratio: 1 });
  await expect.element(name()).not.toBeInTheDocument();
  const button = page.getByRole('button', { name: 'Pokaži potrdilo' }).element() as HTMLButtonElement;
  expect(button.form?.method).toBe('post');
  const posted = [...new FormData(button.form ?? undefined)];
  expect(posted.filter(([key]) => key === 'idempotency_key')).toEqual([['idempotency_key', calls[0]?.key]]);
  expect(Object.fromEntries(posted)).toMatchObject({ name: 'Špela Žnidaršič', email: 'barbara@example.com' });
  await expectAccessible();
  first.container.remove();

  await openPage(form);
  await expect.element(text(told)).toBeVisible();
});

it.each([
  ['Prvo srečanje', true],
  ['Naslednje srečanje', false],
])('the receipt says when the group meets: %s', async (title, first) => {
  const next_session = {
    first,
    ...{ date: '2026-09-03', start_time: '17:30', duration: 75, state: 'regular' as const },
    ...{ reason: {}, moved_from: null, other_location_name: null },
  };
  answerWith(receipt());
  // fixed days: the page is given the session
  await openPage(applyPage({ fields: [], next_session }));
  await sendFor('Špela Žnidaršič');
  const steps = [...document.querySelectorAll('.next li')].map(({ textContent }) => textContent);
  expect(steps.at(-1)).toMatch(new RegExp(`^${title}četrtek, 3\\.\\s9\\.\\s2026 ob 17:30, Dvorana Šiška$`));
});

it('forgets after a day: the device may be shared', async () => {
  const kept = { name: 'Špela Žnidaršič', reference: 'ZV2K4M7Q', at: Date.now() - 24 * 60 * 60 * 1000 };
  sessionStorage.setItem(`vpisnik.sent.${form.group.id}`, JSON.stringify([kept]));
  await openPage(form);
  await expect.element(name()).toBeVisible();
  await expect.element(text('je oddana')).not.toBeInTheDocument();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Špela');
});

it('makes nothing of rubbish', async () => {
  sessionStorage.setItem(`vpisnik.sent.${form.group.id}`, '{"name":');
  await openPage(form);
  await expect.element(name()).toBeVisible();
  await expect.element(text('je oddana')).not.toBeInTheDocument();
});

it('the form for another person says at once when the first one took the last place', async () => {
  answerWith(receipt(), groupNow({ ...form.group, taken: 16, enrolment: 'full' }));
  await openPage(form);
  await sendFor('Špela Žnidaršič');
  await page.getByRole('button', { name: 'Prijavi še eno osebo' }).click();
  await expect.element(page.getByRole('heading', { name: 'Vsa mesta so oddana' })).toBeVisible();
});

it('a notice about a failed sending is in view', async () => {
  await page.viewport(360, 740);
  answerWith('offline');
  await openPage(form);
  await name().fill('Špela Žnidaršič');
  await page.getByRole('textbox', { name: 'E-pošta' }).fill('barbara@example.com');
  const send = page.getByRole('button', { name: 'Oddaj prijavo' });
  send.element().scrollIntoView({ block: 'end' });
  await send.click();
  const notice = page.getByRole('alert');
  await expect.element(notice).toBeVisible();
  await expect.poll(() => notice.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740);
});
