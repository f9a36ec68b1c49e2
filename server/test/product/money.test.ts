/**
 * Every cent, whatever people do in whatever order: an account kept here, by what was sent, agrees with sums that SQL alone
 * makes of the tables. A failure names its seed.
 */
import type { Payment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { BankStatement, StatementDetail } from '@vpisnik/contract/statements';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expirePayments } from '../../src/features/payments/expiry.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { camt, type Transfer } from '../outside/camt.ts';
import { until } from '../until.ts';

/** Random sequences, and the most steps of one: about ten seconds. */
const RUNS = 10;
const STEPS = 30;

let site: TestApp;
const today = localDay(new Date(), 'Europe/Ljubljana');

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600', LOG_LEVEL: 'silent' } });
});
afterAll(() => site.close());

/** What people do, as often as each stands here: leaving and coming back with parts of payments is where cents get lost. */
const acts = [
  ...[
    'join',
    'join',
    'join',
    'leave',
    'leave',
    'undo_decision',
    'part',
    'part',
    'part',
    'pay',
    'correct',
    'correct',
    'correct',
  ],
  ...[
    'refund',
    'cancel',
    'reopen',
    'late',
    'remove',
    'import',
    'import',
    'again',
    'book',
    'book',
    'search',
    'aside',
  ],
  ...['undo_import', 'merge', 'unmerge', 'plan', 'crash', 'race', 'race', 'race'],
  ...['move', 'move', 'move', 'move_back'],
] as const;
const step = fc.record({
  act: fc.constantFrom(...acts),
  at: fc.nat(97),
  size: fc.integer({ min: 1, max: 99 }),
});
type Step = { act: (typeof acts)[number]; at: number; size: number };
const world = fc.record({
  instalments: fc.array(fc.integer({ min: 3, max: 40_000 }), { minLength: 1, maxLength: 3 }),
  family: fc.option(fc.integer({ min: 1, max: 99 })),
  at_once: fc.option(fc.integer({ min: 1, max: 50 })),
  steps: fc.array(step, { minLength: 12, maxLength: STEPS, size: 'max' }),
});
type World = { instalments: number[]; family: number | null; at_once: number | null };

type Row = Pick<Payment, 'id' | 'participant_id' | 'status' | 'amount' | 'version' | 'split_from'> & {
  fee_plan_id: string | null;
  period: string;
  reference_number: string;
  gross: string | null;
  off: string;
};

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** An organisation with two groups that have plans, three people of a family in the first, and what was done to them. */
async function school({ instalments, family, at_once }: World) {
  const { factories } = site;
  const { id: organization_id } = await factories.organization({ currency: 'EUR' });
  const { id: group_id } = await factories.group({ organization_id });
  const { id: other_id } = await factories.group({ organization_id });
  const staff = site.as(await factories.member({ organization_id }));
  const percent = (value: number | null) => value && { unit: 'percent' as const, value: `${value}` };
  await staff.api.fee_rules.update({
    body: {
      ...{ family: percent(family) || null, family_sessions: [], member_field_id: null, member_answer: '' },
      ...{ member: null, at_once: at_once === null ? null : `${at_once}`, version: 0 },
    },
  });
  const setPlan = (amounts: number[], version: number, id = group_id) =>
    staff.api.fee_plans.update({
      params: { id },
      body: {
        ...{ rhythm: 'instalments', kind: 'tuition', amount: null, due_date: null, days_after: 8 },
        ...{ day_of_month: 15, first_month: null, last_month: null, free_months: [] },
        instalments: amounts.map((cents, at) => ({
          due_date: addDays(today, 30 * (at + 1)),
          amount: wireOf(BigInt(cents)),
        })),
        ...{ joining_fee: null, late_start: 'whole', made_on: 'approved', days_ahead: 14, version },
      },
    });
  await setPlan(instalments, 0);
  // dearer or cheaper, in the same instalments or in one
  await setPlan(
    [instalments[0] ?? 0, ...instalments].slice(0, (instalments[0] ?? 0) % 2 ? 1 : 3),
    0,
    other_id,
  );
  const person = async (name: string) =>
    (await factories.participant({ organization_id, group_id, status: 'pending', name })).id;
  const people = [await person('Maja Novak'), await person('Eva Novak'), await person('Maja Novak')];
  await staff.post(`/participants/${people[0]}/family`, { participant_ids: [people[1]] });
  return { organization_id, groups: [group_id, other_id], staff, people, setPlan, count: instalments.length };
}
type School = Awaited<ReturnType<typeof school>>;

