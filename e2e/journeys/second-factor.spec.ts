import type { Page } from '@playwright/test';
import { appCode } from '../app-code.ts';
import { addAuthenticator } from '../authenticator.ts';
import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';
import { linkIn, mailWith } from '../mailbox.ts';
import { beginAsNewOwner, password } from '../registration.ts';

/** Address after a sign-in: the guide at first, then the dashboard. */
const inside = /\/(setup|dashboard)$/;

async function signOutAndEnter(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await expect(page.getByText('Odjava je uspela.')).toBeVisible();
  await enter(page, email);
  await expect(page.getByRole('heading', { name: 'Potrdite vstop' })).toBeVisible();
}

test('an app, then a passkey, then a recovery code complete a sign-in after the password', async ({
  page,
  willRefuse,
}) => {
  const email = 'spela@dvojno.test';
  const dialog = page.getByRole('dialog');
  const again = () => dialog.getByLabel('Vaše geslo').fill(password);
  await addAuthenticator(page);
  await beginAsNewOwner(page, 'Klub previdnih', email);

  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Dodaj aplikacijo' }).click();
  await again();
  await dialog.getByRole('button', { name: 'Naprej' }).click();
  await expect(dialog.getByRole('img', { name: 'Koda QR za aplikacijo za preverjanje' })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Koda', { exact: true }).fill(appCode(secret));
  await dialog.getByRole('button', { name: 'Vklopi aplikacijo' }).click();
  const list = dialog.getByRole('list', { name: 'Rezervne kode' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  // on paper are the codes alone
  await page.emulateMedia({ media: 'print' });
  await expect(list).toBeVisible();
  await expect(page.getByText('Trenutno geslo')).toBeHidden();
  await page.emulateMedia({ media: null });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Prenesi' }).click();
  expect((await download).suggestedFilename()).toBe('vpisnik-rezervne-kode.txt');
  await dialog.getByRole('button', { name: 'Kode so shranjene' }).click();
  await expect(page.getByText('Na voljo je še 10 kod.')).toBeVisible();
  const told = await mailWith(email, 'Dvostopenjsko preverjanje: dodana aplikacija za preverjanje');
  expect(linkIn(told, 'Preglej varnost računa')).toMatch(/\/account\/security$/);

  // the right password is answered by a refusal that asks for more
  willRefuse(403, /^\/api\/auth\/interactions\//, 'many');
  await signOutAndEnter(page, email);
  await page.getByLabel('Koda', { exact: true }).fill(appCode(secret, 1));
  await page.getByRole('button', { name: 'Potrdi kodo' }).click();
  await expect(page).toHaveURL(inside);

  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Dodaj ključ' }).click();
  await dialog.getByLabel('Ime ključa').fill('Prenosnik');
  await again();
  await dialog.getByRole('button', { name: 'Dodaj ključ za dostop' }).click();
  await expect(page.getByText('Ključ za dostop je dodan')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Prenosnik' })).toContainText(
    'Še ni bil uporabljen',
  );
  await expectAccessible(page);

  await signOutAndEnter(page, email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Potrdi s ključem za dostop' }).click();
  await expect(page).toHaveURL(inside);

  await signOutAndEnter(page, email);
  await page.getByRole('button', { name: 'Vpiši rezervno kodo' }).click();
  await page.getByLabel('Koda', { exact: true }).fill(codes[3]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Potrdi kodo' }).click();
  await expect(page).toHaveURL(inside);
  await mailWith(email, 'Uporabljena je rezervna koda');

  await page.goto('/settings');
  await page.getByRole('switch', { name: 'Skrbnik organizacije' }).click();
  await expect(dialog.getByText(/nastavijo ob naslednjem vstopu/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Zahtevaj dvostopenjsko preverjanje' }).click();
  await expect(page.getByText('Nastavitve so shranjene')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Skrbnik organizacije' })).toBeChecked();

  await page.goto('/account/security');
  await expect(page.getByText('Na voljo je še 9 kod.')).toBeVisible();
  await page.getByRole('button', { name: 'Odstrani: Aplikacija za preverjanje' }).click();
  await again();
  await dialog.getByRole('button', { name: 'Odstrani aplikacijo' }).click();
  await expect(page.getByText('Aplikacija je odstranjena')).toBeVisible();
  const last = page.getByRole('button', { name: 'Odstrani: Prenosnik' });
  await expect(last).toBeDisabled();
  await expect(last).toHaveAccessibleDescription(/Najprej dodajte drugega/);
  await expectAccessible(page);

  await page.goto('/activity');
  await expect(page.getByRole('cell', { name: /Ključ za dostop dodan/ })).toContainText('Prenosnik');
});

test('a role that must have a factor is led through setting one up, here a passkey', async ({
  page,
  signIn,
  desk,
  willRefuse,
}) => {
  const dialog = page.getByRole('dialog');
  const viewers = page.getByRole('switch', { name: 'Ogled skupin' });
  await signIn('owner@zvezda.test');
  await page.goto('/settings');
  await viewers.click();
  await dialog.getByRole('button', { name: 'Zahtevaj dvostopenjsko preverjanje' }).click();
  await expect(viewers).toBeChecked();

  willRefuse(403, /^\/api\/auth\/interactions\//, 'many');
  const viewer = await desk('sl');
  await addAuthenticator(viewer);
  await viewer.goto('/login');
  await enter(viewer, 'viewer@zvezda.test');
  await expect(viewer.getByRole('heading', { name: 'Nastavitev dvostopenjskega preverjanja' })).toBeVisible();
  await expectAccessible(viewer);
  await viewer.getByRole('button', { name: 'Raje dodaj ključ za dostop' }).click();
  await viewer.getByLabel('Ime ključa').fill('Telefon');
  await viewer.getByRole('button', { name: 'Dodaj ključ za dostop' }).click();
  await expect(viewer.getByRole('list', { name: 'Rezervne kode' }).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(viewer);
  await viewer.getByRole('button', { name: 'Nadaljuj' }).click();
  await expect(viewer).toHaveURL(/\/dashboard$/);

  await viewers.click();
  await dialog.getByRole('button', { name: 'Ne zahtevaj več' }).click();
  await expect(viewers).not.toBeChecked();
  await page.goto('/users?search=viewer');
  await page.getByRole('button', { name: /^Dejanja: / }).click();
  await page.getByRole('menuitem', { name: 'Ponastavi dvostopenjsko preverjanje' }).click();
  await dialog.getByRole('button', { name: 'Ponastavi dvostopenjsko preverjanje' }).click();
  await expect(page.getByText('Dvostopenjsko preverjanje je ponastavljeno')).toBeVisible();
  await mailWith('viewer@zvezda.test', 'Dvostopenjsko preverjanje je ponastavljeno');

  willRefuse(400, /^\/api\/auth\/session$/, 'many');
  await viewer.goto('/groups');
  await expect(viewer).toHaveURL(/\/login/);
  await enter(viewer, 'viewer@zvezda.test');
  await expect(viewer).toHaveURL(/\/groups$/);
});
