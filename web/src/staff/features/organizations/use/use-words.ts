import { numberFormat } from '@vpisnik/contract/rules/formatters';
import type { Use } from '@vpisnik/contract/rules/organization-use';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag, type Locale } from '../../../../lib/text/locale.ts';
import { sizeText } from '../../../../lib/text/size-text.ts';

/** Numbers of use in words. */
export function useWords(): Record<Use, (value: number) => string> {
  const { locale } = useI18n();
  const count = (value: number) => numberFormat(formatTag[locale]).format(value);
  return {
    database_ms: (value) => durationText(value, locale),
    file_bytes: (value) => (value === 0 ? '0' : sizeText(value, locale)),
    ...{ requests: count, mails: count, participants: count },
  };
}

/** Milliseconds in their largest unit: `12 s`, `35 min`, `2,4 h`. */
function durationText(ms: number, locale: Locale): string {
  const [value, unit] =
    ms >= 3_600_000
      ? ([ms / 3_600_000, 'hour'] as const)
      : ms >= 60_000
        ? ([ms / 60_000, 'minute'] as const)
        : ([ms / 1000, 'second'] as const);
  const maximumFractionDigits = unit === 'hour' || value < 10 ? 1 : 0;
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits } as const;
  return numberFormat(formatTag[locale], options).format(value);
}