/** Does steps in a school and keeps its own account: what came in, in cents. */
class Account {
  came = 0n;
  private readonly school: School;
  private readonly files: string[] = [];
  private readonly statements: string[] = [];
  private readonly merges: string[] = [];
  private readonly moves: string[] = [];
  /**
   * Of whom people cancelled or deleted something, who once paid at once, moved, or came back by an undone merge: they owe what
   * people say.
   */
  private readonly settled = new Set<string>();
  private plans = 1;
  private number = 0;

  constructor(its: School) {
    this.school = its;
  }

  async rows(): Promise<Row[]> {
    return site.rows<Row>(
      `select id, participant_id, status, amount::text, version, split_from, fee_plan_id, period, reference_number, gross::text,
         (select coalesce(sum((d ->> 'amount')::numeric), 0)::text from jsonb_array_elements(discounts) d) as off
       from payments where organization_id = $1 order by id`,
      [this.school.organization_id],
    );
  }

  async act({ act, at, size }: Step): Promise<void> {
    const { staff, people } = this.school;
    this.number += 1;
    const rows = await this.rows();
    const any = (...states: string[]) =>
      pick(
        rows.filter(({ status }) => states.includes(status)),
        at,
      );
    const open = any('pending', 'expired', 'failed');
    const send = async (row: Row | undefined, body: object) =>
      row
        ? (await staff.patch(`/payments/${row.id}`, { ...body, version: row.version })).status === 200
        : false;
    switch (act) {
      case 'join':
      case 'leave': {
        const status = act === 'join' ? 'approved' : size % 2 ? 'inactive' : 'rejected';
        const payments = act === 'join' && size % 9 === 0 ? { payments: 'at_once' } : {};
        if ('payments' in payments) this.settle(pick(people, at));
        await staff.patch(`/participants/${pick(people, at)}/status`, { status, notify: false, ...payments });
        return;
      }
      case 'undo_decision': {
        const id = pick(people, at);
        const [its] = await site.rows<{ version: number }>('select version from participants where id = $1', [
          id,
        ]);
        await staff.post(`/participants/${id}/status/undo`, { version: its?.version ?? 1 });
        return;
      }
      case 'part': {
        if (!open) return;
        const amount = wireOf((centsOf(open.amount) * BigInt(size)) / 100n);
        const body = { amount, method: 'cash', version: open.version };
        const { status } = await staff.post(`/payments/${open.id}/part`, body);
        if (status === 200) this.came += centsOf(amount);
        else expect([409, 422]).toContain(status);
        return;
      }
      case 'pay':
        if (await send(open, { status: 'completed', method: 'cash' }))
          this.came += centsOf(open?.amount ?? '0');
        return;
      case 'race':
        return this.race(open, { act, at, size });
      case 'correct': {
        const row = any('completed');
        const booked = await this.bookings('b.payment_id = $2', row?.id ?? null);
        // a transfer that came stays: its money waits again
        if (await send(row, { status: 'pending', status_reason: 'Pomota' }))
          if (booked.length === 0) this.came -= centsOf(row?.amount ?? '0');
        return;
      }
      case 'refund':
        await send(any('completed'), { status: 'refunded', status_reason: 'Odpoved' });
        return;
      case 'cancel':
        if (await send(open, { status: 'cancelled' })) this.settle(open?.participant_id);
        return;
      case 'reopen':
        await send(any('cancelled'), { status: 'pending' });
        return;
      case 'late':
        await send(open, { expiration_date: addDays(today, -1) });
        await expirePayments(site.pools.system);
        return;
      case 'remove': {
        const row = any('pending', 'cancelled');
        // without a rest the parts of a split are its whole no more, as people wish
        if (row && !row.split_from && (await staff.delete(`/payments/${row.id}`)).status === 204)
          this.settle(row.participant_id);
        return;
      }
      case 'import':
        return this.import(this.transfers(rows, at, size));
      case 'again': {
        const file = pick(this.files, at);
        return file === undefined ? undefined : this.import(file);
      }
      case 'book':
      case 'search':
      case 'aside':
      case 'undo_import': {
        const id = pick(this.statements, at);
        return id === undefined ? undefined : this.onStatement(id, { act, at, size });
      }
      case 'merge': {
        const [kept, , other] = people;
        const versions = await site.rows<{ id: string; version: number }>(
          'select id, version from participants where id = any($1)',
          [[kept, other]],
        );
        const of = (id = '') => versions.find((one) => one.id === id)?.version ?? 1;
        const body = { other_id: other, version: of(kept), other_version: of(other) };
        const { status, body: made } = await staff.post<{ id: string }>(`/participants/${kept}/merge`, body);
        if (status === 200 || status === 201) this.merges.push(made.id);
        return;
      }
      case 'unmerge': {
        const id = this.merges.pop();
        if (id) await staff.post(`/participant-merges/${id}/undo`, {});
        if (id) this.settle(people[0]);
        return;
      }
      case 'move': {
        const id = pick(people, at);
        const group_id = pick(this.school.groups, size);
        const fees = size % 4 < 2 ? 'take' : 'keep';
        const body = { selection: { ids: [id] }, group_id, fees };
        const { status, body: job } = await staff.post<{ id: string }>('/participants/bulk/move', body);
        expect(status).toBe(200);
        this.moves.push(job.id);
        this.settle(id);
        return;
      }
      case 'move_back': {
        const id = this.moves.pop();
        if (id) await staff.post(`/bulk-jobs/${id}/undo`, {});
        return;
      }
      case 'plan':
        await this.school.setPlan(
          Array.from({ length: this.school.count }, (_, place) => size * 100 + place * 7 + 1),
          this.plans,
        );
        this.plans += 1;
        return;
      case 'crash':
        if (open) await this.crash(open, size);
    }
  }

