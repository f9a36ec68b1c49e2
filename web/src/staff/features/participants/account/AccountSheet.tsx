import type { PaymentAccount, PaymentBalance } from '@vpisnik/contract/payments';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { centsOf } from '@vpisnik/contract/rules/money';
import { isOpen } from '@vpisnik/contract/rules/payments';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { usePageMargins } from '../../../../ui/page-margins.ts';
import { lookOf } from '../payment-list/words.ts';
import { AccountCodes } from './AccountCodes.tsx';
import classes from './account.module.css';

type Words = { t: Translate<MessageKey>; locale: Locale };
type Person = PaymentAccount['people'][number];
type Payment = Person['payments'][number];

/** The sheet: who it is for, the balance in one sentence, each payment, and how to pay what is open. */
export function AccountSheet({
  account,
  isBusy,
  ...words
}: Words & { account: PaymentAccount; isBusy: boolean }) {
  const { t, locale } = words;
  const { organization, today, people, balances, payee } = account;
  const [first] = people;
  usePageMargins({
    group: [organization.name, t('layout.titles.payment_account'), first?.name].filter(Boolean).join(' · '),
    isLandscape: false,
    words,
  });
  const owes = people.some(({ payments }) => payments.some(({ status }) => isOpen(status)));
  return (
    <article className={classes.sheet} lang={locale} aria-busy={isBusy}>
      <header>
        <p>
          <b>{organization.name}</b>
          {organization.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <h2>{t('layout.titles.payment_account')}</h2>
        <p>{t('modules.payment_account.on', { day: formatDay(today, locale) })}</p>
      </header>
      <div className={classes.balance}>
        {balances.length === 0 ? (
          <p>{t('modules.payment_account.none')}</p>
        ) : (
          balances.map((balance) => <p key={balance.currency}>{sentence(balance, words)}</p>)
        )}
      </div>
      {people.map((person) => (
        <PersonPayments key={person.id} person={person} {...words} />
      ))}
      {owes && payee && (
        <section className={classes.payee}>
          <h3>{t('modules.payment_account.pay')}</h3>
          <dl>
            <div>
              <dt>{t('modules.payment_account.recipient')}</dt>
              <dd>{[payee.recipient, payee.street, payee.town].filter(Boolean).join(', ')}</dd>
            </div>
            <div>
              <dt>{t('modules.payment_account.iban')}</dt>
              <dd className="num">{writtenIban(payee.iban)}</dd>
            </div>
            {payee.bic && (
              <div>
                <dt>{t('modules.payment_account.bic')}</dt>
                <dd>{payee.bic}</dd>
              </div>
            )}
          </dl>
          <AccountCodes account={account} t={t} locale={locale} />
        </section>
      )}
      <p className={classes.foot}>{t('modules.payment_account.foot')}</p>
    </article>
  );
}

/** What is open, and what of it is late; without anything open, what came. */
function sentence({ currency, open, overdue, received }: PaymentBalance, { t, locale }: Words): string {
  const values = {
    open: formatMoney(open, currency, locale),
    overdue: formatMoney(overdue, currency, locale),
    received: formatMoney(received, currency, locale),
  };
  const came = centsOf(received) > 0n;
  if (centsOf(open) === 0n)
    return t(came ? 'modules.payment_account.settled' : 'modules.payment_account.nothing', values);
  const isLate = centsOf(overdue) > 0n;
  const owed = t(
    !isLate
      ? 'modules.payment_account.open_ahead'
      : centsOf(overdue) === centsOf(open)
        ? 'modules.payment_account.open_late'
        : 'modules.payment_account.open_part',
    values,
  );
  return came ? `${owed} ${t('modules.payment_account.received', values)}` : owed;
}

function PersonPayments({ person, t, locale }: Words & { person: Person }) {
  const { id, name, reference, group_name, payments } = person;
  const columns = (['due', 'purpose', 'state', 'paid', 'reference', 'amount'] as const).map((key) => ({
    key,
    label: t(`modules.payment_account.columns.${key}`),
  }));
  return (
    <section className={classes.person} aria-labelledby={`account-${id}`}>
      <h3 id={`account-${id}`}>{name}</h3>
      <p>{t('modules.payment_account.for', { reference, group: bestText(group_name, locale).text })}</p>
      {payments.length === 0 ? (
        <p>{t('modules.payment_account.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <tr key={payment.id}>
                {cellsOf(payment, { t, locale }).map((cell, at) => (
                  <td
                    key={columns[at]?.key}
                    data-label={columns[at]?.label}
                    data-none={cell === '' || undefined}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The cells of a payment in the order of the columns; its reference while it is open. */
function cellsOf(payment: Payment, { t, locale }: Words): string[] {
  const { amount, currency, expiration_date, purpose, kind, payment_date, method, status, split_total } =
    payment;
  const money = (sum: string) => formatMoney(sum, currency, locale);
  const isPaid = status === 'completed' || status === 'refunded';
  const rest = split_total && t('modules.payment_account.rest_of', { amount: money(split_total) });
  const paid = isPaid && [
    payment_date && formatDay(payment_date, locale),
    method && t(`modules.payment_list.methods.${method}`),
  ];
  return [
    expiration_date ? formatDay(expiration_date, locale) : t('modules.payment_account.no_due'),
    [purpose || t(`modules.payment_list.kinds.${kind}`), rest].filter(Boolean).join(', '),
    t(lookOf(payment).word),
    (paid || []).filter(Boolean).join(', '),
    isOpen(status) && payment.reference_number ? writtenReference(payment.reference_number) : '',
    money(amount),
  ];
}
