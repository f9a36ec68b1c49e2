import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCalendarX,
  IconCheck,
  IconClock,
} from '@tabler/icons-react';
import type { Payment, RemindedPayment } from '@vpisnik/contract/payments';
import { formatShortDay } from '@vpisnik/contract/rules/format';
import { dateFormat } from '@vpisnik/contract/rules/formatters';
import { isOpen } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import { formatTag, type Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import type { Tint } from '../../../../ui/marks/StatusPill.tsx';

type Look = { tint: Tint; icon: typeof IconCheck; word: MessageKey };

const overdue: Look = {
  tint: 'rejected',
  icon: IconCalendarX,
  word: 'modules.payment_list.states.overdue',
};

const looks: Record<Payment['status'], Look> = {
  pending: { tint: 'pending', icon: IconClock, word: 'modules.payment_list.pending' },
  expired: overdue,
  failed: { tint: 'rejected', icon: IconAlertTriangle, word: 'modules.payment_list.states.failed' },
  completed: { tint: 'approved', icon: IconCheck, word: 'modules.payment_list.states.completed' },
  cancelled: { tint: 'inactive', icon: IconBan, word: 'modules.payment_list.states.cancelled' },
  refunded: { tint: 'inactive', icon: IconArrowBackUp, word: 'modules.payment_list.states.refunded' },
};

/** How the state of a payment looks: one that is late says so, whether or not it is marked as expired. */
export const lookOf = ({ status, overdue: isLate }: Pick<Payment, 'status' | 'overdue'>): Look =>
  isLate && status === 'pending' ? overdue : looks[status];

type Words = { t: Translate<MessageKey>; locale: Locale; timeZone: string };

/** How often the payer of an open payment was reminded of it, and when last: `1 opomnik, 13. 11.`; else null. */
export function remindersInWords(
  { status, reminder_count: count, reminded_at }: RemindedPayment,
  { t, locale, timeZone }: Words,
): string | null {
  if (!isOpen(status) || reminded_at === null) return null;
  const day = formatShortDay(localDay(new Date(reminded_at), timeZone), locale);
  return t('modules.payment_list.reminders', { count, day });
}

/** Days from one day to another, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000;

/** A month `YYYY-MM` in words: `november 2026`. */
export const monthInWords = (month: string, locale: Locale): string =>
  dateFormat(formatTag[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00Z`),
  );

/** What part of an amount another one is, in whole hundredths; the amounts are exact decimals `12.50`. */
export function hundredthsOf(part: string, whole: string): number {
  const of = BigInt(whole.replace('.', ''));
  return of === 0n ? 0 : Number((100n * BigInt(part.replace('.', ''))) / of);
}