  private settle(id = ''): void {
    this.settled.add(id);
    // the two that are merged
    const [one = '', , other = ''] = this.school.people;
    if (id === one || id === other) this.settled.add(one).add(other);
  }

  private bookings(condition: string, id: string | null) {
    return site.rows<{ amount: string; completes: boolean }>(
      `select b.amount::text, b.completes from bank_entry_payments b
       join bank_entries e on e.organization_id = b.organization_id and e.id = b.entry_id
       where b.organization_id = $1 and ${condition}`,
      [this.school.organization_id, id],
    );
  }

  /** Transfers that pay something exactly, too little, too much, or nothing at all. */
  private transfers(rows: Row[], at: number, size: number): string {
    const referred = rows.filter(({ status }) => ['pending', 'expired', 'completed'].includes(status));
    const transfers = Array.from({ length: 1 + (size % 3) }, (_, place): Transfer => {
      const row = pick(referred, at + place);
      const owed = centsOf(row?.amount ?? '12.34');
      const cents = [owed, owed / 2n + 1n, owed + BigInt(size)][(at + place) % 3] ?? owed;
      return {
        ...{ amount: wireOf(cents), day: today, name: 'Maja Novak' },
        ...(row?.reference_number && { reference: row.reference_number }),
        bank: place % 2 === 0 ? `${this.number}-${place}` : 'NOTPROVIDED',
      };
    });
    return camt(transfers);
  }

  private async import(file: string): Promise<void> {
    const answer = await this.school.staff.post<BankStatement & Record<string, unknown>>(
      '/statements?file_name=izpisek.xml',
      Buffer.from(file),
      { 'content-type': 'application/xml' },
    );
    expect([201, 422]).toContain(answer.status);
    if (answer.status !== 201) return;
    this.files.push(file);
    this.statements.push(answer.body.id);
    this.came += centsOf(answer.body.total);
  }

