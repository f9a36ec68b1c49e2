import type { Participant } from '@vpisnik/contract/participants';
import { formatDateTime, formatDay } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import classes from './panel.module.css';

/** An application's reference, date and language, and the version of the privacy notice that the applicant saw. */
export function ApplicationSection({ participant }: { participant: Participant }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { reference, language, privacy_version, application_date } = participant;
  return (
    <section>
      <h3>{t('modules.participant.detail.about')}</h3>
      <dl className={classes.pairs}>
        <dt>{t('modules.participant.detail.reference')}</dt>
        <dd className="num">{reference}</dd>
        <dt>{t('modules.participant.list.column_date')}</dt>
        <dd>{formatDateTime(application_date, { locale, timeZone })}</dd>
        <dt>{t('modules.participant.fields.language')}</dt>
        <dd>{t(`layout.languages.${language}`)}</dd>
        <dt>{t('modules.participant.detail.privacy')}</dt>
        <dd>
          {privacy_version
            ? t('modules.participant.detail.privacy_version', { version: formatDay(privacy_version, locale) })
            : t('modules.participant.detail.privacy_none')}
        </dd>
      </dl>
    </section>
  );
}
