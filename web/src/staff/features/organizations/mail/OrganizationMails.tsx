import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MailCause, MailQueueOrganization } from '@vpisnik/contract/mail-queue';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { mailReasons, type OutboxView } from '@vpisnik/contract/rules/mails';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { useActFor } from '../use-act-for.ts';
import classes from './mail.module.css';

type OrganizationMailsProps = {
  organization: MailQueueOrganization;
  view: OutboxView;
  onAct: (cause: MailCause, act: 'retry' | 'cancel') => void;
};

/** One organisation's mails of a view, by their causes. Whose they are is seen by entering the organisation. */
export function OrganizationMails({ organization, view, onAct }: OrganizationMailsProps) {
  const { id, name, count, oldest_at, causes, others } = organization;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const { actFor, busy } = useActFor();
  const enter = async () => {
    if (await actFor(id)) await navigate({ to: '/messages', search: view === 'waiting' ? {} : { view } });
  };
  return (
    <section className={classes.card} aria-labelledby={`mails-${id}`}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={`mails-${id}`}>{name}</h2>
          <span>
            {t('modules.mail_queue.mails', { count })},{' '}
            {t('modules.mail_queue.oldest', { when: formatInstant(oldest_at, { locale, timeZone }) })}
          </span>
        </div>
        <Button {...waiting(busy, enter)}>
          {t('modules.organization.act.choose')}
          <span className="vh">, {name}</span>
        </Button>
      </div>
      <ul>
        {causes.map((cause) => (
          <Cause
            key={`${cause.reason} ${cause.domain}`}
            cause={cause}
            name={name}
            view={view}
            onAct={(act) => onAct(cause, act)}
          />
        ))}
      </ul>
      {others > 0 && <p className={classes.hint}>{t('modules.mail_queue.others', { count: others })}</p>}
    </section>
  );
}

type CauseProps = {
  cause: MailCause;
  name: string;
  view: OutboxView;
  onAct: (act: 'retry' | 'cancel') => void;
};

function Cause({ cause, name, view, onAct }: CauseProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { domain, count, said, next_at } = cause;
  const reason = mailReasons.find((one) => one === cause.reason);
  const wasTried = view === 'waiting' && domain !== null;
  const why = reason ? t(`modules.participant_mails.reasons.${reason}`) : t('modules.mail_queue.in_turn');
  const what = `${name}: ${domain ?? why}`;
  return (
    <li>
      <div className={classes.words}>
        <b>
          {domain && `${domain}: `}
          {t('modules.mail_queue.mails', { count })}
        </b>
        <span>{why}</span>
        {said && <q>{said}</q>}
        {wasTried && next_at && (
          <span>{t('modules.mail_queue.next', { when: formatInstant(next_at, { locale, timeZone }) })}</span>
        )}
      </div>
      <div className={classes.buttons}>
        {(wasTried || view === 'failed') && (
          <Button onClick={() => onAct('retry')}>
            {t(view === 'failed' ? 'modules.mail_queue.again' : 'modules.mail_queue.retry')}
            <span className="vh">, {what}</span>
          </Button>
        )}
        {view !== 'failed' && (
          <Button color="error" onClick={() => onAct('cancel')}>
            {t('modules.messages.cancel')}
            <span className="vh">, {what}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
