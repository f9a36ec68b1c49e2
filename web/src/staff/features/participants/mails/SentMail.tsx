import { useQuery } from '@tanstack/react-query';
import type { SentMail as Sent } from '@vpisnik/contract/participant-mails';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { InfoDialog } from '../../../../ui/dialog/InfoDialog.tsx';
import { MailText } from '../../../../ui/marks/MailText.tsx';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import classes from './mails.module.css';

type SentMailProps = { id: string; title: string; onClose: () => void };

/** Dialog with a mail as it was sent. */
export function SentMail({ id, title, onClose }: SentMailProps) {
  const query = useQuery({ ...useApi().participant_mails.get.options({ params: { id } }), retry: false });
  return (
    <InfoDialog title={title} size={640} onClose={onClose}>
      {query.data ? (
        <Told mail={query.data} />
      ) : query.isError ? (
        <PartFailed error={query.error} onRetry={query.refetch} />
      ) : (
        <Pending />
      )}
    </InfoDialog>
  );
}

function Told({ mail }: { mail: Sent }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { to_address, sent_at, template, template_missed, words, language } = mail;
  const facts = [
    { name: t('modules.participant_mails.to'), said: to_address },
    {
      name: t('modules.participant_mails.sent_on'),
      said: sent_at && formatDateTime(sent_at, { locale, timeZone }),
    },
    {
      name: t('modules.participant_mails.template'),
      said:
        template &&
        t('modules.participant_mails.template_version', { name: template.name, number: template.number }),
    },
  ];
  return (
    <div className={classes.told}>
      <dl className={classes.facts}>
        {facts.map(
          ({ name, said }) =>
            said && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{said}</dd>
              </div>
            ),
        )}
      </dl>
      {template_missed && <p className={classes.missed}>{t('modules.participant_mails.template_missed')}</p>}
      {words ? (
        <MailText {...words} language={language} />
      ) : (
        <p>{t('modules.participant_mails.words_gone')}</p>
      )}
    </div>
  );
}
