import { useQueries } from '@tanstack/react-query';
import type { PaymentAccount } from '@vpisnik/contract/payments';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { isOpen } from '@vpisnik/contract/rules/payments';
import { useApi } from '../../../../lib/api.ts';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { CodeImage } from '../../slips/CodeImage.tsx';
import classes from './account.module.css';

/** Open payments that have their codes on the sheet, those that are due first; a whole season would be pages of them. */
const MOST = 6;

type AccountCodesProps = { account: PaymentAccount; t: Translate<MessageKey>; locale: Locale };

/** The codes of what is open, to be scanned off the paper; for a payment in another currency there is none. */
export function AccountCodes({ account: { people }, t, locale }: AccountCodesProps) {
  const { slips } = useApi();
  const open = people
    .flatMap(({ payments }) => payments.filter(({ status }) => isOpen(status)))
    .toSorted((a, b) => (a.expiration_date ?? '9999').localeCompare(b.expiration_date ?? '9999'));
  const shown = open.slice(0, MOST);
  const found = useQueries({
    queries: shown.map(({ id }) => ({ ...slips.get.options({ params: { id } }), retry: false })),
  });
  const codes = found.flatMap(({ data }) => {
    const code = data && (data.upn ?? data.epc);
    return data && code ? [{ ...data, code, kind: data.upn ? 'UPN QR' : 'EPC QR' }] : [];
  });
  if (codes.length === 0) return null;
  return (
    <>
      <ul className={classes.codes}>
        {codes.map(({ payment_id, code, kind, amount, currency, due_date, purpose }) => (
          <li key={payment_id}>
            <CodeImage code={code} label={t('modules.payment_account.code', { kind, purpose })} />
            <b>{formatMoney(amount, currency, locale)}</b>
            <span>
              {due_date ? formatDay(due_date, locale) : t('modules.payment_account.no_due')}, {purpose}
            </span>
            <span>{kind}</span>
          </li>
        ))}
      </ul>
      {open.length > shown.length && <p>{t('modules.payment_account.more_codes', { most: MOST })}</p>}
    </>
  );
}
