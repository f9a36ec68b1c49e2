import { Menu } from '@mantine/core';
import { IconMessageX } from '@tabler/icons-react';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { shownStatusOf } from '@vpisnik/contract/rules/statuses';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { MenuOnDemand } from '../../../ui/table/MenuOnDemand.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { useDecisions } from './Decisions.tsx';
import { OfferItems } from './offers/OfferItems.tsx';
import { movesFrom, statusIcons } from './statuses.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

type StatusProps = { application: Pick<ParticipantSummary, 'status' | 'withdrawn_at'> };

/** The status of an application as a pill. */
export function Status({ application }: StatusProps) {
  const { t } = useI18n();
  const shown = shownStatusOf(application);
  return (
    <StatusPill tint={application.status} icon={statusIcons[shown]}>
      {t(`modules.participant.status.${shown}`)}
    </StatusPill>
  );
}

/** The status of a participant; for those who may decide, a button that opens the allowed moves. */
export function StatusMenu({ participant }: { participant: ParticipantSummary }) {
  const { t } = useI18n();
  const { status, name } = participant;
  const shown = shownStatusOf(participant);
  if (!useMay('participants.decide')) return <Status application={participant} />;
  return (
    <MenuOnDemand
      position="bottom-start"
      button={(props) => (
        <StatusPill {...props} tint={status} icon={statusIcons[shown]}>
          {t(`modules.participant.status.${shown}`)}
          <span className="vh">{t('modules.participant.decide.change', { name })}</span>
        </StatusPill>
      )}
    >
      <MoveItems participant={participant} />
    </MenuOnDemand>
  );
}

/** Menu items for the allowed moves, and a note whether the participant gets a mail. */
export function MoveItems({ participant }: { participant: ParticipantSummary }) {
  const { t } = useI18n();
  const { decide, reject } = useDecisions();
  const moves = movesFrom(participant.status);
  return (
    <>
      {moves.map((to) => {
        const Icon = statusIcons[to];
        return (
          <Menu.Item key={to} leftSection={<Icon {...icon} />} onClick={() => decide(participant, to)}>
            {t(`modules.participant.move.${to}`)}
          </Menu.Item>
        );
      })}
      {participant.email && moves.includes('rejected') && (
        <Menu.Item leftSection={<IconMessageX {...icon} />} onClick={() => reject(participant)}>
          {t('modules.participant.reject.with_reason')}
        </Menu.Item>
      )}
      {participant.status === 'waitlisted' && <OfferItems participant={participant} />}
      <Menu.Label>
        {t(participant.email ? 'modules.participant.decide.told' : 'modules.participant.decide.nobody_told')}
      </Menu.Label>
    </>
  );
}
