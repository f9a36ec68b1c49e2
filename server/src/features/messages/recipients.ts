import type { contract } from '@vpisnik/contract/contract';
import type { Message, MessageRecipient } from '@vpisnik/contract/messages';
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { mails } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { type Addressing, mailsOf } from './audience.ts';

type Query = z.output<(typeof contract.messages.recipients)['query']>;

/** A page of a message's mails: those that are written, or those that would be. */
export const listRecipients = (scope: Scope, message: Message, query: Query) =>
  message.sent_at === null ? listPlanned(scope, message, query) : listWritten(scope, message.id, query);

type Planned = Omit<MessageRecipient, 'mail'> & { id: string; first_name: string };

async function listPlanned(scope: Scope, message: Addressing, { limit, last_id, state, bounced }: Query) {
  // none of them has a state yet
  if (state || bounced) return { results: [], last_id: null };
  const order = { key: sql`first_name`, id: sql`lead_id`, descending: false };
  const { rows } = await scope.tx.execute<Planned>(sql`
    select lead_id as id, lead_id as participant_id, first_name, names, address, language
    from ${await mailsOf(scope, message)} as mail
    where ${afterCursor(order, last_id) ?? sql`true`} order by ${orderBy(order)} limit ${limit + 1}
  `);
  const page = pageOf(rows, limit, ({ first_name }) => first_name);
  return { ...page, results: page.results.map((row) => ({ ...row, mail: null })) };
}

/** Whether a report said after the sending that a mail has not arrived. */
const isBounced = sql<boolean>`(${mails.state} = 'failed' and ${mails.sent_at} is not null)`;

async function listWritten(
  scope: Scope,
  messageId: string,
  { limit, last_id, with_total, state, bounced }: Query,
) {
  const order = { key: sql`${mails.id}`, id: sql`${mails.id}`, descending: false };
  const its = and(
    eq(mails.organization_id, scope.organizationId),
    eq(mails.of_message, messageId),
    // of one that was sent again, the repeat, as the counts have it
    sql`not exists (
      select from mails again where again.organization_id = ${mails.organization_id} and again.again_of = ${mails.id})`,
    state && inArray(mails.state, state),
    bounced === undefined ? undefined : bounced ? isBounced : not(isBounced),
  );
  const [rows, total] = await Promise.all([
    scope.tx
      .select({
        id: mails.id,
        participant_id: mails.participant_id,
        names: sql<string[]>`array(
          select p.name from mail_people n
          join participants p on p.organization_id = n.organization_id and p.id = n.participant_id
          where n.organization_id = mails.organization_id and n.mail_id = mails.id
          order by app.fold(p.name), p.id)`,
        address: mails.to_address,
        language: mails.language,
        state: mails.state,
        state_reason: mails.state_reason,
        bounced: isBounced,
        send_after: mails.send_after,
        sent_at: mails.sent_at,
      })
      .from(mails)
      .where(and(its, afterCursor(order, last_id)))
      .orderBy(orderBy(order))
      .limit(limit + 1),
    with_total ? scope.tx.$count(mails, its) : undefined,
  ]);
  const page = pageOf(rows, limit, ({ id }) => id);
  const results = page.results.map(({ participant_id, names, address, language, ...mail }) => {
    return { participant_id, names, address, language, mail } as MessageRecipient;
  });
  return { ...page, results, ...(total !== undefined && { total }) };
}
