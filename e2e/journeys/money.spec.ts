import type { Locator, Page } from '@playwright/test';
import type { Payment } from '@vpisnik/contract/payments';
import { addMonths } from '@vpisnik/contract/rules/fee-plan';
import { monthWords } from '@vpisnik/contract/rules/fee-words';
import { camt, ownIban } from '../../server/test/outside/camt.ts';
import { moved, today } from '../days.ts';
import { expect, type School, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { addPeople, headersOf } from '../people.ts';

/** Calls the API as the page's user, and expects that it is done. */
function callsOf(page: Page) {
  const headers = headersOf(page);
  return async <T>(method: 'get' | 'post' | 'patch', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect([200, 201, 204]).toContain(answer.status());
    return answer.json();
  };
}
type Calls = ReturnType<typeof callsOf>;

/** A new group of the school that nobody else is in. */
async function addGroup(call: Calls, school: School, label: string, name: { sl: string; en: string }) {
  const path = `/groups/${school.groupId('Jazz za odrasle')}/copies`;
  return (await call<{ id: string }>('post', path, { label, name, shift_days: 7 })).id;
}

const byPlan = { sl: 'Jazz po načrtu', en: 'Jazz by plan' };

/** Nothing is asked for by this plan but one payment. */
const onePayment = {
  ...{ rhythm: 'once', kind: 'tuition', due_date: null, days_after: 8, day_of_month: 15 },
  ...{ first_month: null, last_month: null, free_months: [], instalments: [], joining_fee: null },
  ...{ late_start: 'whole', made_on: 'approved', days_ahead: 14, version: 0 },
};

/** Approves a person in a group's list, where the question names an amount; answers their panel. */
async function approve(page: Page, group: string, name: string, amount: string) {
  await page.goto(`/groups/${group}?tab=participants`);
  await page.getByRole('link', { name }).click();
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'Odobri' }).click();
  const question = page.getByRole('dialog', { name: `Odobrim prijavo »${name}«?` });
  await expect(question).toContainText(amount);
  await question.getByRole('button', { name: 'Odobri prijavo' }).click();
  await expect(page.getByText(`${name}: prijava je odobrena`)).toBeVisible();
  return panel;
}

/** The payments of a group, those that are due first at the front. */
const paymentsOf = async (call: Calls, group: string): Promise<Payment[]> =>
  (await call<{ results: Payment[] }>('get', `/payments?group_id=${group}&sort=expiration_date`)).results;

/** Turns the mails that ask for payments, and confirm them, on or off; the other journeys share the school. */
async function setMails(call: Calls, on: boolean) {
  const settings = await call<Record<string, unknown>>('get', '/payment-settings');
  const { id: _, created_at, updated_at, ...rest } = settings;
  await call('patch', '/payment-settings', { ...rest, mail_requests: on, mail_received: on });
}

/** The mails of a panel and its history, which both tell that one of a type was sent. */
const sentIn = (panel: Locator, address: string, type: string) =>
  panel.getByRole('listitem').filter({ hasText: address }).filter({ hasText: type });

test('a plan of nine months asks for the first with an approval, and a bank statement marks it as paid until it is undone', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const call = callsOf(page);
  await setMails(call, true);
  const [name, address] = ['Zoja Plačnik', 'zoja@posta.test'];
  const group = await addGroup(call, school, 'po-nacrtu-zoja', byPlan);
  await addPeople(page, group, [{ name, email: address }]);
  const month = today().slice(0, 7);
  await page.goto(`/groups/${group}?tab=fees`);
  await page.getByRole('button', { name: 'Dodaj načrt plačil' }).click();
  await page.getByRole('textbox', { name: 'Znesek' }).fill('45,5');
  for (const [field, at] of [
    ['Prvi mesec', month],
    ['Zadnji mesec', addMonths(month, 8)],
  ] as const) {
    const select = page.getByRole('combobox', { name: field });
    // a chosen month that is chosen again would be none
    if ((await select.inputValue()) === monthWords(at, 'sl')) continue;
    await select.click();
    await page.getByRole('option', { name: monthWords(at, 'sl') }).click();
  }
  await expect(page.getByRole('region', { name: 'Predogled' })).toContainText(
    '45,50 € na mesec, 9 obrokov, skupaj 409,50 €',
  );
  await page.getByRole('button', { name: 'Shrani načrt' }).click();
  await expect(page.getByText('Plačila nastanejo ob odobritvi prijave.')).toBeVisible();

  const panel = await approve(page, group, name, '45,50 €');
  const [first] = await paymentsOf(call, group);
  if (!first) throw new Error('The approval made no payments');
  expect(first).toMatchObject({ amount: '45.50', status: 'pending', instalment: 1, instalments: 9 });
  const asked = await mailWith(address, `Podatki za plačilo: ${name}, ${byPlan.sl}`);
  expect(asked.text).toContain('IBAN prejemnika: SI56 1910 0000 0123 438');
  expect(asked.attachments.map(({ filename, type }) => [filename, type])).toEqual([
    ['upn-qr.png', 'image/png'],
    ['epc-qr.png', 'image/png'],
  ]);

  const transfer = { amount: '45.50', day: today(), name: 'PLAČNIK MIRA', reference: first.reference_number };
  await page.goto('/payments');
  await page.getByRole('link', { name: 'Uvozi izpisek' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'izpisek.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(camt([transfer], { iban: ownIban })),
  });
  await expect(page.getByRole('heading', { name: 'Ujema se 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Potrdi 1 ujemanje' }).click();
  await expect(page.getByText('Vsi prilivi so razporejeni.')).toBeVisible();
  const statement = page.url();
  await mailWith(address, `Plačilo smo prejeli: ${name}, ${byPlan.sl}`);
  await setMails(call, false);

  await page.goto(`/participants/${first.participant_id}`);
  await expect(panel.locator(`[data-payment="${first.id}"]`)).toContainText('Plačano');
  for (const type of ['Podatki za plačilo', 'Prejeto plačilo'])
    await expect(sentIn(panel, address, type)).toHaveCount(2);

  await page.goto(statement);
  await page.getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await expect(page.getByText('Uvoz je razveljavljen.').first()).toBeVisible();
  const [again] = await paymentsOf(call, group);
  expect(again).toMatchObject({ id: first.id, amount: '45.50', status: 'pending', payment_date: null });
});

