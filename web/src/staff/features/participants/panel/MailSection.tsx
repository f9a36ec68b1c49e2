import { IconAlertTriangle, IconBan, IconClock, IconMailCheck } from '@tabler/icons-react';
import type { Participant } from '@vpisnik/contract/participants';
import type { MailState } from '@vpisnik/contract/rules/mails';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { Permission } from '../../../permission/Permission.tsx';
import { ShowMail } from '../mails/ShowMail.tsx';
import { WriteMessage } from '../writing/WriteMessage.tsx';
import { MailAgain } from './MailAgain.tsx';
import { mailState, mailTitle, reasonOf } from './mail-words.ts';
import { NewsChoice } from './NewsChoice.tsx';
import classes from './panel.module.css';

const icons: Record<MailState, typeof IconClock> = {
  held: IconClock,
  queued: IconClock,
  sending: IconClock,
  sent: IconMailCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
};

/** Mail about this application, newest first, each with where it stands and why. */
export function MailSection({ participant }: { participant: Participant }) {
  const { mails, language } = participant;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  return (
    <section data-jump="mails">
      <h3 tabIndex={-1}>{t('modules.participant_mails.title')}</h3>
      <Permission role="participants.manage" action="hide">
        <WriteMessage participant={participant} />
      </Permission>
      {mails.length === 0 && <p className={classes.small}>{t('modules.participant_mails.none')}</p>}
      <ul className={classes.mails}>
        {mails.map((mail) => {
          const Icon = icons[mail.state];
          const to =
            mail.to_address ?? (mail.recipient_kind === 'staff' ? t('modules.participant_mails.staff') : '');
          const { said } = reasonOf(mail);
          return (
            <li key={mail.id} data-state={mail.state}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <div>
                <span>{mailTitle(mail, t)}</span>
                {to && <span className={classes.small}>{to}</span>}
                <span className={classes.small}>{mailState(mail, { t, locale, timeZone })}</span>
                {mail.decision_reason && (
                  <q className={`${classes.small} ${classes.text}`} lang={language}>
                    {mail.decision_reason}
                  </q>
                )}
                {said && <q className={classes.small}>{said}</q>}
                {mail.template_missed && (
                  <span className={classes.small}>{t('modules.participant_mails.template_missed')}</span>
                )}
                <div className={classes.mail_acts}>
                  <ShowMail mail={mail} />
                  <MailAgain mail={mail} participant={participant} />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <NewsChoice participant={participant} />
    </section>
  );
}
