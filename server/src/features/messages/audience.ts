import type { Selection, UncountedSelection } from '@vpisnik/contract/bulk-jobs';
import { type Message, type MessageAudience, messageLimits } from '@vpisnik/contract/messages';
import { limitedFilter, type ParticipantFilter } from '@vpisnik/contract/participant-filter';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { type SQL, sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { choosePeople } from '../bulk-jobs/people.ts';
import { requireSelection } from '../bulk-jobs/selection.ts';
import { filtersOf } from '../participants/filters.ts';
import type { Values } from './queries.ts';

/** What of a message says who gets it. */
export type Addressing = Pick<Message, 'audience' | 'kind' | 'include' | 'siblings'>;

/** A message's audience as a selection; undefined where it is no longer kept. */
export function audienceOf({ audience }: Pick<Message, 'audience'>): Selection | undefined {
  const { ids, filter, exclude_ids = [], expected_count = 0, as_of = '' } = audience;
  if (ids) return { ids };
  // what filters could say may have changed since it was kept
  const parsed = filter && limitedFilter.safeParse(filter);
  return parsed?.success ? { filter: parsed.data, exclude_ids, expected_count, as_of } : undefined;
}

/**
 * An audience as a message keeps it, with the groups that it is for. A filter may find nobody while it is written:
 * its words are kept all the same, and sending refuses. Those of a moment that has not come are those of now.
 *
 * @param isAuthor whether the caller wrote the message
 * @throws {AppError} selection_empty, selection_too_large, selection_changed
 */
export async function keepAudience(
  scope: Scope,
  given: UncountedSelection,
  isAuthor: boolean,
): Promise<Values> {
  // the database tells moments by finer parts
  const now = new Date(Date.now() + 1);
  const as_of = (moment: string) => (new Date(moment) > now ? now.toISOString() : moment);
  const withCount = (expected_count: number): Selection =>
    'ids' in given ? given : { ...given, as_of: as_of(given.as_of), expected_count };
  const uncounted = withCount(1);
  requireSelection(uncounted);
  const { total, groups } = await readGroups(scope, uncounted);
  if ('filter' in given && given.expected_count !== null && given.expected_count !== total)
    throw new AppError('selection_changed', { count: total });
  const counted = withCount(total);
  return { ...kept(counted), group_ids: await groupsFor(scope, counted, groups, isAuthor) };
}

/**
 * An audience that stays within the caller's groups for any later reader, and whatever they see by then: a filter names the groups,
 * of ids only those of people in scope are left.
 */
export async function limitAudience<Chosen extends UncountedSelection>(
  scope: Scope,
  selection: Chosen,
): Promise<Chosen | { ids: string[] }> {
  if (scope.allGroups) return selection;
  if ('filter' in selection) {
    const { filter } = selection;
    const all = filter.group_id ?? scope.groupIds;
    const group_id = all.filter((id) => scope.groupIds.includes(id));
    // no group would be every group; nobody is in it anyhow
    return group_id.length > 0 ? { ...selection, filter: { ...filter, group_id } } : selection;
  }
  const chosen = await choosePeople(scope, { ids: selection.ids }, 'application');
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select participant_id as id from (${chosen}) as chosen where found order by position`,
  );
  return { ids: rows.map(({ id }) => id) };
}

/** The audience of a message as it is kept when the caller's groups are its bound; nothing where none is chosen. */
export async function keepLimited(scope: Scope, message: Pick<Message, 'audience'>): Promise<Values> {
  const selection = audienceOf(message);
  return selection ? kept(await limitAudience(scope, selection)) : {};
}

/** The audience of another message as it is kept for one that the caller writes: those whom its filter matches now. */
export async function copyAudience(scope: Scope, selection: Selection): Promise<Values> {
  const anew = 'ids' in selection ? selection : { ...selection, as_of: new Date().toISOString() };
  const { total, groups } = await readGroups(scope, anew);
  const counted = 'ids' in anew ? anew : { ...anew, expected_count: total };
  return { ...kept(counted), group_ids: await groupsFor(scope, anew, groups, true) };
}

/**
 * Of a message's people those whom no mail of it has reached, or is on its way to; undefined where its audience is no longer
 * kept. Of one that has not begun to leave: all. Who came after it was written is none of them.
 *
 * @throws {AppError} everybody_reached
 */
export async function unreachedOf(scope: Scope, message: Message): Promise<Selection | undefined> {
  const selection = audienceOf(message);
  if (!selection || message.sent_at === null) return selection;
  const chosen = await choosePeople(scope, selection, 'application');
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select participant_id as id from (${chosen}) as chosen
    where found and participant_id <> all (array(select app.reached_by_message(${message.id})))
    order by position`);
  if (rows.length === 0) throw new AppError('everybody_reached');
  return { ids: rows.map(({ id }) => id) };
}

/**
 * The groups that a message is for: those of its people, while there are none those that its filter names. Without such groups
 * its author and those who see all groups see it; a caller who is neither keeps it for those who have all groups of theirs.
 */
