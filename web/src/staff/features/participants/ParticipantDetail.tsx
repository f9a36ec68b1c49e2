import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { use } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { AnswersSection } from './AnswersSection.tsx';
import { ApplicationSection } from './ApplicationSection.tsx';
import { DecideSection } from './DecideSection.tsx';
import { ElsewhereSection } from './ElsewhereSection.tsx';
import { GroupSection } from './GroupSection.tsx';
import { ListPlace } from './list-place.ts';
import { MailSection } from './MailSection.tsx';
import classes from './panel.module.css';
import { groupQuery } from './queries.ts';
import { StaffNotes } from './StaffNotes.tsx';

/** Everything about one participant, from what has to be decided down to what was sent. */
export function ParticipantDetail({ participant }: { participant: Participant }) {
  const { t } = useI18n();
  const group = useQuery(groupQuery(useApi(), participant.group_id)).data;
  return (
    <div className={classes.sections}>
      <DecideSection participant={participant} group={group} />
      {use(ListPlace) !== participant.group_id && <GroupSection participant={participant} group={group} />}
      <ElsewhereSection participant={participant} />
      <AnswersSection participant={participant} group={group} />
      {participant.notes && (
        <section>
          <h3>{t('modules.participant.detail.notes')}</h3>
          <p className={classes.text} lang={participant.language}>
            {participant.notes}
          </p>
        </section>
      )}
      <StaffNotes participant={participant} />
      <MailSection mails={participant.mails} />
      <ApplicationSection participant={participant} />
    </div>
  );
}
