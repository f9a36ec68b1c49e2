import type { BulkJob, BulkPreview, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { PaymentActPreview } from '@vpisnik/contract/payment-acts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';
import { payment_settings } from '../../../db/schema.ts';

// fixed days: those on which something was due, all of which are over

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group_id: string;
beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  group_id = (await site.factories.group({ organization_id })).id;
  await site.factories.insert(payment_settings, {
    organization_id,
    ...{ recipient: 'Plesno društvo Žar', street: 'Tržaška cesta 12', town: '1000 Ljubljana' },
    ...{ iban: 'SI56191000000123438', bic: 'SZKBSI2X' },
  });
});

type Given = Record<string, unknown>;
type Job = StartedBulkJob & { code: string };
const person = async (given: Given = {}) =>
  (await site.factories.participant({ organization_id, group_id, status: 'approved', ...given })).id;
const owed = async (participant_id: string, given: Given = {}) =>
  (await site.factories.payment({ organization_id, participant_id, amount: '20.10', ...given })).id;
const remind = (selection: object, again = false, as = staff) =>
  as.post<Job>('/payments/bulk/remind', { selection, again });
const look = async (selection: object, act: object = { kind: 'remind' }) =>
  (await staff.post<PaymentActPreview>('/payments/bulk/preview', { selection, act })).body;
const undo = (id: string) => staff.post<Job>(`/bulk-jobs/${id}/undo`);
const mails = (type = 'payment_reminder') =>
  site.rows<{ state: string; payments: number; address: string }>(
    `select m.state, m.to_address as address, (select count(*)::integer from mail_payments l where l.mail_id = m.id) as payments
     from mails m where m.organization_id = $1 and m.email_type = $2 order by m.to_address, m.created_at`,
    [organization_id, type],
  );
const setTo = (set: string) =>
  site.rows(`update payment_settings set ${set} where organization_id = $1`, [organization_id]);
const rested = (id: string) =>
  until(async () => {
    const { body } = await staff.get<BulkJob>(`/bulk-jobs/${id}`);
    expect(['running', 'undoing']).not.toContain(body.state);
    return body;
  });

test('one mail goes to an address, and who is left out is named with the reason', async () => {
  const family = { email: 'mama@example.com' };
  const [ana, bor] = [await person({ ...family, name: 'Ana' }), await person({ ...family, name: 'Bor' })];
  const bounced = await person({ email: 'star@example.com' });
  const other = (await site.factories.group({ organization_id })).id;
  await site.rows(
    `insert into group_email_settings (organization_id, group_id, email_type, enabled) values ($1, $2, 'payment_reminder', false)`,
    [organization_id, other],
  );
  await site.rows(
    `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state, bounce)
     values ($1, $2, $3, 'application_confirmation', 'applicant', 'star@example.com', 'sl', 'failed', 'hard')`,
    [organization_id, group_id, bounced],
  );
  const ids = [
    await owed(ana),
    await owed(bor),
    await owed(ana, { status: 'completed', method: 'cash', payment_date: '2026-01-02' }),
    await owed(await person({ email: null })),
    await owed(bounced),
    await owed(await person({ status: 'waitlisted' })),
    await owed(await person({ group_id: other }), { group_id: other }),
  ];
  const skipped = [...['payment_paid', 'no_email', 'address_bounced', 'waitlisted', 'reminders_off']].map(
    (reason) => ({ reason, count: 1 }),
  );
  const preview = await look({ ids });
  expect(preview).toMatchObject({ change_count: 2, mail_count: 1, statement_day: null });
  expect(new Set(preview.skipped)).toEqual(new Set(skipped));
  expect(preview.totals).toEqual([{ currency: 'EUR', amount: '40.20' }]);
  expect(await mails()).toEqual([]);

  const { status, body } = await remind({ ids });
  expect({ status, ...body }).toMatchObject({ status: 200, state: 'done', done_count: 2, mail_count: 1 });
  expect(new Set(body.skipped)).toEqual(new Set(skipped));
  expect(await mails()).toEqual([{ state: 'queued', payments: 2, address: 'mama@example.com' }]);

  // within seven days only knowingly
  const again = { reason: 'reminded_recently', count: 2 };
  expect((await remind({ ids: ids.slice(0, 2) })).body.skipped).toEqual([again]);
  expect(await look({ ids: ids.slice(0, 2) }, { kind: 'remind', again: true })).toMatchObject({
    ...{ change_count: 2, mail_count: 1, skipped: [] },
  });
  expect((await remind({ ids: ids.slice(0, 2) }, true)).body).toMatchObject({ done_count: 2, mail_count: 1 });
  expect(await mails()).toHaveLength(2);
});

