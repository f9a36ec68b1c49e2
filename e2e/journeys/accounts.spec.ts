import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { enter, expect, openList, test } from '../fixtures.ts';
import { linkIn, mailWith } from '../mailbox.ts';
import { activate, beginAsNewOwner, password, register } from '../registration.ts';

const other = 'Drugo-geslo-1';

const choose = async (page: Page, word: string) => {
  await page.getByLabel('Novo geslo', { exact: true }).fill(word);
  await page.getByLabel('Ponovite novo geslo').fill(word);
};

test('a new owner registers, activates and signs in; a used activation link says so', async ({
  page,
  willRefuse,
}) => {
  const email = 'spela@siska.test';
  await register(page, 'Plesni studio Šiška', email);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Na vstop' }).click();
  willRefuse(403, /^\/api\/auth\/interactions\//);
  await enter(page, email);
  await expect(page.getByText('Račun še ni potrjen.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pošlji povezavo znova' })).toBeVisible();

  const link = await activate(page, email, () => expectAccessible(page));
  await expect(page.getByText('Plesni studio Šiška').first()).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Račun je že aktiven' })).toBeVisible();

  await page.goto('/account/security');
  await expect(page.getByText('Ta naprava')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/activity');
  await expect(page.getByRole('cell', { name: /Račun aktiviran/ })).toBeVisible();
  await expectAccessible(page);
});

test('a mailed link resets a forgotten password once and ends open sessions', async ({
  page,
  desk,
  willRefuse,
}) => {
  const email = 'pozabljeno@siska.test';
  await beginAsNewOwner(page, 'Klub pozabljivih', email);
  await page.goto('/setup');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // a page that stays open asks by itself, and is refused as soon as its session has ended
  await page.goto('about:blank');

  const elsewhere = await desk('sl');
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('E-poštni naslov').fill(email);
  await elsewhere.getByRole('link', { name: 'Ste pozabili geslo?' }).click();
  await expect(elsewhere.getByLabel('E-poštni naslov')).toHaveValue(email);
  await elsewhere.getByRole('button', { name: 'Pošlji povezavo' }).click();
  await expect(elsewhere.getByText(`Če račun z naslovom ${email} obstaja`)).toBeVisible();

  const link = linkIn(await mailWith(email, 'Novo geslo za Vpisnik'), 'Nastavi novo geslo');
  await elsewhere.goto(link);
  await choose(elsewhere, other);
  await elsewhere.getByRole('button', { name: 'Nastavi geslo' }).click();
  await expect(elsewhere.getByText('Geslo je nastavljeno. Vstopite z novim geslom.')).toBeVisible();
  await enter(elsewhere, email, other);
  await expect(elsewhere).toHaveURL(/\/setup$/);

  // its code is spent; the page says so before it asks
  willRefuse(400, /^\/api\/password-resets\/check$/);
  const again = await desk('sl');
  await again.goto(link);
  await expect(again.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();

  willRefuse(400, /^\/api\/auth\/session$/);
  await page.goto('/groups');
  await expect(page).toHaveURL(/\/login/);
});

test('an invited user sees only their group, must renew a password, and is out when deactivated', async ({
  page,
  signIn,
  desk,
  willRefuse,
}) => {
  const email = 'tina@zvezda.test';
  await signIn('owner@zvezda.test');
  await page.goto('/users');
  await page.getByRole('button', { name: 'Povabi v ekipo' }).click();
  await page.getByLabel('Ime in priimek').fill('Tina Žagar');
  await page.getByLabel('E-poštni naslov').fill(email);
  await page.getByRole('radio', { name: /^Urejanje skupin/ }).check();
  await page.getByRole('combobox', { name: 'Skupine, do katerih ima dostop' }).fill('Breakdance');
  await page.getByRole('option', { name: 'Breakdance', exact: true }).click();
  await page.getByRole('button', { name: 'Pošlji povabilo' }).click();
  await expect(page.getByText(`Povabilo je na poti na ${email}`)).toBeVisible();
  const row = page.getByRole('row', { name: /Tina Žagar/ });
  await expect(row).toContainText('Povabilo čaka');
  await expectAccessible(page);

  const tina = await desk('sl');
  const mail = await mailWith(email, 'Povabilo v organizacijo Plesna šola Zvezda');
  await tina.goto(linkIn(mail, 'Sprejmi povabilo'));
  await expect(tina.getByText('Organizacija »Plesna šola Zvezda« vas vabi')).toBeVisible();
  await expectAccessible(tina);
  await choose(tina, password);
  await tina.getByRole('button', { name: 'Sprejmi povabilo' }).click();
  await expect(tina.getByText('Geslo je nastavljeno.')).toBeVisible();
  await enter(tina, email);
  await expect(tina).toHaveURL(/\/dashboard$/);
  await tina.goto('/groups');
  await expect(tina.getByRole('link', { name: 'Breakdance', exact: true })).toBeVisible();
  await expect(tina.getByRole('link', { name: 'Balet za odrasle', exact: true })).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Dejanja: Tina Žagar' }).click();
  await page.getByRole('menuitem', { name: 'Zahtevaj novo geslo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zahtevaj novo geslo' }).click();
  await expect(page.getByText('Novo geslo bo zahtevano')).toBeVisible();
  // an open device must not set the new password without knowing the present one
  willRefuse(400, /^\/api\/auth\/session$/);
  await tina.reload();
  await expect(tina).toHaveURL(/\/login\?/);
  willRefuse(403, /^\/api\//, 'many');
  await enter(tina, email);
  await expect(tina.getByRole('heading', { name: 'Obvezna sprememba gesla' })).toBeVisible();
  await tina.goto('/dashboard');
  await expect(tina.getByRole('heading', { name: 'Obvezna sprememba gesla' })).toBeVisible();
  await choose(tina, other);
  await tina.getByRole('button', { name: 'Nastavi geslo' }).click();
  await expect(tina).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Dejanja: Tina Žagar' }).click();
  await page.getByRole('menuitem', { name: 'Deaktiviraj' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deaktiviraj račun' }).click();
  await expect(row).toContainText('Neaktiven račun');
  willRefuse(401, /^\/api\//, 'many');
  await tina.getByRole('link', { name: 'Skupine' }).first().click();
  await expect(tina).toHaveURL(/\/login/);
  await expect(tina.getByText('Račun ni aktiven.')).toBeVisible();
});

test('signing out in one tab signs out in the other', async ({ page, context, signIn }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/dashboard');
  const second = await context.newPage();
  await openList(second, '/groups');
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/login/);
  await expect(second.getByText('Odjava je uspela.')).toBeVisible();
});

test('an organisation is handed over to a new address, and the old one is told', async ({
  page,
  desk,
  signIn,
}) => {
  const email = 'predaja@zmaj.test';
  await signIn('owner@zmaj.test');
  await page.goto('/settings');
  const propose = async (address: string) => {
    await page.getByLabel('E-pošta novega lastnika').fill(address);
    await page.getByRole('button', { name: 'Pošlji potrditev' }).click();
    await expect(page.getByText(`${address}: predlog čaka na potrditev.`)).toBeVisible();
  };
  await propose('napaka@zmaj.test');
  await page.getByRole('button', { name: 'Umakni predlog' }).click();
  await expect(page.getByText('napaka@zmaj.test: predlog čaka')).toHaveCount(0);
  await propose(email);
  await page.reload();
  await expect(page.getByText(`${email}: predlog čaka na potrditev.`)).toBeVisible();

  const next = await desk('sl');
  const mail = await mailWith(email, 'Potrdite naslov lastnika organizacije NK Zmaj');
  await next.goto(linkIn(mail, 'Potrdi naslov lastnika'));
  await expectAccessible(next);
  await next.getByRole('button', { name: 'Potrdi naslov' }).click();
  await expect(next.getByText(`Naslov lastnika organizacije »NK Zmaj« je zdaj ${email}.`)).toBeVisible();

  await mailWith('owner@zmaj.test', 'Organizacija NK Zmaj ima nov naslov lastnika');
  await page.reload();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('predlog čaka na potrditev')).toHaveCount(0);
  await page.goto('/activity');
  await expect(page.getByRole('cell', { name: /Naslov lastnika spremenjen/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /Predlog novega naslova lastnika umaknjen/ })).toBeVisible();
});

test('a platform ADMIN acts for a chosen organisation; one chosen by a link needs a confirmation', async ({
  page,
  school,
}) => {
  await page.goto('/login');
  await enter(page, 'admin@vpisnik.test');
  await expect(page).toHaveURL(/\/organizations$/);
  await page.getByRole('button', { name: /Izberi organizacijo$/ }).click();
  await expect(page.getByRole('combobox', { name: 'Ime organizacije ali naslov lastnika' })).toBeFocused();
  await page.keyboard.type('zmaj');
  await expect(page.getByRole('option', { name: /^NK Zmaj/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Plesna šola/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Urejate v imenu organizacije »NK Zmaj«.')).toBeVisible();

  await page.goto(`/settings?organization_id=${school.path.replace('/public/', '')}`);
  await expect(page.getByText('Urejate v imenu organizacije »Plesna šola Zvezda«.')).toBeVisible();
  const city = page.getByLabel(/^Kraj/);
  const before = await city.inputValue();
  await city.fill('Maribor');
  await page.getByRole('button', { name: /^Shrani/ }).click();
  const question = page.getByRole('dialog', {
    name: 'Spremenim podatke organizacije »Plesna šola Zvezda«?',
  });
  await question.getByRole('button', { name: 'Prekliči' }).click();
  await expect(city).toHaveValue('Maribor');
  await city.fill(before);
  await page.getByRole('button', { name: 'Zapusti organizacijo' }).click();
  await expect(page).toHaveURL(/\/organizations$/);
  await expect(page.getByText(/^Urejate v imenu/)).toHaveCount(0);
  await page.getByRole('button', { name: /Izberi organizacijo$/ }).click();
  await expect(page.getByRole('option').first()).toHaveText('Plesna šola Zvezda');
});
