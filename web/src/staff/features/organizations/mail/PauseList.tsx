import { Button } from '@mantine/core';
import type { MailPause } from '@vpisnik/contract/mail-queue';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './mail.module.css';
import { useQueueActs } from './queries.ts';

/** Domains that get no mail for a while, and our own server when it is away; each can be tried before its time. */
export function PauseList({ pauses }: { pauses: MailPause[] }) {
  const { t } = useI18n();
  if (pauses.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="mail-pauses">
      <h2 id="mail-pauses">{t('modules.mail_queue.pauses.title')}</h2>
      <ul>
        {pauses.map((pause) => (
          <Pause key={pause.domain ?? ''} pause={pause} />
        ))}
      </ul>
    </section>
  );
}

function Pause({ pause: { domain, until, failures, said } }: { pause: MailPause }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { resume } = useQueueActs();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await resume(domain);
      notify({ message: 'modules.mail_queue.pauses.ended', act: 'errors.mail.retry' });
    } catch (error) {
      notifyFailure(error, t, 'errors.mail.retry');
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <div className={classes.words}>
        <b>{domain ?? t('modules.mail_queue.pauses.all')}</b>
        <span>
          {t('modules.mail_queue.pauses.until', { when: formatInstant(until, { locale, timeZone }) })}
          {failures > 1 && `, ${t('modules.mail_queue.pauses.failures', { count: failures })}`}
        </span>
        {said && <q>{said}</q>}
      </div>
      <div className={classes.buttons}>
        <Button {...waiting(busy, run)}>
          {t('modules.mail_queue.retry')}
          <span className="vh">, {domain ?? t('modules.mail_queue.pauses.all')}</span>
        </Button>
      </div>
    </li>
  );
}