  private async onStatement(id: string, { act, at, size }: Step): Promise<void> {
    const { staff } = this.school;
    const statement: StatementDetail = await staff.api.statements.get({ params: { id } });
    const entry = pick(statement.entries, at);
    if (act === 'undo_import') {
      const booked = await this.bookings('e.statement_id = $2', id);
      const { status } = await staff.post(`/statements/${id}/undo`);
      expect([200, 409]).toContain(status);
      if (status !== 200) return;
      this.came -= centsOf(statement.total);
      // what had been marked as paid before its transfer came is so still
      for (const { amount, completes } of booked) if (!completes) this.came += centsOf(amount);
    } else if (act === 'aside' && entry) {
      const aside = entry.aside ? null : size % 2 ? 'other' : 'returned';
      await staff.patch(`/bank-entries/${entry.id}`, { aside, version: entry.version });
    } else if (act === 'book') {
      const asked = statement.entries.flatMap(({ id: its, proposal }) =>
        proposal
          ? [
              {
                id: its,
                payments: proposal.payments.map((one) => ({ ...one, id: one.payment_id, amount: one.share })),
              },
            ]
          : [],
      );
      // each payment once: two transfers may propose the same one
      const seen = new Set<string>();
      const entries = asked.filter(({ payments }) =>
        payments.every((one) => !seen.has(one.id) && seen.add(one.id)),
      );
      await this.confirm(id, entries);
    } else if (act === 'search' && entry) {
      const query = { search: 'Novak' };
      const { results } = await staff.api.bank_entries.payments({ params: { id: entry.id }, query });
      const found = pick(results, size);
      const most = found && [centsOf(found.amount), centsOf(entry.rest)].sort((a, b) => (a < b ? -1 : 1))[0];
      if (found && most)
        await this.confirm(id, [
          { id: entry.id, payments: [{ ...found, id: found.payment_id, amount: wireOf(most) }] },
        ]);
    }
  }

  private async confirm(
    id: string,
    asked: { id: string; payments: { id: string; version: number; amount: string }[] }[],
  ): Promise<void> {
    if (asked.length === 0) return;
    const linked = async () =>
      (await this.bookings('e.statement_id = $2 and not b.completes', id)).reduce(
        (sum, { amount }) => sum + centsOf(amount),
        0n,
      );
    const before = await linked();
    const entries = asked.map((one) => ({
      id: one.id,
      payments: one.payments.map(({ id: its, version, amount }) => ({ id: its, version, amount })),
    }));
    const { status } = await this.school.staff.post(`/statements/${id}/confirm`, { entries });
    expect([200, 422]).toContain(status);
    // the money of a payment that was marked as paid before is the transfer's
    this.came -= (await linked()) - before;
  }

  /** Several people mark the same payment while a statement is booked that may pay it too. */
  private async race(row: Row | undefined, { at, size }: Step): Promise<void> {
    const { staff } = this.school;
    const part = wireOf((centsOf(row?.amount ?? '0') * BigInt(size)) / 100n);
    const paid = { method: 'cash', version: row?.version };
    const marks: [amount: string, mark: () => Promise<{ status: number }>][] = row
      ? [
          [row.amount, () => staff.patch(`/payments/${row.id}`, { ...paid, status: 'completed' })],
          [part, () => staff.post(`/payments/${row.id}/part`, { ...paid, amount: part })],
          [row.amount, () => staff.patch(`/payments/${row.id}`, { ...paid, status: 'completed' })],
        ]
      : [];
    const id = pick(this.statements, at);
    const [answers] = await Promise.all([
      Promise.all(marks.map(([, mark]) => mark())),
      id && this.onStatement(id, { act: 'book', at, size }),
    ]);
    const done = marks.filter((_, place) => answers[place]?.status === 200);
    expect(done.length).toBeLessThan(2);
    for (const [amount] of done) this.came += centsOf(amount);
  }

