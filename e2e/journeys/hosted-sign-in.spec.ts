import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { enter, expect, openList, test } from '../fixtures.ts';
import { type Hosted, startHosted } from '../hosted.ts';
import { linkIn, mailWith } from '../mailbox.ts';

let hosted: Hosted;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  // a database of its own is made, migrated and filled
  test.setTimeout(600_000);
  hosted = await startHosted();
});

test.afterAll(async () => {
  await hosted?.stop();
});

const at = (path: string) => `${hosted.address}${path}`;
const toProvider = (page: Page) => page.getByRole('button', { name: 'Vstopi pri ponudniku' });

/** Provider account with a verified address; its claims carry another name and role, which must not count here. */
const known = (email: string) => ({
  subject: `hosted|${email}`,
  claims: { email, email_verified: true, cn: 'Kdo Drug', 'custom:club': 'Zvezda', role: 'ADMIN' },
});

test('a link leads through the provider to its page; signing out leads through it as well', async ({
  page,
}) => {
  await hosted.meet(known('owner@zvezda.test'));
  await page.goto(at('/groups?search=balet'));
  await expect(page.getByRole('heading', { level: 1, name: 'Vstop v račun' })).toBeVisible();
  await expect(page.getByLabel('Geslo', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await toProvider(page).click();
  await expect(page).toHaveURL(at('/groups?search=balet'));
  await expect(page.getByRole('link', { name: 'Balet za odrasle', exact: true })).toBeVisible();
  // claims beyond the address are ignored
  await expect(page.getByText('Kdo Drug')).toHaveCount(0);
  await expect(page.getByText('Skrbnik organizacije').first()).toBeVisible();

  await page.goto(at('/activity'));
  const linked = page.getByRole('row', { name: /Račun povezan s ponudnikom/ });
  await expect(linked).toContainText(new URL(hosted.issuer).host);
  await page.goto(at('/account/security'));
  await expect(page.getByText('Ta naprava')).toBeVisible();
  await expect(page.getByLabel('Trenutno geslo')).toHaveCount(0);

  const second = await page.context().newPage();
  await openList(second, at('/groups'));
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await page.waitForURL(`${hosted.issuer}/session/end**`);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(at('/login?notice=signed_out'));
  await expect(page.getByText('Odjava je uspela.')).toBeVisible();
  await expect(second).toHaveURL(/\/login/);
  await expect(second.getByText('Odjava je uspela.')).toBeVisible();

  // both sessions, ours and the provider's, are over
  await hosted.meet({});
  await toProvider(page).click();
  await expect(page.getByText('Vstop pri ponudniku je bil preklican.')).toBeVisible();
});

test('a provider account without an account here stays outside and learns why', async ({ page }) => {
  await hosted.meet(known('tujec@drugje.test'));
  await page.goto(at('/groups'));
  await toProvider(page).click();
  await expect(page).toHaveURL(at('/login?error=external_stranger'));
  await expect(page.getByRole('alert')).toContainText(
    'S tem računom pri ponudniku v Vpisnik ni mogoče vstopiti.',
  );
  await expectAccessible(page);
  await page.goto(at('/dashboard'));
  await expect(page).toHaveURL(/\/login/);
});

test('an address that the provider does not vouch for opens nothing', async ({ page }) => {
  const claims = { email: 'editor@zvezda.test', email_verified: false };
  await hosted.meet({ subject: 'hosted|unverified', claims });
  await page.goto(at('/login'));
  await toProvider(page).click();
  await expect(page.getByRole('alert')).toContainText('Ponudnik ni potrdil vašega e-poštnega naslova.');
});

test('an invited user accepts at the provider and sees their group; no password is set here', async ({
  page,
  desk,
}) => {
  const email = 'ponudnik@zvezda.test';
  await hosted.meet(known('owner@zvezda.test'));
  await page.goto(at('/users'));
  await toProvider(page).click();
  await page.getByRole('button', { name: 'Povabi v ekipo' }).click();
  await page.getByLabel('Ime in priimek').fill('Tina Žagar');
  await page.getByLabel('E-poštni naslov').fill(email);
  await page.getByRole('radio', { name: /^Urejanje skupin/ }).check();
  await page.getByRole('combobox', { name: 'Skupine, do katerih ima dostop' }).fill('Breakdance');
  await page.getByRole('option', { name: 'Breakdance', exact: true }).click();
  await page.getByRole('button', { name: 'Pošlji povabilo' }).click();
  await expect(page.getByText(`Povabilo je na poti na ${email}`)).toBeVisible();

  await hosted.meet(known(email));
  const tina = await desk('sl');
  await tina.goto(
    linkIn(await mailWith(email, 'Povabilo v organizacijo Plesna šola Zvezda'), 'Sprejmi povabilo'),
  );
  await expect(tina.getByText(`z računom, ki ima potrjen naslov ${email}`)).toBeVisible();
  await expectAccessible(tina);
  await toProvider(tina).click();
  await expect(tina).toHaveURL(at('/dashboard'));
  await tina.goto(at('/groups'));
  await expect(tina.getByRole('link', { name: 'Breakdance', exact: true })).toBeVisible();
  await expect(tina.getByRole('link', { name: 'Balet za odrasle', exact: true })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Dejanja: Tina Žagar' }).click();
  await expect(page.getByRole('menuitem', { name: 'Deaktiviraj' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Zahtevaj novo geslo' })).toHaveCount(0);

  const visitor = await desk('sl');
  for (const path of ['/register', '/reset-password']) {
    await visitor.goto(at(path));
    await expect(visitor.getByText('Račune in gesla ureja ponudnik')).toBeVisible();
  }
});

test('only a platform ADMIN signs in with a password', async ({ page, willRefuse }) => {
  willRefuse(403, /^\/api\/auth\/interactions\//);
  await page.goto(at('/login?password'));
  await enter(page, 'viewer@zvezda.test');
  await expect(page.getByRole('alert')).toContainText('Račune in gesla ureja ponudnik');
  await enter(page, 'admin@vpisnik.test');
  await expect(page).toHaveURL(at('/organizations'));
});
