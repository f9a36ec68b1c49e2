import { Button } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useSendAgain } from '../../participants/queries.ts';
import { type RecipientRow, useRefreshMessage } from '../queries.ts';
import classes from './log.module.css';

/** Sends a mail that failed once more, to the present address; the new one then stands in its place. */
export function SendAgain({ mail, recipient }: { mail: { id: string }; recipient: RecipientRow }) {
  const { t } = useI18n();
  const send = useSendAgain();
  const refresh = useRefreshMessage();
  const [busy, setBusy] = useState(false);
  const { participant_id, names, address } = recipient;
  const label = t('modules.participant_mails.send_again');
  const run = async () => {
    setBusy(true);
    try {
      const { email } = await send(participant_id, mail.id, {});
      notify({
        message: 'modules.participant_mails.sent_again',
        values: { email: email ?? address },
        act: 'errors.participant.mail',
      });
    } catch (error) {
      notifyFailure(error, t, 'errors.participant.mail');
    }
    setBusy(false);
    refresh();
  };
  return (
    <Button
      size="compact-sm"
      className={classes.again ?? ''}
      aria-label={`${label}: ${names.join(', ')}`}
      {...waiting(busy, () => void run())}
    >
      {label}
    </Button>
  );
}
