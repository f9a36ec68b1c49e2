import type { Group } from '@vpisnik/contract/groups';
import type { Participant, Reapplication } from '@vpisnik/contract/participants';
import { personFacts } from '@vpisnik/contract/rules/application-form';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { AnswerPair } from './AnswersSection.tsx';
import classes from './panel.module.css';

type ReapplicationsSectionProps = { participant: Participant; group: Group | undefined };

/** Differing answers of repeated applications; renders nothing without any. */
export function ReapplicationsSection({ participant, group }: ReapplicationsSectionProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { reapplications, older_reapplications_count: older, language } = participant;
  if (reapplications.length === 0) return null;
  return (
    <section>
      <h3>{t('modules.participant.detail.reapplications')}</h3>
      <p className={classes.small}>{t('modules.participant.detail.reapplications_hint')}</p>
      <ul className={classes.again}>
        {reapplications.map((again) => (
          <li key={again.id}>
            <time dateTime={again.created_at} className={`${classes.strong} num`}>
              {formatDateTime(again.created_at, { locale, timeZone })}
            </time>
            <dl className={classes.pairs}>
              <Said again={again} language={language} />
              {again.answers.map((answer) => (
                <AnswerPair key={answer.field_id} answer={answer} language={language} group={group} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {older > 0 && <p>{t('modules.participant.detail.older_reapplications', { count: older })}</p>}
    </section>
  );
}

function Said({ again, language }: { again: Reapplication; language: string }) {
  const { t } = useI18n();
  const said = [
    ...(['name', ...personFacts] as const).map(
      (field) => [t(`modules.participant.fields.${field}`), again[field]] as const,
    ),
    [t('modules.participant.detail.notes'), again.notes] as const,
  ];
  return said.map(
    ([label, value]) =>
      value !== null && (
        <div key={label} className={classes.pair}>
          <dt>{label}</dt>
          <dd className={classes.text} lang={language}>
            {value}
          </dd>
        </div>
      ),
  );
}
