import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailsTo } from '../mailbox.ts';

const school = 'https://sola.primer.si';
const stranger = 'https://tujec.primer.si';
const visitorEmail = 'vgrajena.prijava@posta.test';

/** A page of another site with the code that staff copied. */
async function openSite(page: Page, site: string, code: string): Promise<void> {
  await page.route(`${site}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="sl"><title>Vpis</title><h1>Vpis</h1>${code}</html>`,
    }),
  );
  await page.goto(`${site}/vpis`);
}

test('only the site that a school names can embed its form', async ({ page, context, browser, signIn }) => {
  // here the school's site is far away and ours on this machine, which a browser asks about
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'local-network-access']);
  await signIn('owner@zvezda.test');

  await test.step('the owner names the site', async () => {
    await page.goto('/settings');
    const sites = page.getByRole('textbox', { name: 'Spletna mesta, ki smejo vgraditi vaše strani' });
    await sites.fill('http://sola.primer.si');
    await page.getByRole('button', { name: /^Shrani/ }).click();
    await expect(page.getByRole('region', { name: /Obrazec ima 1 napako/ })).toBeVisible();
    await sites.fill('sola.primer.si/vpis');
    await page.getByRole('button', { name: /^Shrani/ }).click();
    await expect(page.getByText('Nastavitve so shranjene')).toBeVisible();
    await expect(sites).toHaveValue(school);
  });

  const code = await test.step('and copies the code at a group', async () => {
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Balet za odrasle' }).first().click();
    await page.getByRole('button', { name: 'Koda QR' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Kopiraj kodo' }).click();
    await expect(page.getByText('Koda za vgradnjo je kopirana')).toBeVisible();
    return page.evaluate<string>('navigator.clipboard.readText()');
  });

  await test.step('the form is as tall as it needs, and takes an application', async () => {
    const visitor = await context.newPage();
    await openSite(visitor, school, code);
    const frame = visitor.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: 'Balet za odrasle' })).toBeVisible();
    await expect(frame.getByRole('contentinfo')).toHaveCount(0);
    const height = () =>
      visitor.locator('iframe').evaluate((element) => element.getBoundingClientRect().height);
    const needed = () =>
      frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    await expect.poll(async () => (await height()) - (await needed())).toBe(0);
    const formHeight = await height();

    await frame.getByLabel('Ime in priimek udeleženca').pressSequentially('Vida Vgrajena', { delay: 150 });
    await frame.getByLabel('E-pošta', { exact: true }).fill(visitorEmail);
    for (const required of await frame.locator('input[required]').all())
      if ((await required.inputValue()) === '') await required.fill(await answerFor(required));
    await frame.getByRole('button', { name: 'Oddaj prijavo' }).click();
    await expect(frame.getByRole('heading', { name: 'Prijava je oddana' })).toBeVisible();
    await expect.poll(async () => (await height()) < formHeight).toBe(true);
    await expect(frame.getByRole('link', { name: 'Druge skupine' })).toHaveAttribute('href', /embed=1/);
    await mailsTo(visitorEmail);
  });

  await test.step('another site may not frame it', async () => {
    // its console says so, which in the others' would be a mistake
    const elsewhere = await browser.newContext({ permissions: ['local-network-access'] });
    const visitor = await elsewhere.newPage();
    const refused = visitor.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await openSite(visitor, stranger, code);
    await refused;
    await expect(visitor.frameLocator('iframe').getByRole('button', { name: 'Oddaj prijavo' })).toHaveCount(
      0,
    );
  });
});

async function answerFor(input: { getAttribute(name: string): Promise<string | null> }): Promise<string> {
  return (await input.getAttribute('type')) === 'tel' ? '031 123 456' : '24.03.1990';
}