test('many are reminded in the background, each address once over all batches, and it is undone as a whole', async () => {
  const [ana, bor] = [await person({ email: 'a@example.com' }), await person({ email: 'b@example.com' })];
  await site.rows(
    `insert into payments (organization_id, participant_id, group_id, amount)
     select $1, id, group_id, 10 from participants, generate_series(1, 150) where organization_id = $1`,
    [organization_id],
  );
  const selection = { people: { ids: [ana, bor] } };
  const answer = await remind(selection);
  expect(answer).toMatchObject({ status: 202, body: { state: 'running', total_count: 300 } });
  expect(await rested(answer.body.id)).toMatchObject({ state: 'done', done_count: 300, mail_count: 2 });
  const all = (state: string) =>
    ['a@example.com', 'b@example.com'].map((address) => ({ state, payments: 150, address }));
  expect(await mails()).toEqual(all('queued'));
  expect((await undo(answer.body.id)).status).toBe(202);
  expect(await rested(answer.body.id)).toMatchObject({ state: 'undone', undone_count: 300 });
  expect(await mails()).toEqual(all('cancelled'));
});

test('what has left before a later batch tells nobody the same once more', async () => {
  const [ana, bor] = [await person({ email: 'a@example.com' }), await person({ email: 'b@example.com' })];
  await site.rows(
    `insert into payments (organization_id, participant_id, group_id, amount, expiration_date)
     select $1, id, group_id, 10, '2026-01-05' from participants, generate_series(1, 150) where organization_id = $1`,
    [organization_id],
  );
  await site.rows(`create function public.leave_now() returns trigger language plpgsql security definer as $$
    begin
      update mails set state = 'sent', sent_at = now() where bulk_job_id = new.id and state = 'queued';
      return null;
    end $$`);
  await site.rows(
    'create trigger leave_now after update on bulk_jobs for each row execute function public.leave_now()',
  );
  try {
    const { body } = await remind({ people: { ids: [ana, bor] } });
    expect(await rested(body.id)).toMatchObject({ state: 'done', done_count: 300, mail_count: 2 });
    expect(await mails()).toEqual(
      ['a@example.com', 'b@example.com'].map((address) => ({ state: 'sent', payments: 150, address })),
    );
  } finally {
    await site.rows('drop function public.leave_now() cascade');
  }
});

test('what has left is not taken back, and the rest of an undo stays stopped', async () => {
  const ids = [
    await owed(await person({ email: 'a@example.com' })),
    await owed(await person({ email: 'b@example.com' })),
  ];
  const { body: job } = await remind({ ids });
  await site.rows(`update mails set state = 'sent', sent_at = now() where to_address = 'a@example.com'`);
  expect((await undo(job.id)).body).toMatchObject({
    ...{ state: 'undone', undone_count: 1, not_undone: [{ reason: 'mail_sent', count: 1 }] },
  });
  expect((await mails()).map(({ state }) => state)).toEqual(['sent', 'cancelled']);
  expect((await remind({ ids })).body).toMatchObject({
    ...{ done_count: 1, skipped: [{ reason: 'reminded_recently', count: 1 }] },
  });
});

