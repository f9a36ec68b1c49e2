import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { linkIn, mailWith } from './mailbox.ts';
import { beginSession, demoPassword } from './session.ts';

/** The password that registrations choose: that of the demo, with which sessions begin. */
export const password = demoPassword;

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

/** Gives the page's browser the session of a new organisation's owner, by the calls that these pages make. It loads none. */
export async function beginAsNewOwner(page: Page, organization: string, email: string): Promise<void> {
  const given = { organization_name: organization, name: 'Špela Žnidaršič', email, password };
  const registration = { ...given, accept_terms: true, language: 'sl' };
  expect((await page.request.post('/api/sign-up', { data: registration })).status()).toBe(204);
  const link = linkIn(await mailWith(email, 'Potrdite svoj e-poštni naslov'), 'Potrdi naslov');
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code');
  const activated = await page.request.post('/api/confirm-sign-up', { data: { code, password } });
  expect(activated.status()).toBe(200);
  await beginSession(page.context(), email);
}

/** Follows the link of the activation mail, looks at its page, and enters the password, which also signs in. Returns the link. */
export async function activate(page: Page, email: string, look?: () => Promise<void>): Promise<string> {
  const link = linkIn(await mailWith(email, 'Potrdite svoj e-poštni naslov'), 'Potrdi naslov');
  await page.goto(link);
  await expect(page.getByText(email)).toBeVisible();
  await look?.();
  await page.getByLabel('Geslo', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Aktiviraj račun in vstopi' }).click();
  await expect(page).toHaveURL(/\/setup$/);
  return link;
}
