import { Menu } from '@mantine/core';
import { IconBan, IconSend } from '@tabler/icons-react';
import type { OutgoingMail } from '@vpisnik/contract/mails';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { useMailActs } from './queries.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" of a mail: sends it now, or stops it. Renders nothing for a mail that allows neither. */
export function MailRowMenu({ mail }: { mail: OutgoingMail }) {
  const { id, participant_name, to_address, retryable, cancellable } = mail;
  const { t } = useI18n();
  const acts = useMailActs();
  const run = async (
    what: () => Promise<void>,
    done: MessageKey,
    act: 'errors.mail.retry' | 'errors.mail.cancel',
  ) => {
    try {
      await what();
      notify({ message: done, act });
    } catch (error) {
      notifyFailure(error, t, act);
    }
  };
  if (!retryable && !cancellable) return null;
  return (
    <RowMenu name={participant_name ?? to_address ?? t('modules.participant_mails.staff')}>
      {retryable && (
        <Menu.Item
          leftSection={<IconSend {...icon} />}
          onClick={() => void run(() => acts.retry(id), 'modules.messages.retried', 'errors.mail.retry')}
        >
          {t('modules.messages.retry')}
        </Menu.Item>
      )}
      {cancellable && (
        <Menu.Item
          leftSection={<IconBan {...icon} />}
          color="error"
          onClick={() => void run(() => acts.cancel(id), 'modules.messages.cancelled', 'errors.mail.cancel')}
        >
          {t('modules.messages.cancel')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