test('of chosen people what is open until a day is meant, and who owes nothing of it is counted', async () => {
  const [ana, bor, cene] = [await person(), await person(), await person()];
  const late = await owed(ana, { expiration_date: '2026-01-05' });
  const undated = await owed(bor);
  await owed(ana, { expiration_date: '2199-01-05' });
  await owed(cene, { status: 'cancelled' });
  const people = { ids: [ana, bor, cene] };
  expect(await look({ people, due_to: '2026-01-31' })).toMatchObject({
    ...{ change_count: 2, skipped: [{ reason: 'nothing_open', count: 1 }] },
  });
  expect(await look({ people: { ids: [cene] } })).toMatchObject({ change_count: 0, mail_count: 0 });
  expect((await look({ people })).change_count).toBe(3);
  expect((await remind({ people: { ids: [cene] } })).body.code).toBe('selection_empty');
  const act = { payment_date: '2026-02-01', method: 'cash' };
  const { body } = await staff.post<Job>('/payments/bulk/pay', {
    selection: { people, due_to: '2026-01-31' },
    ...act,
  });
  expect(body.rows.map(({ payment }) => payment?.id)).toEqual([late, undated]);

  // a list's filter is counted again, as with every act
  const { total, as_of } = (
    await staff.get<{ total: number; as_of: string }>('/participants?with_total=true')
  ).body;
  const filter = { filter: {}, expected_count: total + 1, as_of };
  expect(await remind({ people: filter })).toMatchObject({ status: 409, body: { count: 3 } });
  expect(await remind({ people: { ids: [ana] }, ids: [late] })).toMatchObject({ status: 422 });
  const limited = site.as(
    await site.factories.member({
      organization_id,
      role: 'GROUP_ADMIN',
      groups: [(await site.factories.group({ organization_id })).id],
    }),
  );
  expect((await remind({ people }, false, limited)).body).toMatchObject({
    ...{ done_count: 0, skipped: [{ reason: 'not_found', count: 3 }] },
  });
});

test('without data for paying nobody is reminded', async () => {
  await site.rows('delete from payment_settings where organization_id = $1', [organization_id]);
  const ids = [await owed(await person())];
  expect(await remind({ ids })).toMatchObject({ status: 409, body: { code: 'payment_settings_missing' } });
  expect(await mails()).toEqual([]);
});

test('mails about payments are counted before, and none leaves where staff want none', async () => {
  await setTo('mail_requests = true, mail_received = true');
  const family = { email: 'mama@example.com' };
  const people = [await person(family), await person(family), await person(), await person({ email: null })];
  const selection = { ids: people };
  const act = { price: { amount: '30.00' }, purpose: 'Nastop' };
  const foresee = async (kind: string, more: Given) =>
    (await staff.post<BulkPreview>('/participants/bulk/preview', { selection, act: { kind, ...more } })).body;
  expect(await foresee('payments', act)).toMatchObject({ change_count: 4, request_count: 2 });
  expect(await foresee('payments', { ...act, notify: false })).toMatchObject({ request_count: 0 });
  const add = (more: Given) => staff.post<Job>('/participants/bulk/payments', { selection, ...act, ...more });
  expect((await add({ notify: false })).body).toMatchObject({ done_count: 4, mail_count: 0 });
  expect(await mails('payment_request')).toEqual([]);
  expect((await add({ purpose: 'Tabor' })).body).toMatchObject({ done_count: 4, mail_count: 2 });

  const paid = { payment_date: '2026-01-05', method: 'cash' };
  const open = { people: selection };
  expect(await look(open, { kind: 'pay', ...paid })).toMatchObject({ change_count: 8, mail_count: 2 });
  expect(await look(open, { kind: 'pay', ...paid, notify: false })).toMatchObject({ mail_count: 0 });
  const pay = (more: Given, selected: object) =>
    staff.post<Job>('/payments/bulk/pay', { selection: selected, ...paid, ...more });
  expect((await pay({ notify: false }, { people: { ids: people.slice(0, 2) } })).body).toMatchObject({
    ...{ done_count: 4, mail_count: 0 },
  });
  expect(await mails('payment_received')).toEqual([]);
  expect((await pay({}, open)).body).toMatchObject({ done_count: 4, mail_count: 1 });
});

