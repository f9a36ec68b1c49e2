import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { addPeople, headersOf, persons } from '../people.ts';

// fixed days: of answers that were given; they are stored, and exported as they were

const group = 'Pilates za plesalce';

test('a class of 25 moves to the group of the next season, and a report says who was there already', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  await addPeople(page, school.groupId(group), persons(25, 'Letnik'));
  const copied = await page.request.post(`/api/groups/${school.groupId(group)}/copies`, {
    headers: headersOf(page),
    data: { label: 'pilates-prihodnje-leto', name: { sl: 'Pilates prihodnje leto' }, shift_days: 364 },
  });
  expect(copied.status()).toBe(201);
  const next: { id: string } = await copied.json();
  await addPeople(page, next.id, [{ name: 'Letnik 26', email: null }]);

  await page.goto('/participants?search=letnik');
  await expect(page.getByText('Prikazano: 26 od 26')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Izberi vse na strani' }).click();
  await expect(page.getByRole('region', { name: 'Izbrane prijave' })).toContainText('Izbranih 26 prijav');
  await page.getByRole('button', { name: 'Več dejanj za izbrane' }).click();
  await page.getByRole('menuitem', { name: 'Premakni v drugo skupino' }).click();
  const dialog = page.getByRole('dialog', { name: 'Premaknem 26 udeležencev v drugo skupino?' });
  await dialog.getByRole('combobox', { name: 'Nova skupina' }).fill('prihodnje');
  await page.getByRole('option', { name: /Pilates prihodnje leto/ }).click();
  await expect(dialog).toContainText('udeležencev bo premaknjenih');
  await expect(dialog).toContainText('je že v tej skupini');
  await dialog.getByRole('button', { name: 'Premakni 25 udeležencev' }).click();
  const report = page.getByRole('dialog', { name: 'Premaknjenih je 25 udeležencev' });
  await expect(report).toContainText('1 je preskočena in ostaja, kot je bila.');
  await expect(report.getByRole('row', { name: /Letnik 26/ })).toContainText('je že v tej skupini');
  await report.getByRole('button', { name: 'Zapri' }).last().click();
  await expect(page.getByRole('row', { name: /Letnik 7 / })).toContainText('Pilates prihodnje leto');
  await page.goto(`/groups/${next.id}?tab=participants`);
  await expect(page.getByText('Prikazano: 26 od 26')).toBeVisible();
});

