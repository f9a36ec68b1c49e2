import type { Page } from '@playwright/test';
import type { Payment } from '@vpisnik/contract/payments';
import { camt, ownIban } from '../../server/test/outside/camt.ts';
import { moved, today } from '../days.ts';
import { expect, type School, test } from '../fixtures.ts';
import { mailWith } from '../mailbox.ts';
import { addPeople, headersOf } from '../people.ts';

/** Approves a person in a new group that is paid by the month, and answers the first payment of that. */
async function approveByPlan(page: Page, school: School, name: string, email: string) {
  const headers = await headersOf(page);
  const label = `po-nacrtu-${email.split('@')[0]}`;
  const copied = await page.request.post(`/api/groups/${school.groupId('Jazz za odrasle')}/copies`, {
    headers,
    data: { label, name: { sl: 'Jazz po načrtu', en: 'Jazz by plan' }, shift_days: 7 },
  });
  expect(copied.status()).toBe(201);
  const { id }: { id: string } = await copied.json();
  await addPeople(page, id, [{ name, email }]);

  await page.goto(`/groups/${id}?tab=fees`);
  await page.getByRole('button', { name: 'Dodaj načrt plačil' }).click();
  await page.getByRole('textbox', { name: 'Znesek' }).fill('45,5');
  await expect(page.getByRole('region', { name: 'Predogled' })).toContainText('45,50 € na mesec');
  await page.getByRole('button', { name: 'Shrani načrt' }).click();
  await expect(page.getByText('Plačila nastanejo ob odobritvi prijave.')).toBeVisible();

  await page.goto(`/groups/${id}?tab=participants`);
  await page.getByRole('link', { name }).click();
  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'Odobri' }).click();
  const question = page.getByRole('dialog', { name: `Odobrim prijavo »${name}«?` });
  await expect(question).toContainText('45,50 €');
  await question.getByRole('button', { name: 'Odobri prijavo' }).click();
  await expect(page.getByText(`${name}: prijava je odobrena`)).toBeVisible();
  const read = async (): Promise<Payment[]> => {
    const answer = await page.request.get(`/api/payments?group_id=${id}&sort=expiration_date`, { headers });
    return (await answer.json()).results;
  };
  const [first] = await read();
  if (!first) throw new Error('The approval made no payments');
  return { first, read, headers, panel };
}

test('a plan makes payments with an approval, and a bank statement marks the first as paid until it is undone', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const { first, read, panel } = await approveByPlan(page, school, 'Zoja Plačnik', 'zoja@posta.test');
  expect(first).toMatchObject({ amount: '45.50', status: 'pending' });
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

  await page.goto(`/participants/${first.participant_id}`);
  await expect(panel.locator(`[data-payment="${first.id}"]`)).toContainText('Plačano');

  await page.goto(statement);
  await page.getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Razveljavi uvoz' }).click();
  await expect(page.getByText('Uvoz je razveljavljen.').first()).toBeVisible();
  const [again] = await read();
  expect(again).toMatchObject({ id: first.id, amount: '45.50', status: 'pending', payment_date: null });
});

