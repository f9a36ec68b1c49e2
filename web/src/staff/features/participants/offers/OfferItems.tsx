import { Menu } from '@mantine/core';
import { IconCalendarPlus, IconTicket, IconTicketOff, IconUserCheck } from '@tabler/icons-react';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { actsFor, type OfferAct } from './offer-stand.ts';

/** Icons of the acts, also of their buttons. */
export const offerIcons: Record<OfferAct, typeof IconTicket> = {
  offer: IconTicket,
  lengthen: IconCalendarPlus,
  withdraw: IconTicketOff,
  resume: IconUserCheck,
};

/** Menu items about an offer of a place to someone in the queue. */
export function OfferItems({ participant }: { participant: ParticipantSummary }) {
  const { t } = useI18n();
  const open = useParticipantDialogs();
  const { id, name } = participant;
  return actsFor(participant).map((act) => {
    const Icon = offerIcons[act];
    return (
      <Menu.Item
        key={act}
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={() => open({ kind: 'offer', act, id, name })}
      >
        {t(`modules.participant.offer.acts.${act}`)}
      </Menu.Item>
    );
  });
}
