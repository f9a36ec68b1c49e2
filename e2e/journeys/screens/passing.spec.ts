import { patience } from '../../../patience.ts';
import { enter, expect, type Locale, test } from '../../fixtures.ts';
import { expectTouchable } from '../../look.ts';
import { linkIn, mailWith } from '../../mailbox.ts';
import { headersOf } from '../../people.ts';
import { lookAtAll, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

test('the screens that stand before the app', async ({ page, desk, signIn, willRefuse }) => {
  willRefuse(403, /^\/api\//, 'many');
  const admin = await desk('sl');
  await signIn('admin@vpisnik.test', admin);
  const { authorization } = headersOf(admin);
  const as = (organization: string) => ({ authorization, 'x-organization-id': organization });
  const listed = await admin.request.get('/api/organizations?search=zmaj', { headers: { authorization } });
  const [zmaj] = ((await listed.json()) as { results: { id: string }[] }).results;
  const id = zmaj?.id ?? '';

  const email = 'gost@zmaj.test';
  const person = {
    name: 'Ana Kos',
    email,
    role: 'GROUP_VIEWER_USER',
    language: 'sl',
    all_groups_allowed: true,
  };
  const invited = await admin.request.post('/api/users', { headers: as(id), data: person });
  expect(invited.status()).toBe(201);
  const invitation = linkIn(await mailWith(email, 'Povabilo v organizacijo NK Zmaj'), 'Sprejmi povabilo');
  await page.goto('/login');
  const openAnew = async (path: string, locale: Locale) => {
    // the same address again would not be loaded anew for its code alone
    await page.goto('/login');
    await openStaff(page, path, locale);
  };
  await lookAtAll(page, { invitation }, openAnew, expectTouchable);
  await page.getByLabel('New password', { exact: true }).fill('Vpisnik-2026!');
  await page.getByLabel('Repeat the new password').fill('Vpisnik-2026!');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/notice=password_set$/);
  await page.evaluate("localStorage.setItem('vpisnik.locale', 'sl')");
  await signIn(email);
  // nothing that the page asked for is on its way when its session ends
  await page.goto('about:blank');

  const { id: user, version } = (await invited.json()) as { id: string; version: number };
  const found = await admin.request.get(`/api/users/${user}`, { headers: as(id) });
  const now = ((await found.json()) as { version: number }).version;
  expect(now).toBeGreaterThanOrEqual(version);
  const demand = { password_change_required: true, version: now };
  const demanded = await admin.request.patch(`/api/users/${user}`, { headers: as(id), data: demand });
  expect(demanded.status()).toBe(200);
  willRefuse(400, /^\/api\/auth\/session$/);
  await page.goto('/login');
  await enter(page, email);
  await expect(page).toHaveURL(/\/required-password-change/);
  const open = (path: string, locale: Locale) => openStaff(page, path, locale);
  await lookAtAll(page, { 'required-change': '/dashboard' }, open, expectTouchable);
  await page.getByLabel('New password', { exact: true }).fill('Drugo-geslo-1');
  await page.getByLabel('Repeat the new password').fill('Drugo-geslo-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  const setActive = async (active: boolean) =>
    admin.request.patch(`/api/organizations/${id}/status`, { headers: { authorization }, data: { active } });
  expect((await setActive(false)).status()).toBe(200);
  try {
    await lookAtAll(page, { disabled: '/groups' }, open, expectTouchable);
    await expect(page).toHaveURL(/\/disabled$/);
  } finally {
    await setActive(true);
  }
});
