import { IconArrowRight, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { fold } from '@vpisnik/contract/rules/slug';
import type { BankEntry } from '@vpisnik/contract/statements';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { namedOf, transferFacts } from './entry-words.ts';
import classes from './statements.module.css';

/** Facts of a transfer. */
type Shown = Pick<BankEntry, 'day' | 'amount' | 'currency' | 'payer_name' | 'reference' | 'text'>;

type EntryLineProps = {
  entry: Shown;
  /** Before the transfer: its checkbox. */
  lead?: ReactNode;
  /** What it is shown to pay, with amounts; absent, `right` takes the room. */
  children?: ReactNode;
  acts?: ReactNode;
  /** A sentence below. */
  reason?: string | undefined;
  /** Words that speak for the match; those of the payer are marked. */
  alike?: string;
  /** Leads from the day to the statement that it came with. */
  statementId?: string | undefined;
  /** Marks the reference. */
  isReferred?: boolean;
};

/** A transfer on the left, what it pays on the right. */
export function EntryLine({
  entry,
  lead,
  children,
  acts,
  reason,
  alike = '',
  statementId,
  isReferred = false,
}: EntryLineProps) {
  const words = useI18n();
  const { t, locale } = words;
  const { day, text, reference } = transferFacts(entry, words);
  const referred = t('modules.statement.reference', { reference });
  return (
    <li className={classes.line} data-lead={lead !== undefined || undefined}>
      {lead}
      <div className={classes.from}>
        <b>
          {entry.payer_name ? <Alike text={entry.payer_name} as={alike} /> : t('modules.statement.unnamed')}
        </b>
        <b className={classes.money}>{formatMoney(entry.amount, entry.currency, locale)}</b>
        <small>
          {statementId ? (
            <Link
              to="/payments/statements/$statement_id"
              params={{ statement_id: statementId }}
              aria-label={t('modules.statement.waiting.statement', { ...namedOf(entry, words), day })}
            >
              {day}
            </Link>
          ) : (
            day
          )}
          {text && ` · ${text}`}
          {' · '}
          {reference === '' ? (
            t('modules.statement.no_reference')
          ) : isReferred ? (
            <mark className={`${classes.mark} ${classes.referred}`}>{referred}</mark>
          ) : (
            referred
          )}
        </small>
      </div>
      <IconArrowRight className={classes.arrow ?? ''} size={18} stroke={1.75} aria-hidden />
      <div className={classes.to}>{children}</div>
      {acts && <div className={classes.acts}>{acts}</div>}
      {reason && (
        <p className={classes.reason}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>{reason}</span>
        </p>
      )}
    </li>
  );
}

/** A text in which the words that another one has as well are marked, whatever their accents. */
export function Alike({ text, as }: { text: string; as: string }) {
  const others = new Set(fold(as).split(/[^a-z0-9]+/));
  return text.split(/(\s+)/).map((word, at) =>
    word.trim().length > 1 && others.has(fold(word)) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text keep their places
      <mark key={at} className={classes.mark}>
        {word}
      </mark>
    ) : (
      word
    ),
  );
}
