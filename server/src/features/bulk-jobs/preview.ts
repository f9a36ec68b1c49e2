import { type BulkAct, type BulkPreview, bulkLimits, type Selection } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { addressesOf, sends } from '../payment-mails/telling.ts';
import type { Person, Verdict } from './kind.ts';
import { actOf } from './kinds.ts';
import { choosePeople, selectPeople } from './people.ts';
import { createPlaces } from './places.ts';
import { selectNames } from './queries.ts';
import { requireSelection, selectChosen } from './selection.ts';

/** People that are judged with one round of questions to the database. */
const CHUNK = 5000;

/**
 * Tells what an act on a selection would do, by the rules of the act itself. Nothing stays written; of a move, what its price means is
 * made and taken back.
 *
 * @throws {AppError} forbidden, selection_empty, selection_too_large, selection_changed, invalid_fields
 */
export async function preview(
  scope: Scope,
  { kind: name, ...parameters }: BulkAct,
  selection: Selection,
): Promise<BulkPreview> {
  const kind = actOf(name);
  if (scope.rank < kind.rank) throw new AppError('forbidden');
  requireSelection(selection);
  const { ids, unknown } = await selectChosen(
    scope,
    selection,
    await choosePeople(scope, selection, kind.order),
  );
  const places = createPlaces(scope);
  const judge = kind.judge(scope, parameters, places);
  const silent = kind.mails(parameters) ? await selectSilentGroups(scope) : undefined;
  const tally = createTally(
    (person) => (kind.tellsBy ? kind.tellsBy(parameters, person) : person.group_id),
    silent,
  );
  for (let at = 0; at < ids.length; at += CHUNK) {
    const people = await selectPeople(scope, ids.slice(at, at + CHUNK));
    const verdicts = await judge(people);
    for (const [index, person] of people.entries()) tally.add(person.id, verdicts[index] ?? {}, person);
  }
  for (const id of unknown) tally.add(id, { reason: 'not_found' });

  const { changing } = tally;
  const isCounted = changing.length <= bulkLimits.counted;
  const isWhole = ids.length + unknown.length <= bulkLimits.atOnce;
  const fees = (await kind.fees?.(scope, parameters, changing, isCounted)) ?? null;
  const countRequests = async () => {
    if (kind.tells?.(parameters) !== 'payment_request' || !(await sends(scope, 'payment_request'))) return 0;
    const payers = kind.fees ? (fees?.payers ?? (fees ? null : [])) : changing.map(({ id }) => id);
    return payers && (await addressesOf(scope, 'payment_request', payers)).length;
  };
  return {
    total_count: ids.length + unknown.length,
    ...tally.counts(),
    request_count: await countRequests(),
    total: (await kind.total?.(scope, parameters, changing)) ?? null,
    fees,
    move_fees: (await kind.moveFees?.(scope, parameters, changing, isWhole)) ?? null,
    full_groups: await named(scope, places.full()),
    unpriced_groups: await named(scope, tally.unpriced()),
    rows: await rowsOf(scope, tally.remarkable),
  } as BulkPreview;
}

/**
 * Counts what is judged of each person: how many change, are skipped and why, and get a mail.
 *
 * @param tellerOf the group whose setting decides whether a person is told; null: none tells
 * @param silent groups that tell nobody; undefined: the act has no mails of its own
 */
function createTally(tellerOf: (person: Person) => string | null, silent: ReadonlySet<string> | undefined) {
  const skipped = new Map<string, number>();
  const warnings = new Map<string, number>();
  const unpriced = new Map<string, number>();
  const remarkable = new Map<string, Verdict>();
  const changing: Pick<Person, 'id' | 'group_id'>[] = [];
  let changes = 0;
  let mails = 0;
  let withoutEmail = 0;
  const count = (numbers: Map<string, number>, what: string) =>
    numbers.set(what, (numbers.get(what) ?? 0) + 1);
  const change = (person: Person, concerns: readonly string[]) => {
    changes += 1;
    changing.push({ id: person.id, group_id: person.group_id });
    for (const warning of concerns) count(warnings, warning);
    const teller = tellerOf(person);
    if (teller === null) return;
    if (!person.has_email) withoutEmail += 1;
    else if (silent && !silent.has(teller)) mails += 1;
  };
  return {
    changing,
    /** The first of those with a reason or a warning. */
    remarkable,
    add(id: string, verdict: Verdict, person?: Person) {
      const { reason, warnings: concerns = [] } = verdict;
      if (reason) count(skipped, reason);
      else if (person) change(person, concerns);
      if (reason === 'no_price' && person) count(unpriced, person.group_id);
      if ((reason || concerns.length > 0) && remarkable.size < bulkLimits.named) remarkable.set(id, verdict);
    },
    counts: () => ({
      change_count: changes,
      skipped: [...skipped].map(([reason, number]) => ({ reason, count: number })),
      warnings: [...warnings].map(([warning, number]) => ({ warning, count: number })),
      mail_count: mails,
      without_email_count: withoutEmail,
    }),
    unpriced: () => [...unpriced].map(([id, number]) => ({ id, count: number })),
  };
}

async function rowsOf(scope: Scope, remarkable: Map<string, Verdict>): Promise<BulkPreview['rows']> {
  const names = await selectNames(scope, [...remarkable.keys()]);
  const nobody = { name: null, group_id: null, group_name: null };
  return [...remarkable].map(([id, { reason = null, warnings = [], missing = [] }]) => ({
    participant_id: id,
    ...(names.get(id) ?? nobody),
    payment: null,
    ...{ reason, warnings, missing },
  }));
}

async function named<Group extends { id: string }>(scope: Scope, groups: Group[]) {
  const { rows } = await scope.tx.execute<{ id: string; name: object }>(sql`
    select id, name from groups
    where organization_id = ${scope.organizationId} and id = any (${sql.param(groups.map(({ id }) => id))}::uuid[])
  `);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return groups.map((group) => ({ ...group, name: names.get(group.id) ?? {} }));
}

/** Groups that send no mails about decisions. */
async function selectSilentGroups(scope: Scope): Promise<Set<string>> {
  const { rows } = await scope.tx.execute<{ group_id: string }>(sql`
    select group_id from group_email_settings
    where organization_id = ${scope.organizationId} and email_type = 'application_status_update' and not enabled
  `);
  return new Set(rows.map(({ group_id }) => group_id));
}
