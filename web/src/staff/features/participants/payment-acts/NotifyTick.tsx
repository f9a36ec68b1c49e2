import { Checkbox } from '@mantine/core';
import { useI18n } from '../../../../lib/text/i18n.ts';

type NotifyTickProps = {
  /** How many would leave. */
  mails: number;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Whether payers are told by mail; nothing where no mail would leave anyway. */
export function NotifyTick({ mails, checked, onChange }: NotifyTickProps) {
  const { t } = useI18n();
  if (mails === 0) return null;
  return (
    <Checkbox
      label={t('modules.bulk.ask.notify')}
      description={t('modules.payment_acts.mails', { count: checked ? mails : 0 })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
