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

/** The condition of participants with one of these concerns. */
export function concerning(scope: Scope, asked: readonly Concern[]): SQL | undefined {
  const ids = asked.flatMap((one) => found[one]?.(scope) ?? []);
  return or(
    // together, so that those few are looked up by their id
    ids.length > 0 ? sql`${participants.id} in (${sql.join(ids, sql` union all `)})` : undefined,
    asked.includes('incomplete') ? incomplete(scope) : undefined,
  );
}

const readsAll = ({ rank }: Scope) => rank >= permissions['answers.read_sensitive'];

/**
 * Selections of the ids of participants, from what is written elsewhere. They read the table by its own name, since
 * `participants` may stand for a view in the query around them.
 */
const found: { [One in Concern]?: (scope: Scope) => SQL } = {
  /** They applied again, and said something differently that the caller may read. */
  reapplied: (scope) => sql`
    select participant_id from ${reapplications} where organization_id = ${scope.organizationId}
      and ${readableReapplications(scope) ?? sql`true`}`,
  /** A mail did not reach them, and no later one did. */
  mail_failed: ({ organizationId }) => sql`
    select failed.participant_id from ${mails} as failed
    where failed.organization_id = ${organizationId} and failed.state = 'failed'
      and failed.recipient_kind = 'applicant' and not exists (
        select from ${mails} as later where later.organization_id = failed.organization_id
          and later.participant_id = failed.participant_id and later.recipient_kind = 'applicant'
          and later.state = 'sent' and later.created_at > failed.created_at)`,
  /** Another living application to their group looks like theirs. */
  duplicate: () => sql`select its from app.same_in_group() as its`,
  /** Younger or older than their group is meant for, on its first day or today when it has begun. */
  outside_age: (scope) => {
    const bornBy = (years: SQL) =>
      sql`(greatest(${groups.start_date}, ${todayOf(scope)}) - make_interval(years => ${years}))::date`;
    // days are made before the join: row-level security lets no function but a plain comparison choose by an index
    return sql`
      select person.id
      from (
        select ${groups.id}, ${bornBy(sql`${groups.age_from}`)} as latest, ${bornBy(sql`${groups.age_to} + 1`)} as earliest
        from ${groups}
        where ${groups.organization_id} = ${scope.organizationId} and num_nonnulls(${groups.age_from}, ${groups.age_to}) > 0
        offset 0
      ) as meant
      join public.participants as person on person.group_id = meant.id
        and (person.date_of_birth > meant.latest or person.date_of_birth <= meant.earliest)
      where person.organization_id = ${scope.organizationId} and person.status = any (${sql.param(wanted)}::text[])`;
  },
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
/** The condition of renewed applications that say more than the caller may read; undefined where all may be read. */
export const readableReapplications = (scope: Scope): SQL | undefined =>
  readsAll(scope)
    ? undefined
    : sql`(coalesce(${sql.join(Object.values(said), sql`, `)}) is not null or ${answers} @> '[{"sensitive": false}]')`;

/** Their group's form asks for something that they have not answered; an answer that is sensitive counts as one. */
function incomplete(scope: Scope): SQL {
  const required = requiredKeys(scope);
  // read once and looked up by group: joined, the table would be read to its end before the page begins
  const its = (what: 'keys' | 'marks') => sql`
    ((select jsonb_object_agg(group_id, ${sql.raw(what)}::text) from (${required}) as required)
      ->> (${participants.group_id})::text)::uuid[]`;
  const lacks = readsAll(scope)
    ? sql`not ${participants.answered} @> ${its('keys')}`
    : sql`exists (select from unnest(${its('keys')}, ${its('marks')}) as one (key, mark)
        where not ${participants.answered} && array[key, mark])`;
  return sql`(${isWanted} and ${participants.group_id} in (select group_id from (${required}) as required) and ${lacks})`;
}

const wanted = ['pending', 'approved', 'waitlisted'];
const isWanted = inArray(participants.status, wanted);

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
