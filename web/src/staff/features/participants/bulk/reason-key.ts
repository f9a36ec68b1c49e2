import type { BulkJob, BulkReason } from '@vpisnik/contract/bulk-jobs';
import { isPaymentAct } from '@vpisnik/contract/rules/bulk';
import type { MessageKey } from '../../../../lib/text/i18n.ts';

/** The text of a reason; that of payments says what of it is about applications elsewhere. */
export const reasonKey = ({ kind }: Pick<BulkJob, 'kind'>, reason: BulkReason): MessageKey =>
  isPaymentAct(kind) && (reason === 'not_found' || reason === 'gone')
    ? `modules.payment_acts.reasons.${reason}`
    : `modules.bulk.reasons.${reason}`;
