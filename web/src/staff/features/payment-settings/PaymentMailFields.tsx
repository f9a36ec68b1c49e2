import { Select, Switch } from '@mantine/core';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useControls } from '../../../ui/form/form-words.ts';
import classes from './payment-settings.module.css';
import type { PaymentSettingsValues } from './values.ts';

const never = 'never';
/** Days that are offered; another one that is saved stays to be chosen. */
const days = {
  remind_before: [1, 2, 3, 5, 7, 14],
  remind_after: [1, 3, 4, 5, 7, 14],
  remind_again: [7, 10, 14, 21, 30],
} as const;
const switches = ['mail_requests', 'mail_received', 'mail_reminders'] as const;

/** Which mails about payments leave by themselves, and when people are reminded. */
export function PaymentMailFields({ form }: { form: FieldsOf<PaymentSettingsValues> }) {
  const { t } = useI18n();
  const { control } = useControls(form);
  const { values, change } = form;
  const offered = (field: keyof typeof days) => {
    const now = values[field];
    const known: readonly number[] = days[field];
    return now === null || known.includes(now) ? known : [...known, now].toSorted((a, b) => a - b);
  };
  return (
    <fieldset className={classes.mails}>
      <legend>{t('modules.payment_settings.mails.title')}</legend>
      <p className={classes.hint}>{t('modules.payment_settings.mails.text')}</p>
      {switches.map((field) => (
        <Switch
          key={field}
          label={t(`modules.payment_settings.fields.${field}`)}
          {...(field === 'mail_reminders' && {
            description: t('modules.payment_settings.mails.reminders_hint'),
          })}
          checked={values[field]}
          onChange={(event) => change({ [field]: event.currentTarget.checked })}
        />
      ))}
      {values.mail_reminders && (
        <div className={classes.days}>
          {(['remind_before', 'remind_after', 'remind_again'] as const).map((field) => {
            const { value, onChange, ...given } = control(field);
            const word = field === 'remind_before' ? 'before' : 'after';
            return (
              <Select
                key={field}
                {...given}
                label={t(`modules.payment_settings.fields.${field}`)}
                allowDeselect={false}
                data={[
                  { value: never, label: t('modules.payment_settings.mails.never') },
                  ...offered(field).map((count) => ({
                    value: String(count),
                    label: t(`modules.payment_settings.mails.${word}`, { count }),
                  })),
                ]}
                value={value === null ? never : String(value)}
                onChange={(chosen) => onChange(chosen === null || chosen === never ? null : Number(chosen))}
              />
            );
          })}
        </div>
      )}
    </fieldset>
  );
}
