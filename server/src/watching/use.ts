import type { Pool } from 'pg';
import { type Cause, ended, type Unit } from '../cause.ts';
import { type Held, transactions } from '../db/connection/watched-client.ts';
import type { Log } from '../mail/transport.ts';

/** Milliseconds between two times that what was counted is added to what all processes have. */
const PERIOD = 60_000;

type Use = { requests: number; database_ms: number; mails: number };

/**
 * Counts what organisations use, for the operator's list of the heaviest: what a process that is killed had not added yet is not
 * counted.
 *
 * @param system of the role app_system
 */
export function startCountingUse(system: Pool, log: Log): { stop(): Promise<void> } {
  let counted = new Map<string, Use>();
  const seen = new WeakSet<Cause>();
  const of = (organizationId: string): Use => {
    const its = counted.get(organizationId) ?? { requests: 0, database_ms: 0, mails: 0 };
    counted.set(organizationId, its);
    return its;
  };
  const onTransaction = (message: unknown) => {
    const { organizationId, ms, cause } = message as Held;
    if (organizationId === undefined) return;
    const its = of(organizationId);
    its.database_ms += ms;
    // a request may have several transactions
    if (!cause || cause.job_id !== undefined || seen.has(cause)) return;
    seen.add(cause);
    its.requests += 1;
  };
  const onEnd = (message: unknown) => {
    const { kind, organizationId, end } = message as Unit;
    if (kind === 'mail' && end === 'sent' && organizationId !== undefined) of(organizationId).mails += 1;
  };
  const add = async () => {
    const [added, all] = [counted, [...counted]];
    if (all.length === 0) return;
    counted = new Map();
    await addUse(system, all).catch((error: Error) => {
      log.error({ err: error }, 'what organisations use could not be added');
      // tried again with what comes meanwhile
      for (const [id, one] of added) {
        const its = of(id);
        for (const what of ['requests', 'database_ms', 'mails'] as const) its[what] += one[what];
      }
    });
  };
  transactions.subscribe(onTransaction);
  ended.subscribe(onEnd);
  const timer = setInterval(add, PERIOD);
  return {
    async stop() {
      clearInterval(timer);
      transactions.unsubscribe(onTransaction);
      ended.unsubscribe(onEnd);
      await add();
    },
  };
}

async function addUse(system: Pool, counted: readonly [string, Use][]): Promise<void> {
  const of = (what: keyof Use) => counted.map(([, use]) => Math.round(use[what]));
  await system.query({
    name: 'add_use',
    // in one order, since other processes add at the same time; an organisation may be gone
    text: `insert into organization_use as known (id, day, requests, database_ms, mails)
      select o.id, (now() at time zone 'UTC')::date, u.requests, u.database_ms, u.mails
      from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) as u (id, requests, database_ms, mails)
      join organizations o on o.id = u.id order by o.id
      on conflict (day, id) do update set requests = known.requests + excluded.requests,
        database_ms = known.database_ms + excluded.database_ms, mails = known.mails + excluded.mails`,
    values: [counted.map(([id]) => id), of('requests'), of('database_ms'), of('mails')],
  });
}
