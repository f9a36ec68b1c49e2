import type { PaymentEmailType } from '@vpisnik/contract/rules/email-types';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, getColumns, sql } from 'drizzle-orm';
import { mails, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { organizationColumns } from '../application-mails/outbox.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { readPaymentContent } from './content.ts';

/**
 * What a reminder says that this transaction has written about a payment; pictures are left out.
 *
 * @throws {AppError} not_remindable (none was written)
 */
export async function writtenReminder({ tx, organizationId }: Scope, paymentId: string, publicUrl: string) {
  const type: PaymentEmailType = 'payment_reminder';
  const [written] = await tx
    .select({ mail: getColumns(mails), organization: organizationColumns })
    .from(mails)
    .innerJoin(organizations, eq(organizations.id, mails.organization_id))
    .where(
      and(
        eq(mails.organization_id, organizationId),
        eq(mails.email_type, type),
        sql`${mails.created_at} = now() and ${mails.id} in (
          select l.mail_id from mail_payments l
          where l.organization_id = ${organizationId} and l.payment_id = ${paymentId}
        )`,
      ),
    );
  const to_address = written?.mail.to_address;
  if (!written || !to_address) throw new AppError('not_remindable');
  const claimed = { ...written, mail: { ...written.mail, to_address } };
  const content = await readPaymentContent(tx, claimed, publicUrl, false);
  if (typeof content === 'string') throw new AppError('not_remindable');
  const { template, data } = content;
  const { subject, text } = renderMail(template, typeof data === 'function' ? await data() : data);
  const language = written.mail.language as Language;
  return { subject, text, language, to_address, template_id: template?.id ?? null };
}
