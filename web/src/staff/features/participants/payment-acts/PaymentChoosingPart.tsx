import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf, wireOf as moneyOf } from '@vpisnik/contract/rules/money';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { JobCards } from '../bulk/JobCards.tsx';
import { nobody } from '../choosing/chosen.ts';
import { stepsOf, useRowKeys } from '../choosing/steps.ts';
import type { Place } from '../choosing/use-choice.ts';
import { WholeNote } from '../choosing/WholeNote.tsx';
import { countOf, wireOf } from '../choosing/wire.ts';
import { PaymentActsBar } from './PaymentActsBar.tsx';
import type { PaymentChoice } from './use-payment-choosing.tsx';

/** A part of a list of payments that is about the choice in it. */
export function PaymentChoosingPart({ place, ...choice }: PaymentChoice & { place: Place }) {
  if (place === 'note')
    return <WholeNote choice={choice} isFiltered={choice.isFiltered} words="payment_acts" />;
  if (place === 'bar') return <Bar {...choice} />;
  // a report chooses those that it names
  return <JobCards of="payments" onChoose={(ids) => choice.choose({ kind: 'some', ids: new Set(ids) })} />;
}

function Bar(choice: PaymentChoice) {
  const { chosen, choose, filter } = choice;
  const { isPage, onAll, onShown } = stepsOf(choice);
  const sum = useSum(choice);
  useRowKeys(choice, onAll);
  return (
    <PaymentActsBar
      count={countOf(chosen)}
      sum={sum}
      selection={wireOf(chosen, filter)}
      onShown={isPage ? undefined : onShown}
      onAll={chosen.kind === 'all' ? undefined : onAll}
      onClear={() => choose(nobody)}
    />
  );
}

/** What the chosen payments add up to; nothing where some of them are not on the screen, or of another currency. */
function useSum({ chosen, rows }: PaymentChoice): string | undefined {
  const { locale } = useI18n();
  if (chosen.kind === 'all' || chosen.ids.size === 0) return undefined;
  const those = rows.filter(({ id }) => chosen.ids.has(id));
  const currency = those[0]?.currency;
  const isOne = those.every((payment) => payment.currency === currency);
  if (!currency || !isOne || those.length < chosen.ids.size) return undefined;
  const cents = those.reduce((sum, { amount }) => sum + centsOf(amount), 0n);
  return formatMoney(moneyOf(cents), currency, locale);
}
