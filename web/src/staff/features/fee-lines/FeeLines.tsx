import type { FeeProposal } from '@vpisnik/contract/fee-plans';
import { periodWords } from '@vpisnik/contract/rules/fee-words';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './fee-lines.module.css';

/** Payments that a plan makes, with their discounts and days, and with their sum where the plan ends. */
export function FeeLines({ proposal: { lines, total, currency } }: { proposal: FeeProposal }) {
  const { t, locale } = useI18n();
  const money = (amount: string) => formatMoney(amount, currency, locale);
  if (lines.length === 0) return <p className={classes.none}>{t('modules.fees.no_lines')}</p>;
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('modules.fees.columns.period')}</th>
          <th scope="col">{t('modules.fees.columns.due')}</th>
          <th scope="col">{t('modules.fees.columns.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.period}>
            <th scope="row">
              {periodWords(line, locale) || t('modules.fees.single')}
              {line.discounts.map(({ reason, amount }) => (
                <span key={reason} className={classes.discount}>
                  {t(`modules.fees.discounts.${reason}`)} −{money(amount)}
                </span>
              ))}
            </th>
            <td>{formatDay(line.due_date, locale)}</td>
            <td className="num">{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {isEndless(lines) ? (
          <tr>
            <td colSpan={3} className={classes.endless}>
              {t('modules.fees.no_total')}
            </td>
          </tr>
        ) : (
          <tr>
            <th scope="row" colSpan={2}>
              {t('modules.fees.total')}
            </th>
            <td className="num">{money(total)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

/** Months of a plan without an end, of which the first ones are shown. */
const isEndless = (lines: FeeProposal['lines']) =>
  lines.some(({ period, instalments }) => /^\d{4}-/.test(period) && instalments === null);

/** As FeeLines, under a sentence about what is made now and what later. */
export function FeesMade({ proposal }: { proposal: FeeProposal }) {
  const { t, locale } = useI18n();
  const { lines, now_count: count, now_total, currency } = proposal;
  return (
    <>
      <p>
        {count > 0
          ? t('modules.fees.made_now', { count, total: formatMoney(now_total, currency, locale) })
          : t('modules.fees.none_now')}{' '}
        {count > 0 && count < lines.length && t('modules.fees.made_later')}
      </p>
      <FeeLines proposal={proposal} />
    </>
  );
}
