import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailsTo, mailWith } from '../mailbox.ts';

const nameField = 'Ime in priimek udeleženca';

/** As people type: a form that is full within a moment is taken for a robot's. */
async function typeName(visitor: Page, name: string): Promise<void> {
  await visitor.getByRole('textbox', { name: nameField }).pressSequentially(name, { delay: 150 });
}

async function referenceOn(visitor: Page): Promise<string> {
  const told = await visitor.getByText('Številka prijave:').innerText();
  return /Številka prijave:\s*([2-9A-HJ-NP-Z]{8})\./.exec(told)?.[1] ?? 'none';
}

test('a half-filled form survives a reload, and can be thrown away', async ({ phone, school }) => {
  const visitor = await phone('sl');
  await visitor.goto(school.formOf('Otroški balet II'));
  await visitor.getByRole('textbox', { name: nameField }).fill('Zala Čuk');
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('zala.cuk@posta.test');
  await visitor.getByRole('textbox', { name: 'Zdravstvene posebnosti' }).fill('Alergija na orehe');
  await expect(visitor.getByText('Osnutek je shranjen v tem brskalniku.')).toBeVisible();
  await visitor.reload();
  await expect(
    visitor.getByText('Obnovili smo vaš osnutek. Občutljive odgovore vpišite znova.'),
  ).toBeVisible();
  await expect(visitor.getByRole('textbox', { name: nameField })).toHaveValue('Zala Čuk');
  await expect(visitor.getByRole('textbox', { name: 'E-pošta' })).toHaveValue('zala.cuk@posta.test');
  // drafts omit sensitive answers, and the field says so
  await expect(visitor.getByRole('textbox', { name: 'Zdravstvene posebnosti' })).toHaveValue('');
  await expect(visitor.getByRole('textbox', { name: 'Zdravstvene posebnosti' })).toHaveAccessibleDescription(
    /Tega odgovora ne shranjujemo\. Če ste ga že vpisali, ga vpišite znova\.$/,
  );
  await visitor.getByRole('button', { name: 'Zavrzi osnutek' }).click();
  await expect(visitor.getByRole('textbox', { name: nameField })).toHaveValue('');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByRole('textbox', { name: nameField })).toHaveValue('');
});

test('sending twice, and once more, leaves one application and one mail', async ({
  page,
  phone,
  school,
  signIn,
}) => {
  const email = 'lan.vidmar@posta.test';
  const visitor = await phone('sl');
  const path = school.formOf('Balet za odrasle');
  await visitor.goto(path);
  await typeName(visitor, 'Lan Vidmar');
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill(email);
  await visitor.getByRole('button', { name: 'Oddaj prijavo' }).dblclick();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeFocused();
  const reference = await referenceOn(visitor);
  await mailWith(email, 'Prejeli smo prijavo: Lan Vidmar, Balet za odrasle');

  await visitor.goto(path);
  await typeName(visitor, 'LAN  vidmar');
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill(email);
  await visitor.getByRole('button', { name: 'Oddaj prijavo' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeFocused();
  expect(await referenceOn(visitor)).toBe(reference);

  await signIn('owner@zvezda.test');
  await page.goto('/participants');
  await page.getByRole('searchbox', { name: 'Ime, e-pošta ali telefon' }).fill(email);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/1 od 1$/);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('an earlier applicant is told of their application and keeps the place in the queue', async ({
  phone,
  school,
}) => {
  const visitor = await phone('sl');
  await visitor.goto(school.formOf('Jazz za odrasle'));
  await typeName(visitor, 'neza golob');
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('neza.golob@mail.test');
  await visitor.getByRole('button', { name: 'Oddaj prijavo v čakalno vrsto' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je v čakalni vrsti' })).toBeFocused();
  const mail = await mailWith('neza.golob@mail.test', 'Vašo prijavo že imamo: Neža Golob, Jazz za odrasle');
  expect(mail.text).toContain(await referenceOn(visitor));
});

test('the form works without script, with the same mistakes named and nothing lost', async ({
  phone,
  school,
  willRefuse,
}) => {
  const visitor = await phone('sl', { javaScriptEnabled: false });
  await visitor.goto(`${school.path}/categories`);
  await visitor.getByRole('link', { name: 'Balet' }).click();
  await visitor.getByRole('searchbox', { name: 'Iskanje po imenu skupine' }).fill('otroski balet ii');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('article')).toHaveCount(1);
  await visitor.getByRole('link', { name: 'Otroški balet II', exact: true }).click();

  const send = visitor.getByRole('button', { name: 'Oddaj prijavo' });
  await typeName(visitor, 'Črt Šuštar');
  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('crt');
  await visitor.getByRole('textbox', { name: 'Datum rojstva' }).fill('31.02.2018');
  willRefuse(422, /\/otroski-balet-2$/);
  await send.click();
  const summary = visitor.getByRole('alert', { name: /^Prijava še ni oddana: popravite/ });
  await expect(summary.getByRole('link')).toHaveText([
    'Vpišite e-poštni naslov v obliki ime@primer.si',
    /^»Datum rojstva«: vpišite datum v obliki dd\.mm\.llll/,
    /^Izpolnite »Ime in priimek starša ali skrbnika«/,
    /^Izpolnite »Telefon starša ali skrbnika«/,
  ]);
  // the page begins with the errors
  await expect(summary).toBeInViewport();
  await expect(visitor.getByRole('textbox', { name: nameField })).toHaveValue('Črt Šuštar');
  await expect(visitor.getByRole('textbox', { name: 'Datum rojstva' })).toHaveValue('31.02.2018');

  await visitor.getByRole('textbox', { name: 'E-pošta' }).fill('crt.sustar@posta.test');
  await visitor.getByRole('textbox', { name: 'Datum rojstva' }).fill('28.02.2018');
  await visitor.getByRole('textbox', { name: 'Ime in priimek starša ali skrbnika' }).fill('Ana Šuštar');
  await visitor.getByRole('textbox', { name: 'Telefon starša ali skrbnika' }).fill('041 222 333');
  await send.click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Prijava je oddana' })).toBeVisible();
  const reference = await referenceOn(visitor);
  const mail = await mailWith('crt.sustar@posta.test', 'Prejeli smo prijavo: Črt Šuštar, Otroški balet II');
  expect(mail.text).toContain(reference);

  await visitor.getByRole('button', { name: 'Prijavi še eno osebo' }).click();
  await expect(visitor.getByRole('textbox', { name: 'E-pošta' })).toHaveValue('crt.sustar@posta.test');
  await expect(visitor.getByRole('textbox', { name: nameField })).toHaveValue('');
});
