import type { Concern } from '@vpisnik/contract/rules/participant-filter';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { getColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import {
  form_fields,
  group_fields,
  groups,
  mails,
  organizations,
  participants,
  reapplications,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** The condition of participants who need a look for one of these reasons. */
export function concerning(scope: Scope, asked: readonly Concern[]): SQL | undefined {
  const ids = asked.flatMap((one) => noticed[one]?.(scope) ?? []);
  return or(
    // together, so that those few are looked up by their id
    ids.length > 0 ? sql`${participants.id} in (${sql.join(ids, sql` union all `)})` : undefined,
    ...asked.map((one) => judged[one]?.(scope)),
  );
}

const readsAll = ({ rank }: Scope) => rank >= permissions['answers.read_sensitive'];

/** Selections of the ids of participants about whom something is written elsewhere. */
const noticed: { [One in Concern]?: (scope: Scope) => SQL } = {
  /** They applied again, and said something differently that the caller may read. */
  reapplied: (scope) => sql`
    select participant_id from ${reapplications} where organization_id = ${scope.organizationId}
      and (${readsAll(scope)} or ${saysReadable})`,
  /** A mail did not reach them, and no later one did. */
  mail_failed: ({ organizationId }) => sql`
    select failed.participant_id from ${mails} as failed
    where failed.organization_id = ${organizationId} and failed.state = 'failed'
      and failed.recipient_kind = 'applicant' and not exists (
        select from ${mails} as later where later.organization_id = failed.organization_id
          and later.participant_id = failed.participant_id and later.recipient_kind = 'applicant'
          and later.state = 'sent' and later.created_at > failed.created_at)`,
};

const {
  organization_id: _,
  id: __,
  participant_id: ___,
  group_id: ____,
  created_at: _____,
  answers,
  ...said
} = getColumns(reapplications);
/** Whether a renewed application says more than sensitive answers. */
const saysReadable = sql`(coalesce(${sql.join(Object.values(said), sql`, `)}) is not null
  or ${answers} @> '[{"sensitive": false}]')`;

/** Conditions that each participant is judged by. */
const judged: { [One in Concern]?: (scope: Scope) => SQL } = {
  /** Younger or older than their group is meant for, on its first day or today when it has begun. */
  outside_age: (scope) => {
    const first = sql`greatest(${groups.start_date}, ${todayOf(scope)})`;
    const bornBy = (years: SQL) => sql`${first} - make_interval(years => ${years})`;
    return sql`(${isWanted} and exists (
      select from ${groups}
      where ${groups.organization_id} = ${participants.organization_id} and ${groups.id} = ${participants.group_id}
        and (${participants.date_of_birth} > ${bornBy(sql`${groups.age_from}`)}
          or ${participants.date_of_birth} <= ${bornBy(sql`${groups.age_to} + 1`)})))`;
  },
  /** Their group's form asks for something that they have not answered; an answer that is sensitive counts as one. */
  incomplete: (scope) => sql`(${isWanted} and exists (
      select from (${requiredKeys(scope)}) as required
      where required.group_id = ${participants.group_id} and not ${participants.answered} @> required.keys
        and (${readsAll(scope)} or exists (
          select from unnest(required.keys, required.marks) as one (key, mark)
          where not ${participants.answered} && array[key, mark]))))`,
};

const isWanted = inArray(participants.status, ['pending', 'approved', 'waitlisted']);

const todayOf = (scope: Scope) =>
  sql`(select (now() at time zone ${organizations.time_zone})::date from ${organizations} where ${organizations.id} = ${scope.organizationId})`;

/** What must be among `answered` in each group; a tick that is required must be made. */
const requiredKeys = (scope: Scope) => {
  const field = sql`coalesce(${form_fields.id}, ${group_fields.id})`;
  const type = sql`coalesce(${form_fields.type}, ${group_fields.question} ->> 'type')`;
  const sensitive = sql`coalesce(${form_fields.sensitive}, (${group_fields.question} ->> 'sensitive')::boolean, false)`;
  const key = sql`case when ${type} = 'checkbox' then app.answer_key((${field})::text, 'true') else ${field} end`;
  return sql`
    select ${group_fields.group_id}, array_agg(${key}) as keys,
      array_agg(app.answer_key((${field})::text, '*sensitive')) as marks
    from ${group_fields}
    left join ${form_fields} on ${form_fields.organization_id} = ${group_fields.organization_id}
      and ${form_fields.id} = ${group_fields.form_field_id}
    where ${group_fields.organization_id} = ${scope.organizationId} and ${group_fields.required}
      and (${readsAll(scope)} or not ${sensitive})
    group by ${group_fields.group_id}`;
};