async function groupsFor(
  scope: Scope,
  selection: Selection,
  found: string[],
  isAuthor: boolean,
): Promise<string[]> {
  if (found.length > 0) return found;
  const named = 'filter' in selection ? await namedGroups(scope, selection.filter) : [];
  if (named.length > 0) return named;
  return scope.allGroups || isAuthor ? [] : [...scope.groupIds];
}

/** The groups in scope that a filter names, by themselves or by what they have in common. */
async function namedGroups(scope: Scope, filter: ParticipantFilter): Promise<string[]> {
  const { groups = filter.group_id ?? [] } = await filtersOf(scope, filter);
  return scope.allGroups ? groups : groups.filter((id) => scope.groupIds.includes(id));
}

/** A selection as a message keeps it. */
const kept = (selection: Selection): Values => ({
  audience: 'filter' in selection ? selection : null,
  audience_ids: 'ids' in selection ? [...new Set(selection.ids)] : null,
});

/** How many people are chosen, and the groups of those in scope. */
export async function readGroups(
  scope: Scope,
  selection: Selection,
): Promise<{ total: number; groups: string[] }> {
  const chosen = await choosePeople(scope, selection, 'application');
  const { rows } = await scope.tx.execute<{ total: number; groups: string[] }>(sql`
    select count(*)::integer as total,
      coalesce(array_agg(distinct p.group_id) filter (where p.id is not null), '{}') as groups
    from (${chosen}) as chosen
    left join participants p on p.organization_id = ${scope.organizationId} and p.id = chosen.participant_id
  `);
  return rows[0] ?? { total: 0, groups: [] };
}

/** SQL: the ids of a message's audience, as an array. */
async function chosenIds(scope: Scope, message: Addressing): Promise<SQL> {
  const selection = audienceOf(message);
  if (!selection) return sql`'{}'::uuid[]`;
  const chosen = await choosePeople(scope, selection, 'application');
  return sql`array(select participant_id from (${chosen}) as chosen)`;
}

/** SQL: the mails that a message would make at this moment, see `app.message_mails`. */
export async function mailsOf(scope: Scope, message: Addressing): Promise<SQL> {
  const { kind, include, siblings } = message;
  const ids = await chosenIds(scope, message);
  return sql`app.message_mails(${ids}, ${kind}, ${sql.param(include)}::text[], ${siblings})`;
}

/** Who gets a message at this moment, and who gets none and why. */
export async function readAudience(scope: Scope, message: Addressing): Promise<MessageAudience> {
  const { kind, include, siblings } = message;
  const open = sql.param([...openStatuses]);
  const { rows } = await scope.tx.execute<MessageAudience>(sql`
    with chosen as materialized (select ${await chosenIds(scope, message)} as ids),
    person as materialized (
      select p.* from chosen cross join lateral app.message_people(ids, ${kind}, ${sql.param(include)}::text[]) as p
    ),
    mail as materialized (
      select (array_agg(language order by app.fold(name), participant_id))[1] as language,
        bool_or(participant_id in (
          select p.participant_id from payments p
          where p.organization_id = ${scope.organizationId} and p.status = any (${open}::text[])
        )) as owing
      from person where reason is null group by app.message_key(email, name, ${siblings})
    ),
    left_out as (
      select reason, count(*)::integer as count,
        (array_agg(jsonb_build_object('id', participant_id, 'name', name) order by app.fold(name), participant_id)
          filter (where name is not null))[1:${messageLimits.named}] as people
      from person where reason is not null group by reason
    )
    select
      (select count(*)::integer from person where reason is null) as people,
      count(*)::integer as mails,
      jsonb_build_object(
        'sl', count(*) filter (where language = 'sl'), 'en', count(*) filter (where language = 'en')) as languages,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'reason', reason, 'count', count, 'people', coalesce(to_jsonb(people), '[]')) order by count desc, reason), '[]')
        from left_out) as left_out,
      (select count(*)::integer from (
        select from person where reason is null group by email having count(*) > 1) as shared) as shared_addresses,
      count(*) filter (where owing)::integer as with_open_payments,
      ${sql.raw(instantColumn('now()'))} as as_of
    from mail
  `);
  return rows[0] as MessageAudience;
}

/** How many mails a message would make at this moment, and for how many people. */
export type MailCount = { mails: number; people: number };

/** Counts the mails that a message would make at this moment, and their people. */
export async function countMails(scope: Scope, message: Addressing): Promise<MailCount> {
  const mails = await mailsOf(scope, message);
  const { rows } = await scope.tx.execute<MailCount>(sql`
    select count(*)::integer as mails, coalesce(sum(cardinality(members)), 0)::integer as people
    from ${mails} as mail`);
  return rows[0] ?? { mails: 0, people: 0 };
}

/** How many mails a message would make at this moment, and what tells their people from any others. */
export async function readReach(
  scope: Scope,
  message: Addressing,
): Promise<{ mails: number; people: string }> {
  const mails = await mailsOf(scope, message);
  const { rows } = await scope.tx.execute<{ mails: number; people: string }>(sql`
    select count(*)::integer as mails,
      encode(sha256(convert_to(
        coalesce(string_agg(array_to_string(members, ' '), ',' order by key), ''), 'UTF8')), 'hex') as people
    from ${mails} as mail`);
  return rows[0] ?? { mails: 0, people: '' };
}
