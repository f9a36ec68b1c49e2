import type { MailPause, MailQueue } from '@vpisnik/contract/mail-queue';
import type { OutboxView } from '@vpisnik/contract/rules/mails';
import { type SQL, sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import type { Database } from '../../db/scope.ts';
import { everywhere } from '../../mail/pauses.ts';
import { withoutRecipient } from './words.ts';

/** Mails that failed longer ago are history, as in the outboxes of organisations. */
const FAILED_DAYS = 60;
/** Most organisations of a view, and causes of one of them, that are told. */
const ORGANIZATIONS = 200;
const CAUSES = 8;
/** Most pauses that are told, those that end last first. */
const PAUSES = 100;

/** Mails that are where they are for the same reason; `domain` is null for those that have not been tried. */
export type Cause = { view: OutboxView; reason: string; domain: string | null };

/** SQL: mails of a view, in the words of the indexes. */
function inView(view: OutboxView): SQL {
  if (view === 'waiting') return sql`m.state in ('queued', 'sending')`;
  if (view === 'held') return sql`m.state in ('held', 'failed') and m.state = 'held'`;
  return sql`m.state in ('held', 'failed') and m.state = 'failed' and m.created_at > now() - make_interval(days => ${FAILED_DAYS})`;
}

const instant = (column: string) => sql.raw(instantColumn(column));
const reason = sql`split_part(m.state_reason, ': ', 1)`;
const domain = sql`case when m.state = 'failed' or m.attempts > 0 and m.state <> 'held'
  then lower(coalesce(substring(m.to_address from '@([^@]*)$'), '')) end`;

/** SQL: mails of a cause. */
export const isOf = (cause: Cause): SQL =>
  sql`${inView(cause.view)} and ${reason} = ${cause.reason} and ${domain} is not distinct from ${cause.domain}`;

type Found = {
  id: string;
  name: string;
  total: number;
  count: number;
  oldest_at: string;
  causes: {
    reason: string;
    domain: string | null;
    count: number;
    next_at: string | null;
    last_reason: string;
    to_address: string | null;
  }[];
};

/** Mails of all organisations in a view, by organisation and cause; those with most mails first. */
export async function selectQueue(
  database: Database,
  view: OutboxView,
): Promise<Pick<MailQueue, 'organizations' | 'total'>> {
  const { rows } = await database.execute<Found>(sql`
    with open as (
      select m.organization_id, m.id, m.state_reason, m.to_address, m.created_at, m.send_after,
        ${reason} as reason, ${domain} as domain
      from mails m where ${inView(view)}
    ),
    cause as (
      select organization_id, reason, domain, count(*)::integer as count, min(created_at) as made,
        min(send_after) as next, (array_agg(id order by created_at desc, id desc))[1] as last,
        row_number() over (partition by organization_id order by count(*) desc, domain, reason) as place
      from open group by organization_id, reason, domain
    ),
    organization as (
      select organization_id, sum(count)::integer as count, min(made) as oldest,
        count(*) over ()::integer as total
      from cause group by organization_id
      order by 2 desc, organization_id
      limit ${ORGANIZATIONS}
    )
    select o.id, o.name, its.count, its.total, ${instant('its.oldest')} as oldest_at, (
      select jsonb_agg(jsonb_build_object(
        'reason', c.reason, 'domain', c.domain, 'count', c.count,
        'next_at', ${view === 'waiting' ? instant('c.next') : sql`null::text`},
        'last_reason', m.state_reason, 'to_address', m.to_address
      ) order by c.place)
      from cause c join mails m on m.organization_id = c.organization_id and m.id = c.last
      where c.organization_id = o.id and c.place <= ${CAUSES}
    ) as causes
    from organization its join organizations o on o.id = its.organization_id
    order by its.count desc, o.id
  `);
  return {
    total: rows[0]?.total ?? 0,
    organizations: rows.map(({ total: _, causes, ...row }) => ({
      ...row,
      causes: causes.map(({ last_reason, to_address, ...cause }) => ({
        ...cause,
        said: withoutRecipient(last_reason.slice(cause.reason.length).replace(/^: /, ''), to_address),
      })),
      others: row.count - causes.reduce((sum, { count }) => sum + count, 0),
    })),
  };
}

/** How many mails of organisations, and of accounts, wait, are held back and have failed. */
export async function countQueue(database: Database): Promise<Pick<MailQueue, 'counts' | 'accounts'>> {
  const of = (state: SQL) =>
    sql`count(*) filter (where ${state} and created_at > now() - make_interval(days => ${FAILED_DAYS}))::integer`;
  const [mails, accounts] = await Promise.all([
    database.execute<MailQueue['counts']>(sql`
      select (select count(*) from mails m where ${inView('waiting')})::integer as waiting,
        (select count(*) from mails m where ${inView('held')})::integer as held,
        (select count(*) from mails m where ${inView('failed')})::integer as failed`),
    database.execute<MailQueue['accounts']>(sql`
      select ${of(sql`state in ('queued', 'sending')`)} as waiting, ${of(sql`state = 'held'`)} as held,
        ${of(sql`state = 'failed'`)} as failed
      from account_mails where created_at > now() - make_interval(days => ${FAILED_DAYS})`),
  ]);
  const none = { waiting: 0, held: 0, failed: 0 };
  return { counts: mails.rows[0] ?? none, accounts: accounts.rows[0] ?? none };
}

/** Pauses that have not ended, all mail's first. */
export async function selectPauses(database: Database): Promise<MailPause[]> {
  const { rows } = await database.execute<MailPause & { domain: string }>(sql`
    select domain, ${instant('mail_pauses.until')} as until, failures, said from mail_pauses
    where until > now() order by (domain = ${everywhere}) desc, mail_pauses.until desc, domain limit ${PAUSES}`);
  return rows.map(({ domain: where, said, ...pause }) => ({
    ...pause,
    domain: where === everywhere ? null : where,
    said: withoutRecipient(said, null),
  }));
}
