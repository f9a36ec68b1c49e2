import { Radio } from '@mantine/core';
import type { FeeMove } from '@vpisnik/contract/fee-moves';
import { bulkLimits } from '@vpisnik/contract/rules/bulk';
import { type MovePrice, movePrices } from '@vpisnik/contract/rules/fee-plan';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import { useI18n } from '../../../lib/text/i18n.ts';

type PriceChoiceProps = { price: FeeMove; value: MovePrice; onChange: (value: MovePrice) => void };

/** Asks what those pay by who move to another group, with the payments that the new price makes and cancels. */
export function PriceChoice({ price, value, onChange }: PriceChoiceProps) {
  const { t } = useI18n();
  const taking = useTaking(price);
  const told = {
    keep: price.keeps > 0 ? t('modules.fees.move.keeps') : t('modules.fees.move.keeps_none'),
    take: taking,
  };
  return (
    <Radio.Group
      mt={16}
      label={t('modules.fees.move.label')}
      value={value}
      onChange={(chosen) => onChange(movePrices.find((one) => one === chosen) ?? 'keep')}
    >
      {movePrices.map((one) => (
        <Radio key={one} value={one} mt={8} label={t(`modules.fees.move.${one}`)} description={told[one]} />
      ))}
    </Radio.Group>
  );
}

/** What taking the new price does, in sentences. */
function useTaking({ makes, cancels, later, currency, credit }: FeeMove): string {
  const { t, locale } = useI18n();
  if (!makes || !cancels) return t('modules.bulk.ask.fees_uncounted', { most: bulkLimits.atOnce });
  const sumOf = ({ count, total }: { count: number; total: string }) => ({
    count,
    total: formatMoney(total, currency, locale),
  });
  const making =
    makes.count > 0
      ? t('modules.fees.made_now', sumOf(makes))
      : t(later ? 'modules.fees.none_now' : 'modules.fees.makes_none');
  return [
    making,
    makes.count > 0 && later && t('modules.fees.made_later'),
    cancels.count > 0 && t('modules.fees.move.cancels', sumOf(cancels)),
    credit && t('modules.fees.move.credit', { amount: formatMoney(credit.total, currency, locale) }),
    credit &&
      centsOf(credit.left) > 0n &&
      t(later ? 'modules.fees.move.credit_later' : 'modules.fees.move.credit_left', {
        amount: formatMoney(credit.left, currency, locale),
      }),
    t('modules.fees.move.stays'),
  ]
    .filter(Boolean)
    .join(' ');
}
