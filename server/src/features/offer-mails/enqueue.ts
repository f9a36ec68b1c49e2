import type { EmailType, emailTypeRules } from '@vpisnik/contract/rules/email-types';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';

type OfferMail = Extract<EmailType, 'place_offered' | 'offer_reminder'>;
type Variant = (typeof emailTypeRules)[OfferMail]['variants'][number];

/**
 * Writes mails about the last offer of people, in the transaction that makes or ends it: those of one address share one.
 * Nobody is told that they have longer by whom the offer's own mail still waits, since that says the deadline as it is then;
 * nor that an offer was taken back of which they had not heard.
 *
 * @param given.canCallBack whether staff can still take it back for a while; else it leaves at once
 */
export async function enqueueOfferMails(
  { tx }: { tx: Transaction },
  ids: readonly string[],
  given: { type?: OfferMail; variant?: Variant | ''; canCallBack?: boolean } = {},
): Promise<void> {
  const { type = 'place_offered', variant = '', canCallBack = false } = given;
  if (ids.length === 0) return;
  await tx.execute(
    sql`select app.write_offer_mails(${type}, ${variant}, ${sql.param(ids)}::uuid[], ${canCallBack})`,
  );
}
