import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import type { Participant } from '@vpisnik/contract/participants';
import { formatSchedule } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Places } from '../../../../ui/marks/Places.tsx';
import { takenWords } from '../taken-words.ts';
import classes from './panel.module.css';

type GroupSectionProps = { participant: Participant; group: Group | undefined };

/** The group that the application is for: when and where it meets, and how full it is. */
export function GroupSection({ participant, group }: GroupSectionProps) {
  const { t, locale } = useI18n();
  const name = bestText(participant.group_name, locale);
  const when =
    group &&
    [group.schedule.length > 0 && formatSchedule(group.schedule, locale), group.location_name]
      .filter(Boolean)
      .join(', ');
  return (
    <section>
      <h3>{t('modules.participant.detail.group')}</h3>
      <Link
        className={classes.strong}
        to="/groups/$group_id"
        params={{ group_id: participant.group_id }}
        lang={name.language}
      >
        {name.text}
      </Link>
      {when && <p className={classes.small}>{when}</p>}
      {group && (
        <p className={classes.places}>
          <Places taken={group.taken} limit={group.places} />
          <span>
            {takenWords(group, t)}
            {group.waiting > 0 && `, ${t('modules.participant.group.waiting', { count: group.waiting })}`}
          </span>
        </p>
      )}
    </section>
  );
}
