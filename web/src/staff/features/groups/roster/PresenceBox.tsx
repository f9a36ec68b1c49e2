import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { Meeting } from './PrintedRoster.tsx';
import classes from './roster-print.module.css';

type PresenceBoxProps = { person: Pick<ParticipantSummary, 'id'>; meeting: Meeting | undefined };

/** A box to tick or sign; it says so where the person has told that they won't come. */
export function PresenceBox({ person, meeting }: PresenceBoxProps) {
  const { t } = useI18n();
  const isAbsent = meeting?.absent.some(({ participant_id }) => participant_id === person.id);
  return (
    <td className={`${classes.box} ${isAbsent ? classes.away : ''}`}>
      {isAbsent && <abbr title={t('modules.group_tools.print.absent')}>–</abbr>}
    </td>
  );
}
