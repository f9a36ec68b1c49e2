import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { existing, yearsBetween } from '@vpisnik/contract/dates';
import type { Group } from '@vpisnik/contract/groups';
import type { Answer, Participant } from '@vpisnik/contract/participants';
import { formatDay, inZone } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useTimeZone } from '../groups/Enrolment.tsx';
import classes from './panel.module.css';

type AnswersSectionProps = { participant: Participant; group: Group | undefined };

/** The starter field that asks when somebody was born. */
const birthLabel = 'date-of-birth';

/** Contact and answers as they were asked; what the role may not see is not among them. */
export function AnswersSection({ participant, group }: AnswersSectionProps) {
  const { t } = useI18n();
  const { email, phone, answers, language } = participant;
  return (
    <section>
      <h3>{t('modules.participant.detail.answers')}</h3>
      <dl className={classes.pairs}>
        <dt>{t('modules.participant.fields.email')}</dt>
        <dd>{email ? <a href={`mailto:${email}`}>{email}</a> : t('modules.participant.list.no_email')}</dd>
        {phone && (
          <>
            <dt>{t('modules.participant.fields.phone')}</dt>
            <dd className="num">
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </dd>
          </>
        )}
        {answers.map((answer) => (
          <AnswerPair key={answer.field_id} answer={answer} language={language} group={group} />
        ))}
      </dl>
    </section>
  );
}

type AnswerPairProps = { answer: Answer; language: string; group: Group | undefined };

function AnswerPair({ answer, language, group }: AnswerPairProps) {
  const { t, locale } = useI18n();
  const { name, type, text, sensitive, label } = answer;
  const day = type === 'date' ? existing(text) : null;
  return (
    <>
      <dt>
        <span lang={language}>{name}</span>
        {sensitive && (
          <span className={classes.sensitive}>
            <IconLock size={14} stroke={2} aria-hidden />
            {t('modules.participant.detail.sensitive')}
          </span>
        )}
      </dt>
      <dd className={classes.text} {...(!day && { lang: language })}>
        {day ? formatDay(day, locale) : text}
        {day && label === birthLabel && <Age born={day} group={group} />}
      </dd>
    </>
  );
}

function Age({ born, group }: { born: string; group: Group | undefined }) {
  const { t } = useI18n();
  const today = inZone(new Date(), useTimeZone()).day;
  const age = yearsBetween(born, today);
  // Limits count from the first day of the group.
  const first = group?.start_date && group.start_date > today ? group.start_date : today;
  const atStart = yearsBetween(born, first);
  const [from, to] = [group?.age_from ?? null, group?.age_to ?? null];
  const isOutside = (from !== null && atStart < from) || (to !== null && atStart > to);
  return (
    <>
      {age >= 0 && (
        <span className={classes.dim}> ({t('modules.participant.detail.age', { count: age })})</span>
      )}
      {isOutside && (
        <span className={classes.warning}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          {t('modules.participant.detail.outside_age')}
        </span>
      )}
    </>
  );
}