test('approvals say how many mails ask for what they make, and a silent one asks for nothing', async () => {
  await setTo('mail_requests = true');
  await site.factories.feePlan({ organization_id, group_id, rhythm: 'once', amount: '50.00' });
  const email = 'mama@example.com';
  const ids = [
    await person({ status: 'pending', email }),
    await person({ status: 'pending', email }),
    await person({ status: 'pending', email: null }),
  ];
  const decision = { status: 'approved', payments: 'plan' };
  const foresee = async (more: Given) =>
    (
      await staff.post<BulkPreview>('/participants/bulk/preview', {
        selection: { ids },
        act: { kind: 'status', ...decision, ...more },
      })
    ).body;
  expect(await foresee({})).toMatchObject({ mail_count: 2, request_count: 1, fees: { count: 3 } });
  expect(await foresee({ notify: false })).toMatchObject({ mail_count: 0, request_count: 0 });
  expect(await foresee({ payments: 'none' })).toMatchObject({ mail_count: 2, request_count: 0 });
  const [first, ...others] = ids;
  await staff.patch(`/participants/${first}/status`, { ...decision, notify: false });
  expect(await mails('payment_request')).toEqual([]);
  const decide = (more: Given) =>
    staff.post<Job>('/participants/bulk/status', { selection: { ids: others }, ...decision, ...more });
  expect((await decide({})).body).toMatchObject({ done_count: 2, mail_count: 2 });
  expect(await mails('payment_request')).toEqual([{ state: 'queued', payments: 1, address: email }]);
});

test('many approvals are counted as they are made, and siblings of other batches count for each other', async () => {
  await setTo('mail_requests = true');
  await site.factories.feeRules({ organization_id, family: { unit: 'percent', value: '10' } });
  const dearer = (await site.factories.group({ organization_id })).id;
  await site.factories.feePlan({ organization_id, group_id, rhythm: 'once', amount: '50.00' });
  await site.factories.feePlan({ organization_id, group_id: dearer, rhythm: 'once', amount: '80.00' });
  const email = 'mama@example.com';
  const pending = { status: 'pending', email };
  // in the first batch, and in the last
  const siblings = [await person(pending), await person({ ...pending, group_id: dearer })];
  await site.factories.family({ organization_id, participant_ids: siblings });
  const others = await site.rows<{ id: string }>(
    `insert into participants (organization_id, group_id, name, email, status, application_date, reference, language)
     select $1, $2, 'Ana Kos ' || i, 'ana' || i || '@example.com', 'pending', now() + i * interval '1 minute',
       app.new_reference(), 'sl'
     from generate_series(1, 220) i returning id`,
    [organization_id, group_id],
  );
  const selection = { ids: [...siblings, ...others.map(({ id }) => id)] };
  const decision = { status: 'approved', payments: 'plan', allow_overbooking: true };
  const act = { kind: 'status', ...decision };
  const { body: foreseen } = await staff.post<BulkPreview>('/participants/bulk/preview', { selection, act });
  expect(foreseen).toMatchObject({
    request_count: 221,
    fees: { count: 222, amount: '11125.00', currency: 'EUR', later: false },
  });
  const { body: job } = await staff.post<Job>('/participants/bulk/status', { selection, ...decision });
  expect(await rested(job.id)).toMatchObject({ state: 'done', done_count: 222 });
  const made = await site.rows<{ amount: string }>(
    'select amount::text from payments where participant_id = any ($1) order by amount',
    [siblings],
  );
  expect(made).toEqual([{ amount: '45.00' }, { amount: '80.00' }]);
  const [sum] = await site.rows('select sum(amount)::text as all from payments where organization_id = $1', [
    organization_id,
  ]);
  expect(sum).toEqual({ all: '11125.00' });
  expect(await mails('payment_request')).toHaveLength(221);
});
