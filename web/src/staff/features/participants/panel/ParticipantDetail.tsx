import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { holdsPlace } from '@vpisnik/contract/rules/statuses';
import { use } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { ApplicantLinkSection } from '../applicant-link/ApplicantLinkSection.tsx';
import { ContactSection } from '../contact/ContactSection.tsx';
import { FamilySection } from '../families/FamilySection.tsx';
import { HistorySection } from '../history/HistorySection.tsx';
import { ListPlace } from '../list/list-place.ts';
import { NotesSection } from '../notes/NotesSection.tsx';
import { PaymentsSection } from '../payments/PaymentsSection.tsx';
import { groupQuery } from '../queries.ts';
import { SamePersonSection } from '../same/SamePersonSection.tsx';
import { AnswersSection } from './AnswersSection.tsx';
import { ApplicationSection } from './ApplicationSection.tsx';
import { DecideSection } from './DecideSection.tsx';
import { ElsewhereSection } from './ElsewhereSection.tsx';
import { GroupSection } from './GroupSection.tsx';
import { MailSection } from './MailSection.tsx';
import classes from './panel.module.css';
import { ReapplicationsSection } from './ReapplicationsSection.tsx';

type ParticipantDetailProps = {
  participant: Participant;
  /** Opens the next one of the list; undefined at its end. */
  onNext: (() => void) | undefined;
};

/** Everything about one participant, from the contact and the decision down to the history. */
export function ParticipantDetail({ participant, onNext }: ParticipantDetailProps) {
  const { t } = useI18n();
  const group = useQuery(groupQuery(useApi(), participant.group_id)).data;
  const mayManage = useMay('payments.manage');
  const mayEdit = useMay('participants.manage');
  return (
    <div className={classes.sections}>
      <h3 className="vh" data-jump="application" tabIndex={-1}>
        {t('modules.participant.detail.application')}
      </h3>
      <ContactSection participant={participant} />
      <DecideSection participant={participant} group={group} onNext={onNext} />
      {use(ListPlace) !== participant.group_id && <GroupSection participant={participant} group={group} />}
      {mayManage && (
        <PaymentsSection
          participantId={participant.id}
          isApproved={participant.status === 'approved'}
          canBeReminded={participant.email !== null && holdsPlace(participant.status)}
        />
      )}
      <ElsewhereSection participant={participant} />
      <SamePersonSection participant={participant} />
      <FamilySection participant={participant} />
      <AnswersSection participant={participant} group={group} />
      {participant.notes && (
        <section>
          <h3>{t('modules.participant.detail.notes')}</h3>
          <blockquote className={classes.quote} lang={participant.language}>
            {participant.notes}
          </blockquote>
        </section>
      )}
      <ReapplicationsSection participant={participant} group={group} />
      <ApplicationSection participant={participant} />
      <NotesSection participantId={participant.id} />
      <MailSection participant={participant} />
      {mayEdit && participant.email !== null && <ApplicantLinkSection participantId={participant.id} />}
      <HistorySection participant={participant} />
    </div>
  );
}
