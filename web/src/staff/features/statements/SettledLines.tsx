import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import type { BankEntry, LeftOutEntry } from '@vpisnik/contract/statements';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { EntryLine } from './EntryLine.tsx';
import { namedOf } from './entry-words.ts';
import { PaidLine } from './PaidLine.tsx';
import classes from './statements.module.css';
import type { BookingActs } from './use-booking.ts';

/** A transfer that paid payments, and its rest. */
export function BookedLine({ entry }: { entry: BankEntry }) {
  const { t, locale } = useI18n();
  return (
    <EntryLine entry={entry}>
      {entry.paid.map((payment) => (
        <PaidLine key={payment.payment_id} payment={payment} currency={entry.currency} />
      ))}
      {centsOf(entry.rest) > 0n && (
        <p className={classes.credit}>
          {t('modules.statement.credit', { rest: formatMoney(entry.rest, entry.currency, locale) })}
        </p>
      )}
    </EntryLine>
  );
}

type AlikeProps = { entry: LeftOutEntry; busy: boolean; onTake: () => void };

/** A transfer that was left out, with the way to the import that seems to have brought it, and to take it all the same. */
export function AlikeLine({ entry, busy, onTake }: AlikeProps) {
  const words = useI18n();
  const { t } = words;
  const named = namedOf(entry, words);
  return (
    <EntryLine
      entry={entry}
      acts={
        <Button
          variant="subtle"
          aria-label={t('modules.statement.alike.take_named', named)}
          {...waiting(busy, onTake)}
        >
          {t('modules.statement.alike.take')}
        </Button>
      }
    >
      {entry.earlier_id === null ? (
        <p className={classes.note}>{t('modules.statement.alike.gone')}</p>
      ) : (
        <Link
          to="/payments/statements/$statement_id"
          params={{ statement_id: entry.earlier_id }}
          aria-label={t('modules.statement.alike.open_named', named)}
        >
          {t('modules.statement.alike.open')}
        </Link>
      )}
    </EntryLine>
  );
}

/** A transfer that was set aside, with the way back. */
export function AsideLine({ entry, acts }: { entry: BankEntry; acts: BookingActs }) {
  const words = useI18n();
  const { t, locale } = words;
  return (
    <EntryLine
      entry={entry}
      acts={
        <Button
          variant="subtle"
          aria-label={t('modules.statement.wait_again_named', namedOf(entry, words))}
          {...waiting(acts.busy, () => void acts.setAside(entry, null))}
        >
          {t('modules.statement.wait_again')}
        </Button>
      }
    >
      {entry.paid.map((payment) => (
        <PaidLine key={payment.payment_id} payment={payment} currency={entry.currency} />
      ))}
      <p className={classes.note}>
        {entry.aside && t(`modules.statement.aside_reasons.${entry.aside}`)}
        {': '}
        {formatMoney(entry.rest, entry.currency, locale)}
      </p>
    </EntryLine>
  );
}
