import { Button } from '@mantine/core';
import type { MailRecord } from '@vpisnik/contract/participants';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { mailTitle } from '../panel/mail-words.ts';

const SentMail = onDemand(async () => (await import('./SentMail.tsx')).SentMail);

type ShowMailProps = {
  mail: MailRecord;
  /** Whom it is about, where mails about several stand below each other. */
  name?: string;
};

/** Opens a mail as it was sent. Renders nothing for one that no mail server has taken. */
export function ShowMail({ mail, name }: ShowMailProps) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (mail.sent_at === null) return null;
  const show = t('modules.participant_mails.show');
  const title = [mailTitle(mail, t), ...(name ? [name] : [])].join(', ');
  return (
    <>
      <Button size="compact-sm" aria-label={`${show}: ${title}`} onClick={() => setOpen(true)}>
        {show}
      </Button>
      {isOpen && <SentMail id={mail.id} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