test('who is late is reminded by e-mail, not twice in a week, and pays in cash', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const call = callsOf(page);
  const [name, address] = ['Mira Plačnik', 'mira@posta.test'];
  const group = await addGroup(call, school, 'po-nacrtu-mira', byPlan);
  await addPeople(page, group, [{ name, email: address }]);
  const [person] = (await call<{ results: { id: string }[] }>('get', `/participants?group_id=${group}`))
    .results;
  await call('patch', `/participants/${person?.id}/status`, { status: 'approved', notify: false });
  const [late] = (
    await call<{ results: Payment[] }>('post', `/participants/${person?.id}/payments`, {
      payments: [{ amount: '45.50', expiration_date: moved(today(), -4) }],
    })
  ).results;

  // as the work in the background does some time in the next quarter of an hour, perhaps while the page is open
  await call('patch', `/payments/${late?.id}`, { status: 'expired', version: 1 });

  await page.goto(`/participants/${person?.id}`);
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'Opomni' }).click();
  const question = page.getByRole('dialog', { name: 'Pošljem opomnik za 45,50 €?' });
  await question.getByRole('button', { name: 'Opomni' }).click();
  await expect(page.getByText('Opomnik bo poslan')).toBeVisible();
  await mailWith(address, `Rok plačila je potekel: ${name}, ${byPlan.sl}`);
  await expect(panel.getByText(/^Zadnji opomnik: /)).toBeVisible();
  await panel.getByRole('button', { name: 'Opomni' }).click();
  await expect(question.getByText(/pred manj kot sedmimi dnevi/)).toBeVisible();
  await question.getByRole('button', { name: 'Prekliči' }).click();

  const row = panel.locator(`[data-payment="${late?.id}"]`);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Označi kot plačano ali delno plačano' }).click();
  await row.getByRole('combobox', { name: 'Način plačila' }).click();
  await page.getByRole('option', { name: 'Gotovina' }).click();
  await row.getByRole('textbox', { name: /Številka potrdila/ }).fill('26-114');
  await row.getByRole('button', { name: 'Označi kot plačano' }).click();
  await expect(row).toContainText('Plačano');
  await page.reload();
  await expect(sentIn(panel, address, 'Opomnik za plačilo')).toHaveCount(2);
});

test('the second child of a family pays less, and whoever withdraws is given the money back', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const call = callsOf(page);
  const setFamily = async (family: object | null) => {
    await call('patch', '/fee-rules', { ...(await call<object>('get', '/fee-rules')), family });
  };
  const { family: before } = await call<{ family: object | null }>('get', '/fee-rules');
  await setFamily({ unit: 'percent', value: '20' });
  const id = await addGroup(call, school, 'bratje-in-sestre', {
    ...{ sl: 'Jazz za brate in sestre', en: 'Jazz for siblings' },
  });
  await call('patch', `/groups/${id}/fee-plan`, { ...onePayment, amount: '100' });
  const add = (name: string) =>
    call<{ id: string }>('post', '/participants', {
      ...{ name, email: 'kosovi@posta.test', group_id: id, language: 'sl' },
      ...{ notify: false, allow_overbooking: true },
    });
  const [ana, bor] = [await add('Ana Kosova'), await add('Bor Kosov')];
  await call('post', `/participants/${ana.id}/family`, { participant_ids: [bor.id] });

  await approve(page, id, 'Ana Kosova', '100,00 €');
  await approve(page, id, 'Bor Kosov', '80,00 €');
  const of = async (person: { id: string }): Promise<Payment[]> =>
    (await call<{ results: Payment[] }>('get', `/payments?group_id=${id}&participant_id=${person.id}`))
      .results;
  const [paid] = await of(bor);
  expect(paid).toMatchObject({ amount: '80.00', status: 'pending' });
  await call('patch', `/payments/${paid?.id}`, {
    status: 'completed',
    method: 'cash',
    version: paid?.version,
  });
  for (const { id: person } of [ana, bor])
    await call('patch', `/participants/${person}/status`, { status: 'inactive', notify: false });
  // what was asked for is not any more, and what came is given back by people
  expect(await of(ana)).toMatchObject([{ amount: '100.00', status: 'cancelled' }]);
  await page.goto(`/participants/${bor.id}`);
  const row = page.locator(`[data-payment="${paid?.id}"]`);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Zabeleži vračilo' }).click();
  await row.getByRole('textbox', { name: /Razlog/ }).fill('Odpoved');
  await row.getByRole('button', { name: 'Zabeleži vračilo' }).click();
  await expect(page.getByText('Vračilo je zabeleženo')).toBeVisible();
  expect(await of(bor)).toMatchObject([{ amount: '80.00', status: 'refunded', status_reason: 'Odpoved' }]);
  // the other journeys share the school
  await setFamily(before);
});