  /** The database loses the connection in the middle of marking a payment as paid. */
  private async crash(row: Row, size: number): Promise<void> {
    const client = await site.owner.connect();
    try {
      await client.query('begin');
      await client.query('select from payments where id = $1 for update', [row.id]);
      const body = { method: 'cash', version: row.version };
      const answer =
        size % 2 === 0
          ? this.school.staff.patch(`/payments/${row.id}`, { ...body, status: 'completed' })
          : this.school.staff.post(`/payments/${row.id}/part`, { ...body, amount: '0.01' });
      await until(async () => {
        const killed = await site.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(killed).toHaveLength(1);
      });
      expect((await answer).status).toBeGreaterThanOrEqual(500);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** What SQL adds up is what came; the parts of a split are its whole; events add up to what there is. */
  async check(): Promise<void> {
    const [sums] = await site.rows<Record<string, string>>(
      `with paid as (
         select coalesce(sum(amount) filter (where status in ('completed', 'refunded')), 0) as received,
           coalesce(sum(amount) filter (where status = 'completed'), 0) as kept,
           coalesce(sum(amount) filter (where status in ('pending', 'expired', 'failed')), 0) as open
         from payments where organization_id = $1
       ), bank as (
         select coalesce(sum(amount), 0) as came, coalesce(sum(paid), 0) as paid,
           coalesce(sum(amount - paid) filter (where aside is null), 0) as credit,
           coalesce(sum(amount - paid) filter (where aside is not null), 0) as aside
         from bank_entries where organization_id = $1
       ), booked as (
         select coalesce(sum(b.amount), 0) as all, coalesce(sum(p.amount) filter (where p.status in ('completed', 'refunded')), 0) as paid
         from bank_entry_payments b
         join payments p on p.organization_id = b.organization_id and p.id = b.payment_id where b.organization_id = $1
       ), told as (
         select coalesce(sum(v.open), 0) as open, coalesce(sum(v.received), 0) as received, coalesce(sum(v.credit), 0) as credit
         from payment_events v where v.organization_id = $1
       )
       select paid.received + bank.credit + bank.aside as came, bank.came - bank.paid - bank.credit - bank.aside as lost,
         bank.paid - booked.all as unbooked, booked.all - booked.paid as unpaid, told.open - paid.open as told_open,
         told.received - paid.kept as told_received, told.credit - bank.credit as told_credit
       from paid, bank, booked, told`,
      [this.school.organization_id],
    );
    const { came = '', ...nothing } = sums ?? {};
    expect(centsOf(came)).toBe(this.came);
    for (const [name, sum] of Object.entries(nothing)) expect([name, Number(sum)]).toEqual([name, 0]);
    const splits = await site.rows(
      `with recursive parts as (
         select id, id as whole, amount, null::numeric as total from payments where organization_id = $1 and split_from is null
         union all
         select p.id, parts.whole, p.amount, p.split_total from parts
         join payments p on p.organization_id = $1 and p.split_from = parts.id
       )
       select whole from parts group by whole
       having count(total) > 0 and (sum(amount) <> max(total) or min(total) <> max(total))`,
      [this.school.organization_id],
    );
    expect(splits).toEqual([]);
    await this.checkOwed();
  }

  /** Nobody is asked for a period twice, and who has a place for all of it, but for what people wrote off. */
  private async checkOwed(): Promise<void> {
    const rows = await this.rows();
    const placed = await site.rows<{ id: string }>(
      `select p.id from participants p join fee_enrolments e on e.organization_id = p.organization_id and e.participant_id = p.id
       where p.organization_id = $1 and p.status = 'approved' and e.left_at is null`,
      [this.school.organization_id],
    );
    const periods = Map.groupBy(
      rows.filter(({ fee_plan_id }) => fee_plan_id !== null),
      ({ participant_id, fee_plan_id, period }) => `${participant_id} ${fee_plan_id} ${period}`,
    );
    for (const [name, its] of periods) {
      const whole = its.find(({ split_from }) => split_from === null);
      if (!whole?.gross) continue;
      const price = centsOf(whole.gross) - centsOf(whole.off);
      const asked = its
        .filter(({ status }) => status !== 'cancelled')
        .reduce((sum, { amount }) => sum + centsOf(amount), 0n);
      expect([name, asked <= price]).toEqual([name, true]);
      const isPlaced = placed.some(({ id }) => id === whole.participant_id) && !name.includes('+');
      if (isPlaced && !this.settled.has(whole.participant_id)) expect([name, asked]).toEqual([name, price]);
    }
  }
}

test('no cent is lost or asked for twice, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ steps, ...given }) => {
      const account = new Account(await school(given));
      for (const one of steps) {
        await site.rows('delete from rate_limits');
        await account.act(one);
        await account.check();
      }
    }),
    // smaller ones would be looked for through many schools
    { numRuns: RUNS, endOnFailure: true },
  );
});
