import { expectAccessible } from '../axe.ts';
import { moved, spoken, today } from '../days.ts';
import { expect, test } from '../fixtures.ts';

test('groups come out of a spreadsheet, once', async ({ page, signIn }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/groups');
  await page.getByRole('main').getByRole('link', { name: 'Uvoz' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Uvoz skupin' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Predloga XLSX' }).click();
  expect((await download).suggestedFilename()).toBe('groups-sl.xlsx');

  const rows = [
    'Skupina;Program;Kdaj;Od;Mest',
    `Uvožena šola salse;Moderni in jazz;pon, sre 20:00 90;${spoken(moved(today(), 280))};16`,
    'Uvožena brez kategorije;Ni je;pon 17:00 60;;',
    'Uvožena šola salse;Moderni in jazz;;;',
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'skupine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${rows.join('\r\n')}`),
  });
  await expect(page.getByRole('heading', { name: 'Kaj je v stolpcih' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Kaj je v stolpcu »Kdaj«' })).toHaveValue('schedule');
  await page.getByRole('button', { name: 'Naprej na pregled' }).click();
  await expect(page.getByText('Kategorija »Ni je«: Te kategorije ni.')).toBeVisible();
  await expect(page.getByText(/^Ponavlja vrstico 2/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Uvozi 1 skupino' }).click();
  await expect(page.getByRole('heading', { name: 'Uvoz je končan' })).toBeFocused();

  const report = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Prenesi poročilo' }).click();
  expect((await report).suggestedFilename()).toBe('skupine-poročilo.csv');
  // the finished import survives a reload
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Uvoz je končan' })).toBeVisible();
  await page.getByRole('link', { name: 'Uvožena šola salse' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Uvožena šola salse' })).toBeVisible();
  await page.getByRole('link', { name: 'Urnik', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'sreda, začetek' })).toHaveValue('20:00');
});
