import { Checkbox } from '@mantine/core';
import type { PaymentMail } from '@vpisnik/contract/rules/payments';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useLeaves } from './queries.ts';

type MailTickProps = {
  participantId: string;
  /** The mail that saving the form sends. */
  mail: PaymentMail;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** Whether the payer is told by mail; nothing where no mail would leave anyway. */
export function MailTick({ participantId, mail, checked, onChange }: MailTickProps) {
  const { t } = useI18n();
  if (!useLeaves(participantId, mail)) return null;
  return (
    <Checkbox
      label={t(`modules.payment.notify.${mail}`)}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
