import type { AsideReason } from '@vpisnik/contract/rules/statements';
import type { BankEntry, MatchedEntry, PayablePayment } from '@vpisnik/contract/statements';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { shareOf } from './entry-words.ts';
import { useStatementCalls } from './queries.ts';

/** What books transfers and sets them aside, and tells how that went; one act at a time. */
export function useBooking() {
  const { t } = useI18n();
  const calls = useStatementCalls();
  const [busy, setBusy] = useState(false);

  const once = async (act: () => Promise<boolean>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      return await act();
    } finally {
      setBusy(false);
    }
  };

  const book = (statementId: string, entries: Parameters<typeof calls.confirm>[1]) =>
    once(async () => {
      try {
        const { booked, skipped } = await calls.confirm(statementId, entries);
        const act = 'modules.statement.failed.confirm';
        if (booked > 0) notify({ message: 'modules.statement.done.booked', values: { count: booked }, act });
        if (skipped.length > 0)
          notify({
            message: 'modules.statement.done.skipped',
            values: { count: skipped.length },
            color: 'warning',
            timeout: 10_000,
          });
        return booked > 0;
      } catch (error) {
        notifyFailure(error, t, 'modules.statement.failed.confirm');
        return false;
      }
    });

  return {
    busy,
    /** Books transfers as they are proposed. */
    confirm: (statementId: string, entries: readonly MatchedEntry[]) =>
      book(
        statementId,
        entries.map(({ id, proposal }) => ({
          id,
          payments: (proposal?.payments ?? []).map((one) => ({
            id: one.payment_id,
            version: one.version,
            amount: one.share,
          })),
        })),
      ),
    /** Books as much of a transfer as a payment takes. */
    pay: (entry: BankEntry, payment: PayablePayment) =>
      book(entry.statement_id, [
        {
          id: entry.id,
          payments: [{ id: payment.payment_id, version: payment.version, amount: shareOf(entry, payment) }],
        },
      ]),
    /** Imports a transfer that was left out as perhaps imported already. */
    take: (statementId: string, key: string) =>
      once(async () => {
        try {
          await calls.take(statementId, [key]);
          notify({ message: 'modules.statement.done.taken', act: 'modules.statement.failed.take' });
          return true;
        } catch (error) {
          notifyFailure(error, t, 'modules.statement.failed.take');
          return false;
        }
      }),
    setAside: ({ id, version }: BankEntry, aside: AsideReason | null) =>
      once(async () => {
        try {
          await calls.setAside(id, { aside, version });
          notify({
            message: aside ? 'modules.statement.done.aside' : 'modules.statement.done.waits',
            act: 'modules.statement.failed.aside',
          });
          return true;
        } catch (error) {
          notifyFailure(error, t, 'modules.statement.failed.aside');
          return false;
        }
      }),
  };
}

export type BookingActs = ReturnType<typeof useBooking>;
