import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import type { BankStatement } from '@vpisnik/contract/statements';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './statements.module.css';

const parts = ['paid', 'credit', 'aside', 'total'] as const;

/** What became of the money of an import: the parts are its total, to the cent. */
export function Report({ statement }: { statement: BankStatement }) {
  const { t, locale } = useI18n();
  const { currency, waiting_count, entry_count, undone_at } = statement;
  // nothing has become of it yet
  if (undone_at !== null || (waiting_count === entry_count && centsOf(statement.paid) === 0n)) return null;
  return (
    <section className={classes.card} aria-labelledby="statement-report">
      <h2 id="statement-report">{t('modules.statement.report.title')}</h2>
      <p className={classes.said} role="status">
        {waiting_count === 0
          ? t('modules.statement.report.done')
          : t('modules.statement.report.waiting', { count: waiting_count })}
      </p>
      <dl className={classes.sums}>
        {parts.map((part) => (
          <div key={part} data-total={part === 'total' || undefined}>
            <dt>{t(`modules.statement.report.${part}`)}</dt>
            <dd>{formatMoney(statement[part], currency, locale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