test('a payer is asked for the money, reminded and thanked by e-mail', async ({ page, signIn, school }) => {
  await signIn('owner@zvezda.test');
  await page.goto('/settings');
  const settings = page.getByRole('region', { name: 'Podatki za plačila' });
  for (const name of ['Podatki za plačilo, ko nastane novo plačilo', 'Potrditev, da je plačilo prejeto'])
    await settings.getByRole('switch', { name }).check({ force: true });
  await settings.getByRole('button', { name: 'Potrdi podatke za plačila' }).click();
  await expect(page.getByText('Podatki za plačila so shranjeni')).toBeVisible();

  const address = 'mira@posta.test';
  const name = 'Mira Plačnik';
  const { first, headers, panel } = await approveByPlan(page, school, name, address);
  const asked = await mailWith(address, `Podatki za plačilo: ${name}, Jazz po načrtu`);
  expect(asked.text).toContain('IBAN prejemnika: SI56 1910 0000 0123 438');
  expect(asked.attachments.map(({ filename, type }) => [filename, type])).toEqual([
    ['upn-qr.png', 'image/png'],
    ['epc-qr.png', 'image/png'],
  ]);

  const change = async (payment: Payment, data: object): Promise<Payment> => {
    const answer = await page.request.patch(`/api/payments/${payment.id}`, {
      headers,
      data: { version: payment.version, ...data },
    });
    expect(answer.status()).toBe(200);
    return answer.json();
  };
  await change(first, { status: 'expired', expiration_date: moved(today(), -4) });
  await page.goto(`/participants/${first.participant_id}`);
  await panel.getByRole('button', { name: 'Opomni' }).click();
  const question = page.getByRole('dialog', { name: 'Pošljem opomnik za 45,50 €?' });
  await question.getByRole('button', { name: 'Opomni' }).click();
  await expect(page.getByText('Opomnik bo poslan')).toBeVisible();
  await mailWith(address, `Rok plačila je potekel: ${name}, Jazz po načrtu`);
  await expect(panel.getByText(/^Zadnji opomnik: /)).toBeVisible();
  await panel.getByRole('button', { name: 'Opomni' }).click();
  await expect(question.getByText(/pred manj kot sedmimi dnevi/)).toBeVisible();
  await question.getByRole('button', { name: 'Prekliči' }).click();

  const row = panel.locator(`[data-payment="${first.id}"]`);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Označi kot plačano ali delno plačano' }).click();
  await row.getByRole('combobox', { name: 'Način plačila' }).click();
  await page.getByRole('option', { name: 'Gotovina' }).click();
  await row.getByRole('textbox', { name: /Številka potrdila/ }).fill('26-114');
  await row.getByRole('button', { name: 'Označi kot plačano' }).click();
  await expect(row).toContainText('Plačano');
  await mailWith(address, `Plačilo smo prejeli: ${name}, Jazz po načrtu`);
  await page.reload();
  // among the mails and in the history
  for (const type of ['Podatki za plačilo', 'Opomnik za plačilo', 'Prejeto plačilo'])
    await expect(
      panel.getByRole('listitem').filter({ hasText: address }).filter({ hasText: type }),
    ).toHaveCount(2);

  // the other journeys share the school
  const saved = await (await page.request.get('/api/payment-settings', { headers })).json();
  const { id: _, created_at, updated_at, ...rest } = saved;
  const data = { ...rest, mail_requests: false, mail_received: false };
  expect((await page.request.patch('/api/payment-settings', { headers, data })).status()).toBe(200);
});

test('the second child of a family pays less, and whoever withdraws is given the money back', async ({
  page,
  signIn,
  school,
}) => {
  await signIn('owner@zvezda.test');
  const headers = await headersOf(page);
  const call = async <T>(method: 'get' | 'post' | 'patch', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](`/api${path}`, { headers, ...(data && { data }) });
    expect([200, 201, 204]).toContain(answer.status());
    return answer.json();
  };
  const setFamily = async (family: object | null) => {
    await call('patch', '/fee-rules', { ...(await call<object>('get', '/fee-rules')), family });
  };
  const { family: before } = await call<{ family: object | null }>('get', '/fee-rules');
  await setFamily({ unit: 'percent', value: '20' });
  const { id } = await call<{ id: string }>('post', `/groups/${school.groupId('Jazz za odrasle')}/copies`, {
    ...{
      label: 'bratje-in-sestre',
      name: { sl: 'Jazz za brate in sestre', en: 'Jazz for siblings' },
      shift_days: 7,
    },
  });
  await call('patch', `/groups/${id}/fee-plan`, {
    ...{ rhythm: 'once', kind: 'tuition', amount: '100', due_date: null, days_after: 8, day_of_month: 15 },
    ...{ first_month: null, last_month: null, free_months: [], instalments: [], joining_fee: null },
    ...{ late_start: 'whole', made_on: 'approved', days_ahead: 14, version: 0 },
  });
  const add = (name: string) =>
    call<{ id: string }>('post', '/participants', {
      ...{ name, email: 'kosovi@posta.test', group_id: id, language: 'sl' },
      ...{ notify: false, allow_overbooking: true },
    });
  const [ana, bor] = [await add('Ana Kosova'), await add('Bor Kosov')];
  await call('post', `/participants/${ana.id}/family`, { participant_ids: [bor.id] });

  const approve = async (name: string, amount: string) => {
    await page.goto(`/groups/${id}?tab=participants`);
    await page.getByRole('link', { name }).click();
    const panel = page.getByRole('complementary', { name });
    await panel.getByRole('button', { name: 'Odobri' }).click();
    const question = page.getByRole('dialog', { name: `Odobrim prijavo »${name}«?` });
    await expect(question).toContainText(amount);
    await question.getByRole('button', { name: 'Odobri prijavo' }).click();
    await expect(page.getByText(`${name}: prijava je odobrena`)).toBeVisible();
    return panel;
  };
  await approve('Ana Kosova', '100,00 €');
  await approve('Bor Kosov', '80,00 €');
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
