import { copied, type MoneyCase, medianOf, read, timed } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/**
 * The accountant's file of all there is, an event of each of 1 000 000 payments, beside COPY of the same events and what is told of
 * them as the table owner; and the memory for it beside that for a few days.
 */
export const ledger: MoneyCase = {
  name: 'ledger',
  run: async ({ money, quick }, parts) => {
    const events = await fill(money);
    const app = await startApp(parts, money);
    const download = (query: string) =>
      timed(() => read(`http://127.0.0.1:${app.port}/api/payments/ledger.csv${query}`, money));
    const few = `?from=${day(-3)}&to=${day(-1)}`;
    for (let round = 0; round < 5; round += 1) await download(few);
    const before = await app.peak();
    const rounds = { ours: [] as number[], copy: [] as number[] };
    for (let round = -1; round < (quick ? 1 : 3); round += 1) {
      const [ours, copy] = [await download(''), await timed(() => copied(money, statement))];
      if (round < 0) continue;
      rounds.ours.push(ours);
      rounds.copy.push(copy);
    }
    const after = await app.peak();
    const [ours, limit] = [medianOf(rounds.ours), medianOf(rounds.copy)];
    return [
      {
        case: 'ledger of all payments as CSV',
        unit: 'ms',
        ours,
        limit,
        ratio: ours / limit,
        target: { at: 'most', value: 2 },
        note: `${events} events`,
      },
      {
        case: 'memory of that ledger and of three days of it',
        unit: 'MB',
        ours: after,
        limit: before,
        ratio: after / before,
        target: { at: 'most', value: 1.5 },
      },
    ];
  },
};

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** Writes down that each payment was made, which the seed's triggers did not do; answers how many events there are. */
async function fill({ owner, organizationId }: Site): Promise<number> {
  const its = [organizationId];
  // another case may have made payments with theirs
  await owner.query(
    `insert into payment_events (organization_id, day, kind, currency, open, received, credit, payment_id, participant_id, paid_on,
       method)
     select organization_id, least(expiration_date, current_date), 'made', currency,
       case when status = 'completed' then 0 else amount end, case when status = 'completed' then amount else 0 end, 0, id,
       participant_id, payment_date, method
     from payments p where organization_id = $1 and not exists (
       select from payment_events v where v.organization_id = p.organization_id and v.payment_id = p.id)`,
    its,
  );
  await owner.query('vacuum (analyze) payment_events');
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::integer as count from payment_events where organization_id = $1',
    its,
  );
  return rows[0]?.count ?? 0;
}

const statement = (organizationId: string) => `
  select v.day, v.paid_on, v.kind, x.name, g.name ->> 'sl', p.purpose, p.reference_number, p.invoice_number, v.method, v.currency,
    v.open, v.received, v.credit
  from payment_events v
  left join payments p on p.organization_id = v.organization_id and p.id = v.payment_id
  left join participants x on x.organization_id = v.organization_id and x.id = coalesce(p.participant_id, v.participant_id)
  left join groups g on g.organization_id = v.organization_id and g.id = p.group_id
  where v.organization_id = '${organizationId}' order by v.day, v.id`;
