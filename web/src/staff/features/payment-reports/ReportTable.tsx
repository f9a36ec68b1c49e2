import type { PaymentReport, ReportLine } from '@vpisnik/contract/payment-reports';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import { type ReportGrouping, type ReportSum, reportSums } from '@vpisnik/contract/rules/payment-reports';
import type { PaymentMethod } from '@vpisnik/contract/rules/payments';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { monthInWords } from '../participants/payment-list/words.ts';
import classes from './payment-reports.module.css';

type ReportTableProps = {
  report: PaymentReport['results'][number];
  by: ReportGrouping;
  period: string;
  /** Else the currency stands above the table. */
  isOnly: boolean;
};

/** The sums of one currency, line by line; on a phone each line is a card. */
export function ReportTable({ report: { currency, lines, total }, by, period, isOnly }: ReportTableProps) {
  const { t, locale } = useI18n();
  const nameOf = ({ key, name }: ReportLine): string => {
    if (key === null) return t(`modules.payment_report.none.${by}`);
    if (name) return bestText(name, locale).text;
    if (by === 'month') return monthInWords(key, locale);
    return by === 'method' ? t(`modules.payment_list.methods.${key as PaymentMethod}`) : key;
  };
  const sumsOf = (line: Record<ReportSum, string>) =>
    reportSums.map((sum) => (
      <td
        key={sum}
        data-label={t(`modules.payment_report.sums.${sum}`)}
        data-late={(sum === 'overdue' && centsOf(line[sum]) > 0n) || undefined}
        data-none={centsOf(line[sum]) === 0n || undefined}
      >
        {formatMoney(line[sum], currency, locale)}
      </td>
    ));
  return (
    <table className={classes.table}>
      <caption className={isOnly ? 'vh' : undefined}>
        {isOnly ? t('modules.payment_report.caption', { period }) : currency}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t(`modules.payment_report.groupings.${by}`)}</th>
          {reportSums.map((sum) => (
            <th key={sum} scope="col">
              {t(`modules.payment_report.sums.${sum}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key ?? ''}>
            <th scope="row">{nameOf(line)}</th>
            {sumsOf(line)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('modules.payment_report.total')}</th>
          {sumsOf(total)}
        </tr>
      </tfoot>
    </table>
  );
}
