import { Link } from '@tanstack/react-router';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { formatDay, formatMoney, formatShortDay } from '@vpisnik/contract/rules/format';
import { besidesGroup, isOpen } from '@vpisnik/contract/rules/payments';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { changedSearch } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { StatusPill } from '../../../../ui/marks/StatusPill.tsx';
import classes from './payment-list.module.css';
import { daysBetween, lookOf, remindersInWords } from './words.ts';

type CellProps = { payment: ListedPayment };

/** The way to a participant beside a list of payments, or back to the list alone; its filters stay. */
export const besideList = (participant: string | null) => ({
  to: '.' as const,
  search: (now: object) =>
    changedSearch({ ...now } as object, { participant: participant ?? undefined } as object),
  state: { keepFocus: true },
  resetScroll: false,
});

/** Who pays, as the row's link, and their address. */
export function PayerCell({
  payment: { id, participant_id, participant_name, participant_email },
}: CellProps) {
  const { t } = useI18n();
  return (
    <div className={classes.who}>
      <Link {...besideList(participant_id)} data-open-row={id}>
        {participant_name}
      </Link>
      <span title={participant_email ?? undefined}>
        {participant_email ?? t('modules.payment_list.no_email')}
      </span>
    </div>
  );
}

/** The group, or what it is for among the payments of one group; and of what it is the rest. */
export function GroupCell({ payment }: CellProps) {
  const { locale } = useI18n();
  const group = bestText(payment.group_name, locale);
  const purpose = besidesGroup(payment.purpose, payment.group_name);
  return (
    <span className={classes.group}>
      <span lang={group.language}>{group.text}</span>
      {purpose && <small>{purpose}</small>}
      <Instalment payment={payment} />
      <Rest payment={payment} />
    </span>
  );
}

/** What it is for, where all are of one group. */
export function PurposeCell({ payment }: CellProps) {
  return (
    <span className={classes.group}>
      {payment.purpose}
      <Instalment payment={payment} />
      <Rest payment={payment} />
    </span>
  );
}

/** Which of how many instalments it is. */
function Instalment({ payment }: CellProps) {
  const word = useInstalment(payment);
  return word && <small>{word}</small>;
}

/** The same as a column. */
export function InstalmentCell({ payment }: CellProps) {
  return useInstalment(payment) ?? <Nothing />;
}

function useInstalment({ instalment, instalments }: ListedPayment): string | null {
  const { t } = useI18n();
  if (!instalment || !instalments || instalments < 2) return null;
  return t('modules.payment_list.instalment', { number: instalment, of: instalments });
}

/** What kind of payment it is. */
export function KindCell({ payment: { kind } }: CellProps) {
  const { t } = useI18n();
  return t(`modules.payment_list.kinds.${kind}`);
}

/** The day it was paid. */
export function PaidCell({ payment: { payment_date } }: CellProps) {
  const { locale } = useI18n();
  if (payment_date === null) return <Nothing />;
  return <time dateTime={payment_date}>{formatDay(payment_date, locale)}</time>;
}

/** The number of the receipt written elsewhere. */
export function ReceiptCell({ payment: { invoice_number } }: CellProps) {
  return invoice_number ? <span className={classes.receipt}>{invoice_number}</span> : <Nothing />;
}

function Nothing() {
  const { t } = useI18n();
  return (
    <span className={classes.dim}>
      <span aria-hidden>–</span>
      <span className="vh">{t('modules.payment_list.nothing')}</span>
    </span>
  );
}

function Rest({ payment: { split_total, currency } }: CellProps) {
  const { t, locale } = useI18n();
  return (
    split_total && (
      <small>
        {t('modules.payment_list.rest_of', { amount: formatMoney(split_total, currency, locale) })}
      </small>
    )
  );
}

/** The amount, to the cent. */
export function AmountCell({ payment: { amount, currency } }: CellProps) {
  const { locale } = useI18n();
  return <b className={classes.amount}>{formatMoney(amount, currency, locale)}</b>;
}

/** The day until which it is to be paid; of what is open, how late it is, or that it is nearly time. */
export function DueCell({ payment: { expiration_date, status } }: CellProps) {
  const { t, locale } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  if (expiration_date === null)
    return <span className={classes.dim}>{t('modules.payment_list.no_due')}</span>;
  const left = daysBetween(today, expiration_date);
  return (
    <span className={classes.due}>
      <time dateTime={expiration_date}>{formatDay(expiration_date, locale)}</time>
      {isOpen(status) && left < 0 && (
        <span className={classes.late}>{t('modules.payment_list.late', { count: -left })}</span>
      )}
      {isOpen(status) && (left === 0 || left === 1) && (
        <small>{t(left === 0 ? 'modules.payment_list.today' : 'modules.payment_list.tomorrow')}</small>
      )}
    </span>
  );
}

/** The state as one pill, and below it when it was paid or why it stands as it does, and how the payer was reminded. */
export function StateCell({ payment }: CellProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { tint, icon, word } = lookOf(payment);
  const said = useReason(payment);
  const reminders = remindersInWords(payment, { t, locale, timeZone });
  return (
    <span className={classes.state}>
      <StatusPill tint={tint} icon={icon}>
        {t(word)}
      </StatusPill>
      {said && <small title={said}>{said}</small>}
      {reminders && <small title={reminders}>{reminders}</small>}
    </span>
  );
}

function useReason({ payment_date, invoice_number, status, status_reason }: ListedPayment): string {
  const { t, locale } = useI18n();
  if (status !== 'completed' || payment_date === null) return status_reason;
  const day = formatShortDay(payment_date, locale);
  return invoice_number ? t('modules.payment_list.paid_with', { day, number: invoice_number }) : day;
}

/** How it is or was paid. */
export function MethodCell({ payment: { method } }: CellProps) {
  const { t } = useI18n();
  if (method) return t(`modules.payment_list.methods.${method}`);
  return (
    <span className={classes.dim}>
      <span aria-hidden>–</span>
      <span className="vh">{t('modules.payment_list.no_method')}</span>
    </span>
  );
}

/** The reference that its payer writes. */
export function ReferenceCell({ payment: { reference_number } }: CellProps) {
  return <span className={classes.reference}>{writtenReference(reference_number)}</span>;
}
