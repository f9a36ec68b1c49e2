import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconPencil } from '@tabler/icons-react';
import type { Group } from '@vpisnik/contract/groups';
import type { Answer, Participant } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import classes from './panel.module.css';

type AnswersSectionProps = { participant: Participant; group: Group | undefined };

/** The answers as they were asked; those that the role may not see are not among them, and the contact stands above. */
export function AnswersSection({ participant, group }: AnswersSectionProps) {
  const { t } = useI18n();
  const { answers, language, guardian_name, guardian_phone } = participant;
  const told = { guardian_name, guardian_phone };
  const others = answers.filter(
    ({ purpose, text }) =>
      !((purpose === 'guardian_name' || purpose === 'guardian_phone') && told[purpose] === text),
  );
  const mayManage = useMay('participants.manage');
  const [edited, setEdited] = useState<string | null>(null);
  // the field that had the focus is gone
  const list = useRef<HTMLDListElement>(null);
  const close = (id: string) => {
    flushSync(() => setEdited(null));
    list.current?.querySelector<HTMLElement>(`[data-edits="${id}"]`)?.focus();
  };
  if (others.length === 0) return null;
  return (
    <section>
      <h3>{t('modules.participant.detail.answers')}</h3>
      <dl className={classes.pairs} ref={list}>
        {others.map((answer) =>
          answer.field_id === edited && group ? (
            <EditAnswer
              key={answer.field_id}
              participant={participant}
              group={group}
              answer={answer}
              onClose={() => close(answer.field_id)}
            />
          ) : (
            <AnswerPair
              key={answer.field_id}
              answer={answer}
              language={language}
              group={group}
              tool={
                // one at a time, so that nothing typed is lost
                mayManage &&
                group &&
                edited === null && (
                  <ActionIcon
                    className={classes.edit ?? ''}
                    data-edits={answer.field_id}
                    aria-label={t('modules.participant.edit.answer', { name: answer.name })}
                    onClick={() => setEdited(answer.field_id)}
                  >
                    <IconPencil size={16} stroke={1.75} />
                  </ActionIcon>
                )
              }
            />
          ),
        )}
      </dl>
    </section>
  );
}

const EditAnswer = onDemand(async () => (await import('../forms/EditAnswer.tsx')).EditAnswer);

type AnswerPairProps = {
  answer: Answer;
  language: string;
  group: Group | undefined;
  /** At the end of the answer. */
  tool?: ReactNode;
};

/** A question as it was asked, and its answer; of a birth date the age, also at the group's start, by the group's limits. */
export function AnswerPair({ answer, language, group, tool }: AnswerPairProps) {
  const { t, locale } = useI18n();
  const { name, type, text, sensitive, purpose } = answer;
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
        <span>
          {day ? formatDay(day, locale) : text}
          {day && purpose === 'date_of_birth' && <Age born={day} group={group} />}
        </span>
        {tool}
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
  const start = group?.start_date ? yearsBetween(born, group.start_date) : age;
  const isOutside = (from !== null && atStart < from) || (to !== null && atStart > to);
  return (
    <>
      {age >= 0 && (
        <span className={classes.dim}>
          {' ('}
          {start === age || start < 0
            ? t('modules.participant.detail.age', { count: age })
            : t('modules.participant.detail.age_and_start', { count: age, start })}
          )
        </span>
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
