import { ask, launch } from '../child.ts';
import { type MoneyCase, medianOf } from '../measure.ts';
import type { MadeDue } from '../processes/fees.ts';
import type { Site } from '../stage.ts';

/**
 * Participants of the first runs, which do the work of the whole in parts: a process that has just begun takes less of the
 * machine than one that has worked for a while, however much it holds.
 */
const FEW = 4000;
const PARTS = 5;

/**
 * A month's payments of 20 000 participants by their groups' plans, made by the worker's function in a process of its own,
 * beside the bare statements as the table owner; and the memory of that process after all of them beside after as many in parts.
 */
export const monthlyJob: MoneyCase = {
  name: 'monthly-job',
  run: async ({ money, quick }, parts) => {
    await restore(money);
    parts.defer(() => restore(money));
    const worker = launch(parts, 'fees.ts', undefined, { DATABASE_URL: money.env.databaseUrl });
    let few = 0;
    for (let part = 0; part < PARTS; part += 1)
      few = (await makeOf(money, FEW, () => ask<MadeDue>(worker, 'make'))).peak;
    const ours: number[] = [];
    const limits: number[] = [];
    let peak = 0;
    let count = 0;
    for (let round = -1; round < (quick ? 1 : 3); round += 1) {
      const made = await makeOf(money, null, () => ask<MadeDue>(worker, 'make'));
      const bare = await makeOf(money, null, () => makeBarely(money));
      if (made.count !== bare.count) throw new Error(`${made.count} were made, and ${bare.count} barely`);
      ({ peak, count } = made);
      if (round < 0) continue;
      ours.push(made.ms);
      limits.push(bare.ms);
    }
    return [
      {
        case: 'monthly payments of 20 000 participants',
        unit: 'ms',
        ours: medianOf(ours),
        limit: medianOf(limits),
        ratio: medianOf(ours) / medianOf(limits),
        target: { at: 'most', value: 2 },
        note: `${count} payments`,
      },
      {
        case: `memory of the monthly payments of 20 000 at once and ${FEW} at a time`,
        unit: 'MB',
        ours: peak,
        limit: few,
        ratio: peak / few,
        target: { at: 'most', value: 1.25 },
      },
    ];
  },
};

/** Lets all, or some, be looked at today, measures the work and takes it back. */
async function makeOf<Made>(site: Site, most: number | null, work: () => Promise<Made>): Promise<Made> {
  await site.owner.query(
    `update fee_enrolments set next_on = current_date - 1 where organization_id = $1 and participant_id in (
      select participant_id from fee_enrolments where organization_id = $1 order by participant_id limit $2)`,
    [site.organizationId, most],
  );
  await site.owner.query('vacuum (analyze) fee_enrolments, payments');
  const made = await work();
  await restore(site);
  return made;
}

const insert = `insert into payments (organization_id, participant_id, group_id, currency, fee_plan_id, amount, expiration_date,
    kind, purpose, period, gross, discounts)
  select e.organization_id, e.participant_id, e.group_id, 'EUR', f.id, f.amount,
    (date_trunc('month', now()) + interval '1 month 14 days')::date, f.kind,
    (g.name ->> 'sl') || ', ' || to_char(now() + interval '1 month', 'YYYY-MM'),
    to_char(now() + interval '1 month', 'YYYY-MM'), f.amount, '[]'
  from fee_enrolments e
  join fee_plans f on f.organization_id = e.organization_id and f.group_id = e.group_id
  join groups g on g.organization_id = e.organization_id and g.id = e.group_id
  where e.organization_id = $1 and e.next_on <= current_date
  on conflict (organization_id, participant_id, fee_plan_id, period)
    where fee_plan_id is not null and split_from is null do nothing`;
const step = `update fee_enrolments set made_until = to_char(now() + interval '1 month', 'YYYY-MM'), next_on = current_date + 30
  where organization_id = $1 and next_on <= current_date`;

async function makeBarely({ owner, organizationId }: Site): Promise<MadeDue> {
  const client = await owner.connect();
  const began = performance.now();
  await client.query('begin');
  const { rowCount } = await client.query(insert, [organizationId]);
  await client.query(step, [organizationId]);
  await client.query('commit');
  const ms = performance.now() - began;
  client.release();
  return { ms, count: rowCount ?? 0, peak: 0 };
}

/** Everything as it was before a round. */
async function restore({ owner, organizationId }: Site): Promise<void> {
  const its = [organizationId];
  await owner.query('delete from payments where organization_id = $1 and fee_plan_id is not null', its);
  await owner.query('delete from participant_changes where organization_id = $1', its);
  await owner.query(
    `update fee_enrolments set made_until = to_char(now(), 'YYYY-MM'), next_on = null where organization_id = $1`,
    its,
  );
}
