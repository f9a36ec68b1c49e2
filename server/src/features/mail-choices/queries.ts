import type { MailChoiceWay } from '@vpisnik/contract/rules/mail-choices';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { mail_choices } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';

/** An address, as one organisation writes to it; in lower case. */
export type Addressed = { organization_id: string; address: string };

/** The last that was said about news to an address, with its proof; undefined where nothing was. */
export const latestNewsChoice = (tx: Transaction, { organization_id, address }: Addressed) =>
  latest(tx, organization_id, sql`${address}`);

/** The same of the address that a participant in scope has. */
export const newsChoiceOf = ({ tx, organizationId }: Scope, participantId: string) =>
  latest(
    tx,
    organizationId,
    sql`(select lower(p.email) from participants p where p.organization_id = ${organizationId} and p.id = ${participantId})`,
  );

async function latest(tx: Transaction, organizationId: string, address: SQL) {
  const [row] = await tx
    .select({
      wanted: mail_choices.wanted,
      how: sql<MailChoiceWay>`${mail_choices.how}`,
      noted_by: mail_choices.noted_by,
      since: mail_choices.created_at,
    })
    .from(mail_choices)
    .where(
      and(
        eq(mail_choices.organization_id, organizationId),
        eq(mail_choices.kind, 'news'),
        sql`${mail_choices.address} = ${address}`,
      ),
    )
    .orderBy(desc(mail_choices.id))
    .limit(1);
  return row;
}

type Choice = Addressed & {
  wanted: boolean;
  how: MailChoiceWay;
  mail_id?: string;
  account_id?: string;
  noted_by?: string;
};

/**
 * Adds a choice about news, unless it is the one that holds already: nobody has said anything means yes. Answers whether it
 * was added.
 */
export async function chooseNews(tx: Transaction, choice: Choice): Promise<boolean> {
  const present = await latestNewsChoice(tx, choice);
  if ((present?.wanted ?? true) === choice.wanted) return false;
  await tx.insert(mail_choices).values({ ...choice, kind: 'news' });
  return true;
}
