import type { MailChoiceWay } from '@vpisnik/contract/rules/mail-choices';
import { and, desc, eq, sql } from 'drizzle-orm';
import { mail_choices } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';

/** An address, as one organisation writes to it; in lower case. */
export type Addressed = { organization_id: string; address: string };

/** The last that was said about news to an address, with its proof; undefined where nothing was. */
export async function latestNewsChoice(tx: Transaction, { organization_id, address }: Addressed) {
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
        eq(mail_choices.organization_id, organization_id),
        eq(mail_choices.kind, 'news'),
        eq(mail_choices.address, address),
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

/** Adds a choice about news, unless it is the one that holds already: nobody has said anything means yes. */
export async function chooseNews(tx: Transaction, choice: Choice): Promise<void> {
  const latest = await latestNewsChoice(tx, choice);
  if ((latest?.wanted ?? true) === choice.wanted) return;
  await tx.insert(mail_choices).values({ ...choice, kind: 'news' });
}
