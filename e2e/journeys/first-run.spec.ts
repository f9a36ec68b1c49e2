import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { activate, beginAsNewOwner, password, register } from '../registration.ts';

const next = { name: 'Shrani in nadaljuj' };

test('a new school follows the first steps on a phone, stops, goes on, and gets its first application', async ({
  phone,
  desk,
  willRefuse,
}) => {
  const email = 'vida@gibanica.test';
  const page = await phone('sl');
  await register(page, 'Plesni atelje Gibanica', email);
  await activate(page, email, () => expectAccessible(page));
  await expect(page.getByText('Opravljeno: 0 od 5')).toBeVisible();
  await expectAccessible(page);

  await test.step('the profile refuses a wrong field and keeps the others', async () => {
    await page.getByLabel('Naslov', { exact: true }).fill('Tržaška cesta 12');
    await page.getByLabel(/^Poštna številka/).fill('1000');
    await page.getByLabel('Kraj', { exact: true }).fill('Ljubljana');
    await page.getByLabel(/^Telefon/).fill('041 123 45');
    willRefuse(422, /^\/api\/organizations$/);
    await page.getByRole('button', next).click();
    await page.getByRole('link', { name: /^Telefon – Vpišite telefonsko številko/ }).click();
    await expect(page.getByLabel(/^Telefon/)).toBeFocused();
    await page.getByLabel(/^Telefon/).fill('041 123 456');
    await page.getByRole('button', next).click();
    await expect(page.getByRole('heading', { name: 'Prva lokacija' })).toBeFocused();
  });

  await test.step('a location, and a break: the guide is where it was', async () => {
    await page.getByLabel('Ime lokacije').fill('Velika dvorana');
    await page.getByRole('button', next).click();
    await expect(page.getByRole('heading', { name: 'Prva kategorija' })).toBeFocused();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Odpri meni' }).click();
    await page.getByRole('link', { name: /^Prvi koraki/ }).click();
    await expect(page.getByText('Opravljeno: 2 od 5')).toBeVisible();
  });

  await test.step('a category and a group', async () => {
    await page.getByLabel('Ime kategorije').fill('Sodobni ples');
    await page.getByRole('button', next).click();
    await page.getByLabel('Ime skupine').fill('Sodobni ples za začetnike');
    await page.getByLabel(/^Število mest/).fill('12');
    await page.getByRole('combobox', { name: /^Dan v tednu/ }).click();
    await page.getByRole('option', { name: 'torek' }).click();
    await page.getByLabel('Začetek').fill('18.30');
    await expectAccessible(page, 'dark');
    await page.getByRole('button', { name: 'Objavi skupino' }).click();
    await expect(page.getByRole('img', { name: /^Koda QR/ })).toBeVisible();
    await expectAccessible(page, 'light');
  });

  const link = await page.getByRole('link', { name: 'Odpri obrazec' }).getAttribute('href');
  await page.getByRole('button', { name: 'Zaključi in odpri pregled' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Vse je pripravljeno')).toBeVisible();

  await test.step('a visitor applies by the link', async () => {
    const visitor = await phone('sl');
    await visitor.goto(String(link));
    await expect(visitor.getByRole('heading', { level: 1, name: 'Sodobni ples za začetnike' })).toBeVisible();
    const name = visitor.getByRole('textbox', { name: 'Ime in priimek udeleženca' });
    // as people type: a form that is full within a moment is taken for a robot's
    await name.pressSequentially('Maja Novak', { delay: 250 });
    await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('maja@posta.test');
    await visitor.getByRole('button', { name: 'Oddaj prijavo' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeFocused();
    await mailWith(email, 'Nova prijava: Maja Novak, Sodobni ples za začetnike');
  });

  await test.step('the next sign-in begins with the dashboard; the guide is in the settings', async () => {
    const later = await desk('sl');
    await later.goto('/login');
    await enter(later, email, password);
    await expect(later).toHaveURL(/\/dashboard$/);
    await expect(later.getByRole('link', { name: /^Prvi koraki/ })).toHaveCount(0);
    await later.goto('/settings');
    await later.getByRole('link', { name: 'Odpri vodič' }).click();
    await expect(later.getByText('Opravljeno: 5 od 5')).toBeVisible();
  });
});

test('the guide can be skipped as a whole', async ({ page }) => {
  const email = 'jan@preskok.test';
  await beginAsNewOwner(page, 'Skakalni klub Preskok', email);
  await page.goto('/setup');
  await page.getByRole('button', { name: 'Preskoči vodič' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Prvi koraki/ })).toHaveCount(0);
});
