import { expectAccessible } from '../axe.ts';
import { moved, spoken, typed } from '../days.ts';
import { expect, test } from '../fixtures.ts';

test('a group in two languages is built from nothing, published, and found by a visitor', async ({
  page,
  phone,
  signIn,
  willRefuse,
}) => {
  await signIn('owner@zvezda.test');
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Nova skupina' }).click();
  await page.getByRole('textbox', { name: 'Ime skupine' }).fill('Klasični tango');
  await page.getByText('Več', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('klasicni-tango');
  await page.getByRole('textbox', { name: /^Opis/ }).fill('Argentinski tango za pare.');
  await page.getByRole('combobox', { name: 'Kategorija' }).click();
  await page.getByRole('option', { name: 'Družabni plesi' }).click();
  await page.getByRole('combobox', { name: /^Lokacija/ }).click();
  await page.getByRole('option', { name: 'Velika dvorana' }).click();
  await page.getByRole('textbox', { name: /^Število mest/ }).fill('12');

  // a reload in the middle loses nothing
  const kept = () =>
    page.evaluate<number>('Object.keys(localStorage).filter((k) => k.includes("draft")).length');
  await expect.poll(kept).toBe(1);
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText(/^Obnovljene so spremembe/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Ime skupine' })).toHaveValue('Klasični tango');

  await page.keyboard.press('Control+s');
  const summary = page.getByRole('region', { name: 'Obrazec ima napake: preverite vse jezike.' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Angleščina: ime skupine – Izpolnite to polje.' }).click();
  await expect(page.getByRole('textbox', { name: 'Ime skupine' })).toBeFocused();
  await page.keyboard.type('Classic tango');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena. Objavite jo, ko je pripravljena.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Klasični tango' })).toBeVisible();
  await expect.poll(kept).toBe(0);

  // texts that Slovenian has must exist in English too before publishing
  willRefuse(422, /^\/api\/groups\/[^/]+\/status$/);
  await page.getByRole('switch', { name: 'Objavljena' }).click();
  await summary.getByRole('link', { name: /^Angleščina: opis – Za objavo dodajte besedilo/ }).click();
  await page.getByRole('textbox', { name: /^Opis/ }).fill('Argentine tango for couples.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Objavljena' }).click();
  await expect(page.getByText('Skupina je objavljena')).toBeVisible();
  await expect(
    page.getByText('Vpis je odprt, prostih je še 12 mest od 12, čakalna vrsta je vklopljena.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Koda QR' }).click();
  const sheet = page.getByRole('dialog', { name: 'Povezava do obrazca' });
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Prenesi PNG' }).click();
  expect((await download).suggestedFilename()).toBe('klasicni-tango.png');
  const link = await sheet.getByRole('textbox', { name: 'Povezava do obrazca' }).inputValue();
  await page.keyboard.press('Escape');

  const visitor = await phone('en');
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Classic tango' })).toBeVisible();
  await visitor.goto(`${link}?lang=sl`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Klasični tango' })).toBeVisible();
  expect(new URL(link).pathname).toBe('/zvezda/klasicni-tango');

  await page.getByRole('button', { name: 'Več dejanj' }).click();
  await page.getByRole('menuitem', { name: 'Izbriši skupino' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Izbriši skupino' }).click();
  await expect(page.getByText('Skupina je izbrisana')).toBeVisible();
  await expect(page).toHaveURL(/\/groups$/);
});

test('the second to save the same fields sees who was first, and chooses field by field', async ({
  page,
  desk,
  signIn,
  school,
  willRefuse,
}) => {
  const path = `/groups/${school.groupId('Sodobni ples, nadaljevalna')}`;
  const other = await desk('sl');
  await signIn('owner@zvezda.test');
  await signIn('group-admin@zvezda.test', other);
  for (const editor of [page, other]) {
    await editor.goto(path);
    await expect(editor.getByRole('heading', { level: 1, name: 'Sodobni ples, nadaljevalna' })).toBeVisible();
  }
  const capacity = (editor: typeof page) => editor.getByRole('textbox', { name: /^Število mest/ });
  const age = (editor: typeof page) => editor.getByRole('textbox', { name: /^Starost od/ });
  const was = { capacity: await capacity(page).inputValue(), age: await age(page).inputValue() };
  await capacity(page).fill('17');
  await age(page).fill('9');
  await page.getByRole('radio', { name: 'Zapri obrazec' }).check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena')).toBeVisible();

  await capacity(other).fill('18');
  await age(other).fill('10');
  willRefuse(409, new RegExp(`^/api${path}$`));
  await other.keyboard.press('Control+s');
  const dialog = other.getByRole('dialog', { name: 'Skupina je bila medtem spremenjena' });
  await expect(dialog.getByText(/^Shranjeno .*, Maja Kovač\. Izberite, kaj velja\.$/)).toBeVisible();
  await expect(dialog.getByText(/že vključeno: ravnanje ob zasedenih mestih\.$/)).toBeVisible();
  await expectAccessible(other);
  await dialog.getByRole('radio', { name: 'Število mest, Shranjeno: 17' }).check();
  await dialog.getByRole('button', { name: 'Shrani izbrano' }).click();
  await expect(other.getByText('Skupina je shranjena')).toBeVisible();
  await page.reload();
  await expect(capacity(page)).toHaveValue('17');
  await expect(age(page)).toHaveValue('10');

  await capacity(page).fill(was.capacity);
  await age(page).fill(was.age);
  await page.getByRole('radio', { name: 'Sprejemaj v čakalno vrsto' }).check();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Skupina je shranjena')).toBeVisible();
});

test('a group goes into the next season, and the old one into the archive and back', async ({
  page,
  signIn,
  school,
}) => {
  const { start_date, end_date } = school.group('Otroški balet II');
  const season = [String(start_date), String(end_date)];
  const [start = '', end = ''] = season.map((day) => moved(day, 52 * 7));
  const nextSeason = `Otroški balet II, ${start.slice(0, 4)}`;
  await signIn('owner@zvezda.test');
  await page.goto('/groups?search=otroski%20balet%20II');
  await page.getByRole('button', { name: 'Dejanja: Otroški balet II' }).click();
  await page.getByRole('menuitem', { name: 'Kopiraj skupino' }).click();
  const sheet = page.getByRole('dialog', { name: 'Kopija skupine »Otroški balet II«' });
  await expect(
    sheet.getByText(`${season.map(spoken).join(' – ')} postane ${spoken(start)} – ${spoken(end)}.`),
  ).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Ime skupine (slovenščina)' }).fill(nextSeason);
  await expectAccessible(page, 'light');
  await sheet.getByRole('button', { name: 'Ustvari kopijo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: nextSeason })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Objavljena' })).not.toBeChecked();
  await page.getByRole('link', { name: 'Urnik', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^Začetek/ })).toHaveValue(typed(start));
  await page.getByRole('link', { name: 'Udeleženci 0' }).click();
  await expect(page.getByText('Tu še ni udeležencev')).toBeVisible();

  await page.goto('/groups?search=otroski%20balet%20II');
  const old = page.getByRole('link', { name: 'Otroški balet II', exact: true });
  await expect(old).toBeVisible();
  await page.getByRole('button', { name: 'Dejanja: Otroški balet II', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Arhiviraj skupino' }).click();
  // it has people in it
  const question = page.getByRole('dialog', { name: 'Arhiviram skupino »Otroški balet II«?' });
  await question.getByRole('button', { name: 'Arhiviraj skupino' }).click();
  await expect(old).toHaveCount(0);
  await page.getByRole('button', { name: 'Razveljavi' }).click();
  await expect(old).toBeVisible();

  await page.getByRole('button', { name: `Dejanja: ${nextSeason}` }).click();
  await page.getByRole('menuitem', { name: 'Izbriši skupino' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Izbriši skupino' }).click();
  await expect(page.getByText('Skupina je izbrisana')).toBeVisible();
});