test('300 people come out of a Google form, and the exported list holds them as they were, one who came twice once', async ({
  page,
  signIn,
}) => {
  const people = Array.from({ length: 300 }, (_, at) => ({
    name: `Žan Čuk ${at + 1}`,
    email: `zan.cuk${at + 1}@posta.test`,
    day: 10 + (at % 9),
    phone: at % 2 ? `+386 31 ${200_000 + at}` : `0312${10_000 + at}`,
    notes: at === 0 ? '=HYPERLINK("https://evil.test")' : at === 1 ? 'Prva vrstica\nin "druga"; konec' : '',
    birth: at === 298 ? '14. 3. 2012' : '',
  }));
  const [stays, again] = people.slice(-2);
  if (!stays || !again) throw new Error('Two are the same person');
  Object.assign(again, { name: 'CUK Zan 299', phone: stays.phone, birth: stays.birth });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [
    [
      'Časovni žig',
      'Ime in priimek otroka',
      'E-poštni naslov',
      'Telefon',
      'Sporočilo ob prijavi',
      'Datum rojstva',
    ],
    ...people.map(({ name, email, day, phone, notes, birth }) => [
      `2026/09/${day} 5:03:22 popoldne GMT+2`,
      ...[name, email, phone, notes, birth],
    ]),
  ];
  await signIn('owner@zvezda.test');
  await page.goto('/participants');
  await page.getByRole('main').getByRole('link', { name: 'Uvoz' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'odgovori.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map((line) => line.map(quoted).join(',')).join('\r\n')),
  });
  await expect(page.getByRole('heading', { name: 'Kaj je v stolpcih' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Skupina za vse vrstice' }).fill('pilates za');
  await page.getByRole('option', { name: /Pilates za plesalce/ }).click();
  await page.getByRole('button', { name: 'Naprej na pregled' }).click();
  await expect(page.getByText('300 udeležencev je pripravljenih za uvoz.')).toBeVisible();
  await expectAccessible(page, 'light');
  await page.getByRole('button', { name: 'Uvozi 300 udeležencev' }).click();
  await expect(page.getByText('Uvoženih je 300 udeležencev').first()).toBeVisible();

  await page.goto('/participants?search=zan.cuk&sort=application_date');
  await expect(page.getByText(/^Prikazano: \d+ od 300$/)).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('textbox', { name: 'Poiščite filter' }).fill('pregled');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Možna dvojna prijava' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Prikazano: 2 od 2')).toBeVisible();
  await page.getByRole('link', { name: stays.name, exact: true }).click();
  await expect(page.getByText(/^Morda ista oseba: CUK Zan 299/).locator('..')).toContainText(
    'enako ime, enak datum rojstva, enak telefon',
  );
  await page.getByRole('link', { name: 'Primerjaj' }).click();
  const emails = page.getByRole('radiogroup', { name: 'E-pošta' });
  await emails.getByRole('radio', { name: again.email }).check();
  await expect(page.getByText(`Po združitvi: ${stays.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Združi prijavi' }).click();
  await expect(page.getByText('Prijavi sta združeni')).toBeVisible();
  await expect(page.getByRole('heading', { name: stays.name, exact: true })).toBeVisible();
  await expect(page.getByText(/^Združena s prijavo CUK Zan 299 .*Razveljavite/)).toBeVisible();

  await page.goto('/participants?search=zan.cuk&sort=application_date');
  await expect(page.getByText(/^Prikazano: \d+ od 299$/)).toBeVisible();
  const download = async (kind: 'CSV' | 'Excel (XLSX)'): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Izvozi vse, ki ustrezajo filtrom' }).click();
    const dialog = page.getByRole('dialog', { name: 'Izvoz za preglednice' });
    await dialog.getByRole('radio', { name: kind }).check();
    await dialog.getByRole('radio', { name: 'Vsi', exact: true }).check();
    const file = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Izvozi 299 udeležencev' }).click();
    return readFileSync(await (await file).path());
  };
  const csv: Record<string, string>[] = parse(await download('CSV'), {
    ...{ bom: true, delimiter: ';', columns: true },
  });
  const [header = [], ...book] = await readSheet(await download('Excel (XLSX)'));
  const at = (name: string) => header.indexOf(name);
  const byMail = new Map(book.map((row) => [row[at('E-pošta')], row]));
  expect(csv).toHaveLength(299);
  expect(book).toHaveLength(299);
  const merged = [...people.slice(0, -2), { ...stays, email: again.email }];
  for (const { name, email, day, phone, notes } of merged) {
    const row = csv.find((one) => one['E-pošta'] === email);
    // a spreadsheet would take a telephone for a number, and text for a formula: an apostrophe shows it as text
    const safe = (text: string) => (/^[=+]|^0\d+$/.test(text) ? `'${text}` : text);
    expect(row).toMatchObject({ Udeleženec: name, Telefon: safe(phone), 'Opombe ob prijavi': safe(notes) });
    expect(row?.Prijava).toBe(`${day}. 9. 2026 17:03`);
    const cells = byMail.get(email);
    const found = [cells?.[at('Udeleženec')], cells?.[at('Telefon')], cells?.[at('Opombe ob prijavi')]];
    expect(found).toEqual([name, phone, notes || null]);
    // spreadsheets know no zones: the hour as clocks in Ljubljana show it
    expect(cells?.[at('Prijava')]).toEqual(new Date(`2026-09-${day}T17:03:00Z`));
  }
});
