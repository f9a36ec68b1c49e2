import type { Payment } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { centsOf } from '@vpisnik/contract/rules/money';
import { siReference } from '@vpisnik/contract/rules/references';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { BankStatement, MatchedEntry, StatementDetail } from '@vpisnik/contract/statements';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { camt, type Transfer } from './outside/camt.ts';
import { until } from './until.ts';

/** The days on which statements tell what came, and a reference that payments have. */
export const today = localDay(new Date(), 'Europe/Ljubljana');
export const yesterday = addDays(today, -1);
export const reference = siReference('340123456780');

/** A statement of transfers, of yesterday where they name no day. */
export const file = (...transfers: Transfer[]) => camt(transfers.map((one) => ({ day: yesterday, ...one })));

/** What is proposed for a transfer, as it is confirmed. */
export const proposed = ({ id, proposal }: MatchedEntry) => ({
  id,
  payments: (proposal?.payments ?? []).map((one) => ({
    id: one.payment_id,
    version: one.version,
    amount: one.share,
  })),
});

export type StatementSchool = Awaited<ReturnType<typeof openStatementSchool>>;

/** An organisation with a group, whose administrator imports bank statements and books what they tell. */
export async function openStatementSchool(site: TestApp) {
  const { factories } = site;
  const organization_id = (await factories.organization({ currency: 'EUR' })).id;
  const group_id = (await factories.group({ organization_id })).id;
  const staff = site.as(await factories.member({ organization_id }));

  const person = async (given: { name?: string; email?: string; phone?: string } = {}) =>
    (await factories.participant({ organization_id, group_id, ...given })).id;
  const due = (participant_id: string, amount: string, more: object = {}) =>
    factories.payment({ organization_id, participant_id, amount, ...more });
  const send = (content: string | Buffer, caller = staff) =>
    caller.post<BankStatement & Record<string, unknown>>(
      '/statements?file_name=izpisek.xml',
      Buffer.from(content),
      { 'content-type': 'application/xml' },
    );
  const read = (id: string): Promise<StatementDetail> => staff.api.statements.get({ params: { id } });
  /** An import and what it proposes. */
  const brought = async (...transfers: Transfer[]): Promise<StatementDetail> => {
    const { status, body } = await send(file(...transfers));
    expect(status).toBe(201);
    return read(body.id);
  };
  const book = (statement: string, ...entries: ReturnType<typeof proposed>[]) =>
    staff.post<{ booked: number; skipped: { id: string; code: string }[] } & Record<string, unknown>>(
      `/statements/${statement}/confirm`,
      { entries },
    );
  const payment = (id: string): Promise<Payment> => staff.api.payments.get({ params: { id } });
  const ofPerson = async (id: string) => (await staff.api.payments.ofParticipant({ params: { id } })).results;

  /** Every cent of the organisation's transfers, as SQL alone counts it: they are what payments took, what waits and what is aside. */
  const expectBalanced = async (): Promise<void> => {
    const [sums] = await site.rows<Record<string, string>>(
      `select coalesce(sum(amount), 0)::text as came, coalesce(sum(paid), 0)::text as paid,
         (select coalesce(sum(b.amount), 0)::text from bank_entry_payments b where b.organization_id = $1) as booked,
         (select coalesce(sum(p.amount), 0)::text from bank_entry_payments b
           join payments p on p.organization_id = b.organization_id and p.id = b.payment_id
           where b.organization_id = $1 and p.status in ('completed', 'refunded')) as received,
         count(*) filter (where paid > amount)::text as over
       from bank_entries where organization_id = $1`,
      [organization_id],
    );
    const [told] = await site.rows<{ came: string }>(
      `select coalesce(sum(total), 0)::text as came from bank_statements where organization_id = $1 and undone_at is null`,
      [organization_id],
    );
    const cents = (text = '') => centsOf(text);
    expect(cents(sums?.paid)).toBe(cents(sums?.booked));
    expect(cents(sums?.booked)).toBe(cents(sums?.received));
    expect(cents(sums?.came)).toBe(cents(told?.came));
    expect(sums?.over).toBe('0');
    const all = (await staff.api.statements.list({ query: { limit: 200 } })).results;
    for (const { total, paid, aside, credit, undone_at } of all)
      expect(centsOf(paid) + centsOf(aside) + centsOf(credit)).toBe(undone_at ? 0n : centsOf(total));
  };

  /** Begins two works while a row of a payment is locked, and lets it go when both wait. */
  const whileLocked = async <Result>(
    payment_id: string,
    work: () => Promise<Result>[],
  ): Promise<Result[]> => {
    const client = await site.owner.connect();
    try {
      await client.query('begin');
      await client.query('select from payments where id = $1 for update', [payment_id]);
      const begun = Promise.all(work());
      await until(async () => {
        const waiting = await site.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(2);
      });
      await client.query('commit');
      return await begun;
    } finally {
      client.release();
    }
  };

  return {
    ...{ organization_id, group_id, staff, person, due, send, read, brought, book, payment, ofPerson },
    ...{ expectBalanced, whileLocked },
  };
}
