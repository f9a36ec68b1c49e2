import { Button } from '@mantine/core';
import { formatMoney } from '@vpisnik/contract/rules/format';
import type { BankEntry } from '@vpisnik/contract/statements';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { EntryLine } from './EntryLine.tsx';
import { namedOf } from './entry-words.ts';
import { PaidLine } from './PaidLine.tsx';
import { PaymentSearch } from './PaymentSearch.tsx';
import classes from './statements.module.css';
import type { BookingActs } from './use-booking.ts';

type WaitingLineProps = { entry: BankEntry; acts: BookingActs; onDone?: () => void; isLinked?: boolean };

/** A transfer of which something waits: find its payment, or set it aside. */
export function WaitingLine({ entry, acts, onDone, isLinked = false }: WaitingLineProps) {
  const words = useI18n();
  const { t, locale } = words;
  const named = namedOf(entry, words);
  const finish = async (act: Promise<boolean>) => {
    if (await act) onDone?.();
  };
  const isCredit = entry.paid.length > 0;
  return (
    <EntryLine
      entry={entry}
      statementId={isLinked ? entry.statement_id : undefined}
      acts={
        <>
          {!isCredit && (
            <Button
              variant="subtle"
              aria-label={t('modules.statement.not_a_payment_named', named)}
              {...waiting(acts.busy, () => void finish(acts.setAside(entry, 'other')))}
            >
              {t('modules.statement.not_a_payment')}
            </Button>
          )}
          <Button
            variant="subtle"
            aria-label={t('modules.statement.given_back_named', named)}
            {...waiting(acts.busy, () => void finish(acts.setAside(entry, 'returned')))}
          >
            {t('modules.statement.given_back')}
          </Button>
        </>
      }
    >
      {entry.paid.map((payment) => (
        <PaidLine key={payment.payment_id} payment={payment} currency={entry.currency} />
      ))}
      {isCredit && (
        <p className={classes.credit}>
          {t('modules.statement.credit', { rest: formatMoney(entry.rest, entry.currency, locale) })}
        </p>
      )}
      <PaymentSearch
        key={entry.version}
        entry={entry}
        busy={acts.busy}
        onPay={(payment) => void finish(acts.pay(entry, payment))}
      />
    </EntryLine>
  );
}
