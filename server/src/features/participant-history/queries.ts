import type { HistoryEntry } from '@vpisnik/contract/participant-history';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { type SQL, sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import { pageOf, readCursor } from '../../db/pages.ts';
import type { Scope } from '../../db/scope.ts';
import { readableMailsOf } from '../application-mails/readable.ts';
import { readableReapplications } from '../participants/concerns.ts';
import { selectMailsById } from '../participants/queries.ts';

type Row = Omit<HistoryEntry, 'mail'>;
type Page = { limit: number; last_id?: string | undefined };

/** A page of what happened to a participant in scope, the latest first. Each of its sources is read by an index, no further than the page. */
export async function listHistory(scope: Scope, participantId: string, { limit, last_id }: Page) {
  const [lastAt, lastId] = last_id === undefined ? [] : readCursor(last_id, 1);
  const its = sql`organization_id = ${scope.organizationId} and participant_id = ${participantId}`;
  const part = (columns: SQL, from: SQL, where: SQL, at = sql.raw('created_at')) => {
    const before = lastId ? sql`and (${at}, id) < (${lastAt}::timestamptz, ${lastId}::uuid)` : sql``;
    return sql`(select id, ${at} as moment, ${columns} from ${from} where ${where} ${before}
      order by ${at} desc, id desc limit ${limit + 1})`;
  };
  const told = (kind: string, by: string) => sql.raw(`'${kind}', '${by}', '', false, '[]'::jsonb`);
  const parts = [
    part(
      sql`kind, by, actor, bulk_job_id is not null as bulk, ${readableChanges(scope)} as changes`,
      sql`participant_changes`,
      sql`${its} and ${isReadable(scope)} and ${isKindReadable(scope)}`,
    ),
    part(
      sql`'mail', case when requested_by = '' then 'system' else 'staff' end, requested_by, bulk_job_id is not null, '[]'::jsonb`,
      sql`mails`,
      readableMailsOf(scope, participantId),
    ),
    part(
      told('reapplied', 'applicant'),
      sql`reapplications`,
      sql`${its} and ${readableReapplications(scope) ?? sql`true`}`,
    ),
    // who applied by the form, and whom staff added before that was written down
    part(
      told('applied', 'applicant'),
      sql`participants`,
      sql`organization_id = ${scope.organizationId} and id = ${participantId} and privacy_version is not null`,
      // the time of a sheet's or another system's application; of our own, that of the mails with it
      sql.raw('least(application_date, created_at)'),
    ),
    part(
      told('added', 'staff'),
      sql`participants`,
      sql`organization_id = ${scope.organizationId} and id = ${participantId} and privacy_version is null
        and not exists (select from participant_changes where ${its} and kind = 'added')`,
    ),
  ];
  const { rows } = await scope.tx.execute<Row>(sql`
    select id, ${sql.raw(instantColumn('moment'))} as at, kind, by, actor, bulk, changes
    from (${sql.join(parts, sql` union all `)}) as told
    order by moment desc, id desc limit ${limit + 1}`);
  const page = pageOf(rows, limit, (row) => row.at);
  const mailIds = page.results.filter(({ kind }) => kind === 'mail').map(({ id }) => id);
  const mails = new Map((await selectMailsById(scope, mailIds)).map((mail) => [mail.id, mail]));
  const results = page.results.map((row) => ({ ...row, mail: mails.get(row.id) ?? null }));
  return { ...page, results: results as HistoryEntry[] };
}

const readsAll = ({ rank }: Scope) => rank >= permissions['answers.read_sensitive'];

/**
 * Sensitive answers are no answers below rank 3: neither are changes of them, nor entries about nothing else. Of a move,
 * groups out of scope are not named.
 */
const isReadable = (scope: Scope) =>
  readsAll(scope)
    ? sql`true`
    : sql`(changes = '[]' or exists (select from jsonb_array_elements(changes) as change where ${isPlain}))`;
const readableChanges = (scope: Scope) =>
  readsAll(scope) && scope.allGroups
    ? sql`changes`
    : sql`(
      select coalesce(jsonb_agg(${scope.allGroups ? sql`change` : withoutHidden(scope)}), '[]')
      from jsonb_array_elements(changes) as change where ${readsAll(scope) ? sql`true` : isPlain})`;

/** A change whose groups out of scope are null; so is one that was written down without its id. */
const withoutHidden = ({ groupIds }: Scope) => {
  const seen = (side: 'from' | 'to') => sql`case
    when change ->> ${sql.raw(`'${side}_id'`)} = any (${sql.param([...groupIds])}::text[])
    then change -> ${sql.raw(`'${side}'`)} end`;
  return sql`case when change ->> 'field' = 'group'
    then change || jsonb_build_object('from', ${seen('from')}, 'to', ${seen('to')}) else change end`;
};

/** Payments are for those who manage them and notes for those who decide, and so is what happened to them. */
function isKindReadable({ rank }: Scope): SQL {
  const hidden = [
    ...(rank >= permissions['payments.manage']
      ? []
      : ['payment_added', 'payment_changed', 'payment_deleted']),
    ...(rank >= permissions['participants.decide'] ? [] : ['note_added', 'note_changed', 'note_deleted']),
  ];
  return sql`kind <> all (${sql.param(hidden)}::text[])`;
}

const isPlain = sql`change -> 'sensitive' is distinct from 'true'`;
