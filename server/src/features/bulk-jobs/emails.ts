import { bulkLimits, type EmailList, type Selection } from '@vpisnik/contract/bulk-jobs';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import { type SQL, sql } from 'drizzle-orm';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { filtersOf, selectMatching } from '../participants/filters.ts';
import { choosePeople } from './people.ts';
import { keptSelection, loggedFilter, requireSelection, selectChosen } from './selection.ts';

/**
 * Addresses of chosen participants, which the activity log notes as an export.
 *
 * @throws {AppError} selection_changed, selection_empty, selection_too_large
 */
export async function emailsOfSelection(
  scope: Scope,
  selection: Selection,
  withLeftOut: boolean,
): Promise<EmailList> {
  requireSelection(selection);
  const people = await choosePeople(scope, selection, 'application');
  const { ids } = await selectChosen(scope, selection, people);
  const chosen = sql`
    select ${columns} from participants
    where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])`;
  return noted(scope, keptSelection(selection), await selectEmails(scope, chosen, withLeftOut));
}

/** Addresses of participants that match the filter of a list, which the activity log notes as an export. */
export async function emailsOfFilter(
  scope: Scope,
  filter: ParticipantFilter,
  withLeftOut: boolean,
): Promise<EmailList> {
  const matching = selectMatching(scope, await filtersOf(scope, filter), columns);
  return noted(scope, { filter }, await selectEmails(scope, matching, withLeftOut));
}

async function noted(
  scope: Scope,
  whom: { filter?: ParticipantFilter },
  list: EmailList,
): Promise<EmailList> {
  const changes = {
    ...whom,
    // people, as in other exports: siblings share an address
    count: list.total_count - list.left_out_count - list.without_email_count,
    ...(whom.filter && (await loggedFilter(scope, whom.filter))),
  };
  await recordBy(scope, { action: 'emails_exported', entity: 'export', changes });
  return list;
}

const columns = sql.raw('id, name, email, status, application_date, guardian_name');

/** Each address once, with the name of its latest application; undeliverable addresses apart. */
async function selectEmails(scope: Scope, people: SQL, withLeftOut: boolean): Promise<EmailList> {
  const { rows } = await scope.tx.execute<EmailList>(sql`
    with chosen as materialized (
      select *, not ${withLeftOut}::boolean and status in ('rejected', 'inactive') as left_out from (${people}) as people
    ), addresses as materialized (
      select email, (array_agg(coalesce(nullif(guardian_name, ''), name) order by application_date desc, id))[1] as name,
        lower(email) in (select address from app.unreachable_addresses()) as is_bounced
      from chosen where not left_out and email is not null group by email
    ), bounced as (
      select email, name from addresses where is_bounced order by app.fold(name), email limit ${bulkLimits.named}
    ), silent as (
      select id, name from chosen where not left_out and email is null order by app.fold(name), id limit ${bulkLimits.named}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name) order by app.fold(name), email), '[]')
        from addresses where not is_bounced) as results,
      count(*)::integer as total_count,
      (count(*) filter (where left_out))::integer as left_out_count,
      (count(*) filter (where not left_out and email is null))::integer as without_email_count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]') from silent) as without_email,
      (select count(*)::integer from addresses where is_bounced) as bounced_count,
      (select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name)), '[]') from bounced) as bounced
    from chosen
  `);
  return rows[0] as EmailList;
}
