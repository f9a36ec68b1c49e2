import { numberFormat } from '@vpisnik/contract/rules/formatters';
import { useI18n } from '../../lib/text/i18n.ts';

/** The sign of a currency at the end of a field, for the eye alone. */
export function CurrencySign({ currency }: { currency: string }) {
  const { locale } = useI18n();
  const parts = numberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return <span aria-hidden>{parts.find(({ type }) => type === 'currency')?.value ?? currency}</span>;
}
