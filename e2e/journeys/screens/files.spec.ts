import { patience } from '../../../patience.ts';
import { moved, spoken, today } from '../../days.ts';
import { expect, test } from '../../fixtures.ts';
import { look } from '../../look.ts';
import { locales, openStaff } from '../../screens.ts';

test.describe.configure({ timeout: patience.tour });

test('the screens of files: an import, and a banner', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/dashboard');
  const file = page.locator('input[type=file]');
  const group = school.groupId('Stepanje');
  for (const locale of locales) {
    await test.step(`an import in ${locale}`, async () => {
      const rows = [
        'Ime;Kategorija;Urnik;Prijave od;Barva;Polja obrazca',
        `Uvožena ${locale};Balet;pon 17:00 60;${spoken(moved(today(), -170))} 8:00;ff0;`,
        'Druga;Ni je;pon;8:00;rumena;Ni ga',
        ';Balet;;;;',
      ];
      const sheet = { name: 'skupine.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await openStaff(page, '/imports/groups', locale);
      await look(page, 'import-file', locale);
      await file.setInputFiles(sheet);
      await expect(page.getByRole('combobox').first()).toBeVisible();
      await look(page, 'import-columns', locale);
      await page.getByRole('button', { name: /^(Naprej na pregled|Continue to preview)$/ }).click();
      const run = page.getByRole('button', { name: /^(Uvozi|Import) / });
      await expect(run).toBeVisible();
      await look(page, 'import-preview', locale);
      await run.click();
      await expect(page.getByRole('heading', { name: /^(Uvoz je končan|Import finished)$/ })).toBeVisible();
      await look(page, 'import-report', locale);
    });
    await test.step(`a banner in ${locale}`, async () => {
      await openStaff(page, `/groups/${group}`, locale);
      await file.setInputFiles(new URL('../../../docs/groups.png', import.meta.url).pathname);
      const use = page.getByRole('button', { name: /^(Uporabi izrez|Use crop)$/ });
      await expect(use).toBeVisible();
      await look(page, 'group-banner-crop', locale);
      await use.click();
      await expect(page.getByRole('button', { name: /^(Prilagodi izrez|Adjust crop)$/ })).toBeVisible();
      await look(page, 'group-banner', locale);
      await page.getByRole('button', { name: /^(Shrani|Save)/ }).click();
      await expect(page.getByRole('region', { name: /^(Neshranjene|Unsaved)/ })).toHaveCount(0);
      await page.goto(`${school.path}/groups/${group}/apply?lang=${locale}`);
      await look(page, 'apply-banner', locale);
      const back = page.getByRole('main').getByRole('link').first();
      const list = (await back.getAttribute('href')) ?? '';
      await back.click();
      await expect(page).toHaveURL(list);
      await look(page, 'public-groups-banner', locale);
    });
  }
});
