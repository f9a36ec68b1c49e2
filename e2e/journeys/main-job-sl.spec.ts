import { expectAccessible } from '../axe.ts';
import { enter, expect, test } from '../fixtures.ts';
import { linkIn, mailsTo, mailWith } from '../mailbox.ts';

const group = 'Šolski ples Čebelice';
const visitorEmail = 'spela.zagar@posta.test';

test('a group is published, found, applied to, and the application approved, in Slovenian', async ({
  page,
  context,
  desk,
  phone,
}) => {
  await page.goto('/login');
  await enter(page, 'owner@zvezda.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await test.step('the owner makes a group', async () => {
    await page
      .getByRole('navigation', { name: 'Glavni meni' })
      .getByRole('link', { name: 'Skupine' })
      .click();
    await page.getByRole('link', { name: 'Nova skupina' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Nova skupina' })).toBeVisible();

    await page.getByRole('checkbox', { name: 'Angleščina' }).uncheck();
    await page.getByRole('textbox', { name: 'Ime skupine' }).fill(group);
    await page.getByText('Več', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Oznaka' })).toHaveValue('solski-ples-cebelice');
    await page.getByRole('textbox', { name: 'Opis' }).fill('Plesne igre za prvošolke in prvošolce.');
    await page.getByRole('textbox', { name: 'Cena' }).fill('35 € na mesec');

    await page.getByRole('combobox', { name: 'Kategorija' }).click();
    await page.getByRole('option', { name: 'Predšolski program' }).click();
    await page.getByRole('combobox', { name: 'Lokacija' }).click();
    await page.getByRole('option', { name: 'Mala dvorana' }).click();
    await page.getByRole('combobox', { name: 'Vodje skupine' }).click();
    await page.getByRole('option', { name: 'Nina Bergant' }).click();
    await page.keyboard.press('Escape');

    await page.getByRole('textbox', { name: 'Število mest' }).fill('12');

    const tabs = page.getByRole('navigation', { name: 'Deli skupine' });
    await tabs.getByRole('link', { name: 'Urnik' }).click();
    await page.getByRole('button', { name: 'Dodaj termin: torek' }).click();
    await page.getByRole('textbox', { name: 'torek, začetek' }).fill('16.15');
    await page.getByRole('textbox', { name: 'torek, trajanje v minutah' }).fill('45');

    await tabs.getByRole('link', { name: 'Prijavni obrazec' }).click();
    await page.getByRole('button', { name: 'Dodaj polje' }).click();
    await page.getByRole('textbox', { name: 'Poiščite polje' }).fill('izkusnje');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Dodaj svoje vprašanje' }).click();
    await page.getByRole('textbox', { name: 'Vprašanje', exact: true }).fill('V katerem razredu je otrok?');
    await page.getByRole('checkbox', { name: 'Obvezno: V katerem razredu je otrok?' }).check();
  });

  await test.step('saves it after an error names the missing field, and publishes it', async () => {
    await page
      .getByRole('navigation', { name: 'Deli skupine' })
      .getByRole('link', { name: 'Podatki' })
      .click();
    await page.getByRole('textbox', { name: 'Ime skupine' }).fill('');
    await page.getByRole('button', { name: 'Shrani' }).click();
    const summary = page.getByRole('region', { name: 'Obrazec ima 2 napaki' });
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: /ime skupine/i }).click();
    await expect(page.getByRole('textbox', { name: 'Ime skupine' })).toBeFocused();
    await page.keyboard.type(group);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1, name: group })).toBeVisible();
    await expect(page).toHaveURL(/\/groups\/[0-9a-f-]{36}/);

    await page.getByRole('switch', { name: 'Objavljena' }).click();
    await expect(page.getByText('Skupina je objavljena')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Sprejemaj prijave' })).toBeChecked();
    await expect(page.getByRole('link', { name: 'Predogled obrazca' })).toBeVisible();
    await expect(page.getByText('Vpis je odprt')).toBeVisible();
  });

  const link = await test.step('copies the link', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Kopiraj' }).click();
    await expect(page.getByText('Povezava je kopirana')).toBeVisible();
    return page.evaluate<string>('navigator.clipboard.readText()');
  });
  expect(link).toMatch(/\/zvezda\/[a-z0-9-]+$/);

  const visitor = await phone('sl');
  const reference = await test.step('a visitor finds it and applies', async () => {
    await visitor.goto(link.replace(/\/[^/]+$/, ''));
    await expect(visitor.getByRole('heading', { level: 1, name: 'Plesna šola Zvezda' })).toBeVisible();
    await visitor.getByRole('link', { name: 'Predšolski program' }).click();
    await visitor.getByRole('searchbox', { name: 'Iskanje po imenu skupine' }).fill('solski ples ceb');
    await expect(visitor.getByRole('article')).toHaveCount(1);
    await expect(visitor.getByRole('article')).toContainText('12 prostih mest');
    await visitor.getByRole('link', { name: new RegExp(`^Prijava.*${group}`) }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: group })).toBeVisible();

    const send = visitor.getByRole('button', { name: 'Oddaj prijavo' });
    await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('spela.zagar');
    await visitor.getByRole('radio', { name: 'Brez izkušenj' }).check();
    await send.click();
    const summary = visitor.getByRole('alert', { name: /^Prijava še ni oddana: popravite/ });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveCount(3);
    await expectAccessible(visitor, 'light');
    await summary.getByRole('link', { name: 'Vpišite ime in priimek' }).click();
    const name = visitor.getByRole('textbox', { name: 'Ime in priimek udeleženca' });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription('Vpišite ime in priimek');
    // as people type: a form that is full within a moment is taken for a robot's
    await visitor.keyboard.type('Špela Žagar', { delay: 160 });
    await expect(summary.getByRole('link')).toHaveCount(2);
    await summary.getByRole('link', { name: /ime@primer\.si/ }).click();
    await expect(visitor.getByRole('textbox', { name: 'E-pošta' })).toHaveValue('spela.zagar');
    await visitor.getByRole('textbox', { name: 'E-pošta' }).fill(visitorEmail);
    await visitor.getByRole('textbox', { name: 'V katerem razredu je otrok?' }).fill('1. b');
    await expect(visitor.getByRole('alert')).toHaveCount(0);
    await visitor.getByRole('textbox', { name: /^Opombe/ }).fill('Pridemo s kolesom.');
    await send.click();

    await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeFocused();
    await expect(visitor.getByRole('main')).toContainText(`${group} na ime Špela Žagar`);
    await expect(visitor.getByRole('main')).toContainText(`Potrdilo smo poslali na ${visitorEmail}`);
    await expectAccessible(visitor, 'dark');
    // on paper letters are dark, also where the screen is
    await visitor.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(31, 34, 25)');
    await visitor.emulateMedia({ media: null, colorScheme: null });
    const told = await visitor.getByText('Številka prijave:').innerText();
    return /Številka prijave:\s*([2-9A-HJ-NP-Z]{8})\./.exec(told)?.[1] ?? 'none';
  });

  await test.step('and gets a confirmation', async () => {
    const mail = await mailWith(visitorEmail, `Prejeli smo prijavo: Špela Žagar, ${group}`);
    expect(mail.from[0]?.name).toBe('Plesna šola Zvezda');
    for (const words of ['Pozdravljeni, Špela Žagar,', group, reference, 'V obravnavi', 'Tržaška 12']) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }
  });

  await test.step('the owner and the leader are told; the mail leads the leader to the application', async () => {
    const subject = `Nova prijava: Špela Žagar, ${group}`;
    const [, toLeader] = [
      await mailWith('owner@zvezda.test', subject),
      await mailWith('group-admin@zvezda.test', subject),
    ];
    expect(toLeader.text).not.toContain('1. b');
    const leader = await desk('sl');
    await leader.goto(linkIn(toLeader, 'Odpri prijavo'));
    await expect(leader).toHaveURL(/\/login/);
    await enter(leader, 'group-admin@zvezda.test');
    const application = leader.getByRole('complementary', { name: 'Špela Žagar' });
    await expect(application).toContainText('V obravnavi');
    await expect(application).toContainText('1. b');
    await expect(application).toContainText('Brez izkušenj');
    await expect(application).toContainText('Pridemo s kolesom.');
    await expect(application).toContainText(reference);

    await application.getByRole('button', { name: 'Odobri' }).click();
    await expect(leader.getByText('Špela Žagar: prijava je odobrena')).toBeVisible();
    await expect(application).toContainText('Odobrena');
  });

  await test.step('and the visitor is told', async () => {
    const mail = await mailWith(visitorEmail, `Mesto je potrjeno: Špela Žagar, ${group}`);
    for (const words of [
      'Pozdravljeni, Špela Žagar,',
      'Odobrena',
      'Kaj sledi',
      'Mesto je potrjeno',
      reference,
    ]) {
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }
    expect(await mailsTo(visitorEmail)).toHaveLength(2);
  });

  await test.step('and the owner sees the decision in the list', async () => {
    await page
      .getByRole('navigation', { name: 'Glavni meni' })
      .getByRole('link', { name: 'Udeleženci' })
      .click();
    await page.getByRole('searchbox', { name: 'Ime, e-pošta ali telefon' }).fill('spela zagar');
    await expect(page.getByRole('row', { name: /Špela Žagar/ })).toContainText('Odobrena');
  });
});
