import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect } from './fixtures.ts';
import { linkIn, mailWith } from './mailbox.ts';

/** The password that accounts of the demo and of registrations have. */
export const password = 'Vpisnik-2026!';

/** Fills the registration in, from the front page on, and sends it. */
export async function register(page: Page, organization: string, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Preizkusite brezplačno' }).first().click();
  await expect(page.getByRole('heading', { name: 'Registracija' })).toBeVisible();
  await page.getByLabel('Ime organizacije').fill(organization);
  await page.getByLabel('Vaše ime in priimek').fill('Špela Žnidaršič');
  await page.getByLabel('E-poštni naslov').fill(email);
  await page.getByLabel('Geslo', { exact: true }).fill(password);
  await page.getByLabel('Ponovite geslo').fill(password);
  await page.getByLabel(/^Sprejemam pogoje uporabe/).check();
  await page.getByRole('button', { name: 'Ustvari račun' }).click();
  await expect(page.getByText(`smo poslali na ${email}`)).toBeVisible();
}

/** Follows the link of the activation mail and enters the password, which also signs in. Returns the link. */
export async function activate(page: Page, email: string): Promise<string> {
  const link = linkIn(await mailWith(email, 'Potrdite svoj e-poštni naslov'), 'Potrdi naslov');
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Geslo', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Aktiviraj račun in vstopi' }).click();
  await expect(page).toHaveURL(/\/setup$/);
  return link;
}
