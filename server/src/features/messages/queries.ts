import type { Message, MessageSummary } from '@vpisnik/contract/messages';
import {
  messagePlaceholders,
  messageProblems,
  messageTextPlaceholders,
} from '@vpisnik/contract/rules/messages';
import { and, arrayContains, eq, getColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import { recordBy } from '../../db/activity.ts';
import { hasWords } from '../../db/has-words.ts';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { groups, messages } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

const {
  organization_id,
  account_id,
  author,
  sender_id,
  sender,
  texts,
  audience,
  audience_ids,
  group_ids,
  ...plain
} = getColumns(messages);

const ofOrganization = (scope: Scope, ...more: (SQL | undefined)[]) =>
  and(eq(organization_id, scope.organizationId), ...more);

/** SQL: how the mails of a message went; those that its work has not written yet wait. */
const counts = sql<MessageSummary['counts']>`case when ${plain.sent_at} is not null then (
  select written.counts || jsonb_build_object(
    'people', coalesce(${plain.people_count}, work.done_count, 0),
    'mails', (written.counts ->> 'mails')::integer + rest.mails,
    'waiting', (written.counts ->> 'waiting')::integer + rest.mails)
  from app.message_counts(${plain.id}) as written (counts)
  left join bulk_jobs work on work.organization_id = ${organization_id} and work.id = ${plain.job_id}
  cross join lateral (
    select case when ${plain.state} = 'sending'
      then greatest(0, (work.parameters ->> 'mails')::integer - (written.counts ->> 'mails')::integer) else 0 end as mails
  ) as rest
) end`;

/** SQL: the files of a message, as they were added. */
const attachments = sql<Message['attachments']>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'bytes', f.bytes) order by f.id), '[]')
  from message_files f where f.organization_id = ${organization_id} and f.message_id = ${plain.id})`;

const listed = {
  ...plain,
  author: sql<MessageSummary['author']>`jsonb_build_object('account_id', ${account_id}, 'name', ${author})`,
  sender: sql<MessageSummary['sender']>`case when ${sender_id} is not null then
    jsonb_build_object('account_id', ${sender_id}, 'name', coalesce(${sender}, '')) end`,
  group_name: groups.name,
  counts,
  subjects: sql<MessageSummary['subjects']>`(
    select coalesce(jsonb_object_agg(its.key, its.value ->> 'subject'), '{}')
    from jsonb_each(${texts}) as its where its.value ->> 'subject' <> '')`,
};

/**
 * SQL: a draft to everybody, or to all of the group from whose pages it was written, in which nothing was chosen or written since
 * it was opened.
 */
const untouched = sql`coalesce(${plain.state} = 'draft' and ${plain.version} = 1 and ${plain.kind} is null and ${texts} = '{}'
  and ${audience} -> 'filter' in ('{}', jsonb_build_object('group_id', jsonb_build_array(${plain.group_id})))
  and coalesce(${audience} -> 'exclude_ids', '[]') = '[]' and ${plain.include} = '{}' and ${plain.siblings} = 'together'
  and ${plain.reply_to} = 'organization' and not ${plain.with_payments} and not ${plain.with_group} and ${plain.send_at} is null
  and not exists (
    select from message_files f where f.organization_id = ${organization_id} and f.message_id = ${plain.id}), false)`;

const itsGroup = and(eq(groups.organization_id, organization_id), eq(groups.id, plain.group_id));

type Page = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  search?: string | undefined;
  state?: string[] | undefined;
  group_id?: string | undefined;
};

/** Whether the words of a search are in the subject of one language; an organisation's messages are few. */
function searched(search: string | undefined): SQL | undefined {
  const found = hasWords(sql`its.value ->> 'subject'`, search);
  return found && sql`exists (select from jsonb_each(${texts}) as its where ${found})`;
}

/** A page of the messages that the caller may see, the latest first; without untouched drafts. */
export async function listMessages(
  scope: Scope,
  { limit, last_id, with_total, search, state, group_id }: Page,
) {
  const order = { key: sql`${plain.created_at}`, id: sql`${plain.id}`, descending: true };
  const narrowed = ofOrganization(
    scope,
    searched(search),
    sql`not ${untouched}`,
    state && inArray(plain.state, state),
    group_id === undefined
      ? undefined
      : or(
          eq(plain.group_id, group_id),
          and(arrayContains(group_ids, [group_id]), sql`cardinality(${group_ids}) = 1`),
        ),
  );
  const [rows, total] = await Promise.all([
    scope.tx
      .select(listed)
      .from(messages)
      .leftJoin(groups, itsGroup)
      .where(and(narrowed, afterCursor(order, last_id)))
      .orderBy(orderBy(order))
      .limit(limit + 1),
    with_total ? scope.tx.$count(messages, narrowed) : undefined,
  ]);
  const page = pageOf(rows as MessageSummary[], limit, (row) => row.created_at);
  return { ...page, ...(total !== undefined && { total }) };
}

/** SQL: the ids of an audience; for one who was merged into another one, as long as that is so, that one's. */
const presentIds = sql<string[] | null>`case when ${audience_ids} is not null then array(
  select coalesce(m.participant_id, chosen.id)
  from unnest(${audience_ids}) with ordinality as chosen (id, place)
  left join participant_merges m on m.organization_id = ${organization_id} and m.merged_id = chosen.id
  group by 1 order by min(place)
) end`;

/** A message that the caller may see. */
export async function selectMessage(scope: Scope, id: string): Promise<Message | undefined> {
  const [row] = await scope.tx
    .select({ ...listed, texts, audience, audience_ids: presentIds, attachments })
    .from(messages)
    .leftJoin(groups, itsGroup)
    .where(ofOrganization(scope, eq(plain.id, id)));
  if (!row) return undefined;
  const { audience_ids: ids, ...message } = row;
  return {
    ...(message as unknown as Message),
    audience: message.audience ?? (ids ? { ids } : {}),
    problems: messageProblems(row.texts),
    placeholders: [...messagePlaceholders],
    text_placeholders: [...messageTextPlaceholders],
  };
}

/** Lets no other call change a message that the caller may see until this transaction ends. */
export async function lockMessage(scope: Scope, id: string): Promise<void> {
  await scope.tx
    .select({ id: plain.id })
    .from(messages)
    .where(ofOrganization(scope, eq(plain.id, id)))
    // not against mails that name it: those that a batch is writing now would have to be waited for
    .for('no key update');
}

/**
 * Lets no other call change a message that the caller may see, and its work not end, until this transaction ends. The work is
 * locked first, as its last batch takes both in that order.
 */
export async function lockWithWork(scope: Scope, id: string): Promise<void> {
  for (;;) {
    const work = await workOf(scope, id);
    await scope.tx.execute(sql`savepoint locking`);
    if (work)
      await scope.tx.execute(sql`
        select from bulk_jobs where organization_id = ${scope.organizationId} and id = ${work} for no key update
      `);
    await lockMessage(scope, id);
    // it may have been sent meanwhile: then both are taken anew, in their order
    const isWhole = (await workOf(scope, id)) === work;
    if (!isWhole) await scope.tx.execute(sql`rollback to savepoint locking`);
    await scope.tx.execute(sql`release savepoint locking`);
    if (isWhole) return;
  }
}

/** The id of the bulk work of a message; null before it is sent. */
async function workOf(scope: Scope, id: string): Promise<string | null | undefined> {
  const [row] = await scope.tx
    .select({ job_id: plain.job_id })
    .from(messages)
    .where(ofOrganization(scope, eq(plain.id, id)));
  return row?.job_id;
}

/** Deletes the caller's untouched drafts that were opened more than a month ago: no editor is still open with one. */
export async function deleteUntouched(scope: Scope): Promise<void> {
  const isOld = sql`${plain.created_at} < now() - interval '30 days'`;
  await scope.tx
    .delete(messages)
    .where(ofOrganization(scope, eq(account_id, scope.accountId), untouched, isOld));
}

/** How many drafts an organisation has. */
export const countDrafts = (scope: Scope) =>
  scope.tx.$count(messages, ofOrganization(scope, eq(plain.state, 'draft')));

export type Values = Partial<Omit<typeof messages.$inferInsert, 'organization_id' | 'id'>>;

/** Adds a draft by the caller; answers its id. */
export async function insertMessage(scope: Scope, values: Values): Promise<string> {
  const [row] = await scope.tx
    .insert(messages)
    .values({
      ...values,
      organization_id: scope.organizationId,
      account_id: scope.accountId,
      author: scope.name,
    })
    .returning({ id: plain.id });
  return row?.id ?? '';
}

/** Changes a message that is in one of these states, at a version if one is given; whether it was. */
export async function updateMessage(
  scope: Scope,
  id: string,
  at: { states: Message['state'][]; version?: number },
  values: Values,
): Promise<boolean> {
  const { rowCount } = await scope.tx
    .update(messages)
    .set({ ...values, updated_at: sql`now()` })
    .where(
      ofOrganization(
        scope,
        eq(plain.id, id),
        inArray(plain.state, at.states),
        at.version === undefined ? undefined : eq(plain.version, at.version),
      ),
    );
  return rowCount === 1;
}

/** Deletes a message that is in one of these states; whether it was. */
export async function deleteMessage(scope: Scope, id: string, states: Message['state'][]): Promise<boolean> {
  const { rowCount } = await scope.tx
    .delete(messages)
    .where(ofOrganization(scope, eq(plain.id, id), inArray(plain.state, states)));
  return rowCount === 1;
}

/** In whose name a message leaves, as it is kept. */
export const sentBy = ({ accountId, name }: Scope): Values => ({ sender_id: accountId, sender: name });

/** What stays known of a message: that it was, not what it said. */
export const recordMessage = (
  scope: Scope,
  action: 'message_sent' | 'message_planned' | 'message_cancelled',
  { id, kind }: Message,
  changes: Record<string, unknown>,
) => recordBy(scope, { action, entity: 'message', entity_id: id, changes: { ...changes, kind } });
