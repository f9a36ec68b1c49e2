import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import type { FamilyMail } from '@vpisnik/contract/families';
import { useId } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ShowMail } from '../mails/ShowMail.tsx';
import { mailState, mailTitle } from '../panel/mail-words.ts';
import classes from './families.module.css';

/** The latest mails to a family, each with the child that it is about. */
export function FamilyMails({ mails }: { mails: readonly FamilyMail[] }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const title = useId();
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.label}>
        {t('modules.family.mails')}
      </h2>
      {mails.length === 0 && <p className={classes.small}>{t('modules.family.mails_none')}</p>}
      <ul className={classes.mails}>
        {mails.map((mail) => {
          const hasFailed = mail.state === 'failed';
          const Icon = hasFailed ? IconAlertTriangle : IconMail;
          return (
            <li key={mail.id} data-failed={hasFailed || undefined}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <div>
                <span>{mailTitle(mail, t)}</span>
                <span className={classes.small}>
                  {mail.participant_name}, {mailState(mail, { t, locale, timeZone })}
                </span>
                <ShowMail mail={mail} name={mail.participant_name} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
