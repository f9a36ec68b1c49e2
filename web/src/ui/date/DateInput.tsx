import { useI18n } from '../../lib/text/i18n.ts';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { formatShort } from './date.ts';

type DateInputProps = Omit<DateFieldProps, 'locale' | 't' | 'saysInvalid' | 'minDate' | 'maxDate'> & {
  /** Bounds as `YYYY-MM-DD`. */
  min?: string | null | undefined;
  max?: string | null | undefined;
};

/** A day in numbers: where it is none, the calendar has no such day. */
const isWritten = /^\d{1,2}\W+\d{1,2}\W+(\d{4}|\d\d)\.?$|^\d{8}$/;

/** The date field in the language of the staff app. */
export function DateInput({ min, max, ...props }: DateInputProps) {
  const { t, locale } = useI18n();
  const saysInvalid = (typed: string) =>
    isWritten.test(typed.trim()) ? `${t('ui.no_such_day')} ${t('ui.date_field.invalid')}` : null;
  return (
    <DateField
      {...props}
      locale={locale}
      t={t}
      saysInvalid={saysInvalid}
      minDate={formatShort(min ?? null, locale)}
      maxDate={formatShort(max ?? null, locale)}
    />
  );
}
