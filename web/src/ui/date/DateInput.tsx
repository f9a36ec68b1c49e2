import { useI18n } from '../../lib/text/i18n.ts';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { formatShort } from './date.ts';

type DateInputProps = Omit<DateFieldProps, 'locale' | 't' | 'minDate' | 'maxDate'> & {
  /** Bounds as `YYYY-MM-DD`. */
  min?: string | null | undefined;
  max?: string | null | undefined;
};

/** The date field in the language of the staff app. */
export function DateInput({ min, max, ...props }: DateInputProps) {
  const { t, locale } = useI18n();
  return (
    <DateField
      {...props}
      locale={locale}
      t={t}
      minDate={formatShort(min ?? null, locale)}
      maxDate={formatShort(max ?? null, locale)}
    />
  );
}
