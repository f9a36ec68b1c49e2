import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import type { BankEntry, PayablePayment } from '@vpisnik/contract/statements';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { namedOf, paymentFacts, shareOf } from './entry-words.ts';
import { payableQuery } from './queries.ts';
import classes from './statements.module.css';

type PaymentSearchProps = {
  entry: BankEntry;
  busy: boolean;
  autoFocus?: boolean;
  onPay: (payment: PayablePayment) => void;
};

/** Finds the payment that a transfer pays, and says what would be left on either side. */
export function PaymentSearch({ entry, busy, autoFocus = false, onPay }: PaymentSearchProps) {
  const words = useI18n();
  const { t, locale } = words;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ label: string; payment: PayablePayment } | null>(null);
  const [isOpened, setIsOpened] = useState(false);
  const [settled] = useDebouncedValue(typed.trim(), 200);
  const sought = chosen?.label === settled ? '' : settled;
  const found = useQuery({
    ...payableQuery(useApi(), entry.id, sought),
    enabled: isOpened,
    placeholderData: keepPreviousData,
  });
  const labelOf = (payment: PayablePayment) =>
    [
      payment.participant_name,
      formatMoney(payment.amount, entry.currency, locale),
      paymentFacts(payment, words),
    ].join(', ');
  const payments = found.data?.results ?? [];
  const known = [...payments, ...(chosen ? [chosen.payment] : [])];
  const options = [...new Map(known.map((one) => [one.payment_id, one])).values()].map((one) => ({
    value: one.payment_id,
    label: labelOf(one),
  }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !busy) onPay(chosen.payment);
  };
  const named = namedOf(entry, words);
  return (
    <form className={classes.search} onSubmit={submit}>
      <Select
        autoFocus={autoFocus}
        searchable
        aria-label={t('modules.statement.search_named', named)}
        placeholder={t('modules.statement.search')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        data={options}
        // the server has found them, by what the label doesn't show as well
        filter={({ options: all }) => all}
        value={chosen?.payment.payment_id ?? null}
        onChange={(value) => {
          const payment = known.find((one) => one.payment_id === value);
          setChosen(payment ? { payment, label: labelOf(payment) } : null);
        }}
        onSearchChange={setTyped}
        onDropdownOpen={() => setIsOpened(true)}
        nothingFoundMessage={t(found.isFetching ? 'layout.pending' : 'modules.statement.search_nothing')}
        withScrollArea={false}
        styles={{ options: { maxHeight: 280, overflowY: 'auto' } }}
      />
      {chosen && <Outcome entry={entry} payment={chosen.payment} />}
      {chosen && (
        <Button
          type="submit"
          leftSection={<IconCheck size={18} stroke={1.75} aria-hidden />}
          aria-label={t(
            isPart(entry, chosen.payment)
              ? 'modules.statement.confirm_part_named'
              : 'modules.statement.confirm_named',
            named,
          )}
          {...waiting(busy)}
        >
          {t(isPart(entry, chosen.payment) ? 'modules.statement.confirm_part' : 'modules.statement.confirm')}
        </Button>
      )}
    </form>
  );
}

const isPart = (entry: BankEntry, { amount }: PayablePayment) => centsOf(entry.rest) < centsOf(amount);

/** What a transfer doesn't cover, or what stays of it. */
function Outcome({ entry, payment }: { entry: BankEntry; payment: PayablePayment }) {
  const { t, locale } = useI18n();
  const share = shareOf(entry, payment);
  const money = (cents: bigint) => formatMoney(wireOf(cents), entry.currency, locale);
  const short = centsOf(payment.amount) - centsOf(share);
  const left = centsOf(entry.rest) - centsOf(share);
  if (short > 0n)
    return (
      <p className={classes.note}>
        {t('modules.statement.reasons.part', { short: money(short), paid: money(centsOf(share)) })}
      </p>
    );
  return left > 0n ? (
    <p className={classes.note}>{t('modules.statement.reasons.too_much', { rest: money(left) })}</p>
  ) : null;
}
