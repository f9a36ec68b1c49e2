import { type FeePayments, feeTotal } from '@vpisnik/contract/rules/fee-plan';
import { wireOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import { askedOf, selectWithFormer } from './credits.ts';
import { type Joined, join, makeDue, todayOf } from './making.ts';
import { dueOn, linesOfJoining, makesPayments, selectFacts } from './proposals.ts';
import { type Reader, selectPlanned } from './queries.ts';

/** A participant to whom a decision gives a place. */
type Placed = { id: string; group_id: string };

/**
 * Enrols those whom a decision gave a place, as it says.
 *
 * @param others to whom the same decision gives a place later: in a family they count already
 */
export async function enrolByDecision(
  reader: Reader,
  people: readonly Placed[],
  payments: FeePayments,
  others: readonly string[] = [],
): Promise<void> {
  if (payments === 'none') return;
  const given = { automatic: true, at_once: payments === 'at_once' };
  const byGroup = groupsOf(people);
  const all: Joined[] = [];
  for (const [id, planned] of await selectPlanned(reader, [...byGroup.keys()])) {
    const joined = await join(reader, planned, byGroup.get(id) ?? [], given);
    if (joined) all.push(joined);
  }
  // all have joined before one is counted: in a family each counts for the others, whichever group comes first
  await makeDue(reader, all, { approved: others });
}

/**
 * What `enrolByDecision` would make by the plans of these people, who have no place yet; nothing is written.
 *
 * @returns null where no plan would ask for anything; `later` where more would follow in time; `payers` of payments due at once
 */
export async function proposeByDecision(reader: Reader, people: readonly Placed[]) {
  const byGroup = groupsOf(people);
  const all = [...(await selectPlanned(reader, [...byGroup.keys()]))].flatMap(([id, planned]) =>
    makesPayments(planned.plan, true) ? [{ ...planned, ids: byGroup.get(id) ?? [] }] : [],
  );
  const [first] = all;
  if (!first) return null;
  // one organisation has one day
  const today = todayOf(first.group);
  const joining = all.flatMap(({ ids }) => ids);
  const relatives = await selectRelatives(
    reader,
    people.map(({ id }) => id),
  );
  const asked = all.flatMap(({ ids, plan }) =>
    ids.map((id) => askedOf({ participant_id: id, at_once: false }, plan)),
  );
  const known = {
    facts: await selectFacts(reader, joining, today, relatives),
    former: await selectWithFormer(reader, asked),
  };
  const sum = { count: 0, amount: 0n, later: false, currency: '', payers: [] as string[] };
  for (const { group, plan, ids } of all) {
    const given = { automatic: true, at_once: false, known };
    const lines = await linesOfJoining(reader, group, plan, ids, today, given);
    const owed = lines.flatMap(({ id, lines: its }) =>
      its.flatMap((line) => (line.amount > 0n ? [{ id, line }] : [])),
    );
    const isDue = dueOn(today, plan);
    const due = owed.filter(({ line }) => isDue(line));
    if (owed.length > 0) sum.currency = group.currency;
    sum.count += due.length;
    sum.payers.push(...due.map(({ id }) => id));
    sum.amount += feeTotal(due.map(({ line }) => line));
    sum.later ||= due.length < owed.length;
  }
  return sum.currency ? { ...sum, amount: wireOf(sum.amount) } : null;
}

/** Whether the plan of one of these groups makes payments by decisions. */
export async function anyMakesPayments(
  { tx, organizationId }: Reader,
  groupIds: readonly string[],
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from fee_plans
    where organization_id = ${organizationId} and group_id = any (${sql.param(groupIds)}::uuid[])
      and rhythm <> 'none' and made_on <> 'by_hand'
    limit 1
  `);
  return rows.length > 0;
}

/** Those of some participants who are members of a family: all others count for nobody. */
async function selectRelatives({ tx, organizationId }: Reader, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select m.participant_id as id from family_members m
    where m.organization_id = ${organizationId} and m.participant_id = any (${sql.param(ids)}::uuid[])
  `);
  return rows.map(({ id }) => id);
}

function groupsOf(people: readonly Placed[]): Map<string, string[]> {
  const groups = Map.groupBy(people, ({ group_id }) => group_id);
  return new Map([...groups].map(([id, its]) => [id, its.map((one) => one.id)]));
}
