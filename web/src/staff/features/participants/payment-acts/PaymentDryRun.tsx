import type { UseQueryResult } from '@tanstack/react-query';
import type { PaymentActPreview } from '@vpisnik/contract/payment-acts';
import type { PaymentActKind } from '@vpisnik/contract/rules/bulk';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { failureOf } from '../bulk/acts.ts';
import { DryRunLines } from '../bulk/DryRunLines.tsx';
import { Line, OpenLine } from '../bulk/Lines.tsx';
import { reasonKey } from '../bulk/reason-key.ts';

type PaymentDryRunProps = { kind: PaymentActKind; preview: UseQueryResult<PaymentActPreview> };

/** How many payments would change, what they add up to, and how many are skipped, by reason; which ones, on request. */
export const PaymentDryRun = ({ kind, preview }: PaymentDryRunProps) => (
  <DryRunLines preview={preview} counting="modules.payment_acts.counting" failure={failureOf(kind)}>
    {(data) => <Outcome kind={kind} {...data} />}
  </DryRunLines>
);

type OutcomeProps = Pick<PaymentDryRunProps, 'kind'> & PaymentActPreview;

function Outcome({ kind, change_count, totals, skipped, rows, mail_count }: OutcomeProps) {
  const { t, locale } = useI18n();
  return (
    <>
      {change_count > 0 && (
        <Line count={change_count}>
          {t(`modules.payment_acts.acts.${kind}.change`, {
            count: change_count,
            amount: totals.map(({ amount, currency }) => formatMoney(amount, currency, locale)).join(' + '),
          })}
        </Line>
      )}
      {kind === 'remind' && mail_count > 0 && (
        <Line count={mail_count}>{t('modules.payment_acts.acts.remind.mails', { count: mail_count })}</Line>
      )}
      {skipped.map(({ reason, count }) => (
        <SkippedLine
          key={reason}
          count={count}
          rows={rows.filter((row) => row.reason === reason)}
          reason={
            // of people, where the others count payments
            reason === 'nothing_open'
              ? t('modules.payment_acts.idle', { count })
              : t('modules.payment_acts.skipped', { count, reason: t(reasonKey({ kind }, reason)) })
          }
        />
      ))}
    </>
  );
}

type SkippedLineProps = { count: number; rows: PaymentActPreview['rows']; reason: string };

/** How many are skipped for a reason; people without payments are not named. */
function SkippedLine({ count, rows, reason }: SkippedLineProps) {
  const { t } = useI18n();
  if (rows.length === 0) return <Line count={count}>{reason}</Line>;
  return (
    <OpenLine
      count={count}
      show={t('modules.payment_acts.show_skipped')}
      hide={t('modules.bulk.ask.hide_skipped')}
      more={<Names rows={rows} count={count} />}
    >
      {reason}
    </OpenLine>
  );
}

function Names({ rows, count }: { rows: PaymentActPreview['rows']; count: number }) {
  const { t, locale } = useI18n();
  return (
    <>
      <ul>
        {rows.map(({ participant_id, name, payment }) => (
          <li key={payment?.id ?? participant_id}>
            <span>{name ?? t('modules.payment_acts.result.gone')}</span>
            {payment && (
              <small>
                {[formatMoney(payment.amount, payment.currency, locale), payment.purpose]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            )}
          </li>
        ))}
      </ul>
      {rows.length < count && <p>{t('modules.bulk.ask.more_skipped', { shown: rows.length })}</p>}
    </>
  );
}
