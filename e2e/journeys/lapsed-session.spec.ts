import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';

const password = 'Vpisnik-2026!';
const typed = 'Studio Neshranjeno';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Seja je potekla' });

/** Signs a person out of every device, on one of their own, and lets the time of a page's tokens pass. */
async function endSession(page: Page, elsewhere: Page): Promise<void> {
  await elsewhere.goto('/dashboard');
  await elsewhere.getByRole('button', { name: /Vaš račun/ }).click();
  await elsewhere.getByRole('menuitem', { name: 'Odjava povsod' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Odjavi povsod' }).click();
  await expect(elsewhere).toHaveURL(/\/login/);
  await page.evaluate('{ const now = Date.now; Date.now = () => now() + 600_000; }');
}

async function signInHere(page: Page, email: string, word = password): Promise<void> {
  await dialog(page).getByLabel('E-poštni naslov').fill(email);
  await dialog(page).getByLabel('Geslo', { exact: true }).fill(word);
  await dialog(page).getByRole('button', { name: 'Vstopi' }).click();
}

/** Whatever of this page outlives it. */
const kept = (page: Page) =>
  page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');

test('an edit waits until its person has signed in again, and is then saved', async ({
  page,
  desk,
  signIn,
  willRefuse,
}) => {
  await signIn('owner@zmaj.test');
  const elsewhere = await desk('sl');
  await signIn('owner@zmaj.test', elsewhere);
  await page.goto('/settings');
  const city = page.getByLabel(/^Kraj/);
  await city.fill(typed);

  willRefuse(400, /^\/api\/auth\/session$/);
  willRefuse(401, /^\/api\//, 'many');
  await endSession(page, elsewhere);
  // on a busy machine a part of the page that comes late has been refused by now, and the dialog stands before the button
  await page.getByRole('button', { name: /^Shrani/ }).dispatchEvent('click');
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(dialog(page).getByLabel('E-poštni naslov')).toHaveValue('owner@zmaj.test');
  await expectAccessible(page);
  expect(await kept(page)).not.toContain(typed);

  await signInHere(page, 'owner@zmaj.test', 'ni-to-Geslo-1');
  await expect(dialog(page).getByRole('alert')).toContainText('Napačen e-poštni naslov ali geslo.');
  await signInHere(page, 'owner@zmaj.test');
  await expect(dialog(page)).toHaveCount(0);
  await expect(city).toHaveValue(typed);
  await page.getByRole('button', { name: /^Shrani/ }).click();
  await expect(page.getByText('Nastavitve so shranjene')).toBeVisible();
  await page.reload();
  await expect(city).toHaveValue(typed);
});

test('another user who signs in over an edit sees nothing of it', async ({
  page,
  desk,
  signIn,
  willRefuse,
}) => {
  await signIn('group-admin@zvezda.test');
  const elsewhere = await desk('sl');
  await signIn('group-admin@zvezda.test', elsewhere);
  // a form that never says that it is being edited
  await page.goto('/account');
  await page.getByLabel('Novi e-poštni naslov').fill('neshranjeno@zvezda.test');
  await page.getByLabel('Vaše geslo').fill(password);

  willRefuse(400, /^\/api\/auth\/session$/);
  willRefuse(401, /^\/api\//, 'many');
  await endSession(page, elsewhere);
  await page.getByRole('button', { name: 'Pošlji potrditev na novi naslov' }).dispatchEvent('click');
  await expect(dialog(page)).toBeVisible();
  await signInHere(page, 'viewer@zvezda.test');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Ogled skupin').first()).toBeVisible();
  expect(await kept(page)).not.toContain('neshranjeno');
  await page.goBack();
  await expect(page.getByText('neshranjeno@zvezda.test')).toHaveCount(0);
});

test('without an edit, a session that has ended leads to sign-in and back', async ({
  page,
  desk,
  signIn,
  willRefuse,
}) => {
  await signIn('editor@zvezda.test');
  const elsewhere = await desk('sl');
  await signIn('editor@zvezda.test', elsewhere);
  await page.goto('/groups?search=balet');
  willRefuse(400, /^\/api\/auth\/session$/);
  await endSession(page, elsewhere);
  await page.getByRole('link', { name: 'Pregled' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Seja je potekla. Vstopite znova.')).toBeVisible();
});

test('a draft waits for its person, and goes with a sign-out in another tab', async ({
  page,
  context,
  desk,
  signIn,
  school,
  willRefuse,
}) => {
  const group = `/groups/${school.groupId('Balet za odrasle')}`;
  await signIn('owner@zvezda.test');
  const elsewhere = await desk('sl');
  await signIn('owner@zvezda.test', elsewhere);
  const name = page.getByLabel('Ime skupine');
  await page.goto(group);
  await name.fill(typed);
  await expect.poll(() => kept(page)).toContain(typed);

  willRefuse(400, /^\/api\/auth\/session$/);
  await endSession(page, elsewhere);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  expect(await kept(page)).toContain(typed);
  // what is still on its way when the account signs out is refused, and said in the console
  const answered = page.waitForResponse('**/api/bulk-jobs?*');
  await enter(page, 'owner@zvezda.test');
  await expect(name).toHaveValue(typed);
  await expect(page.getByText(/niso bile shranjene/)).toBeVisible();
  await answered;

  const other = await context.newPage();
  await Promise.all([other.waitForResponse('**/api/bulk-jobs?*'), other.goto('/groups')]);
  await other.getByRole('button', { name: 'Odjava' }).click();
  await expect(other).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login/);
  expect(await kept(page)).not.toContain(typed);
});
