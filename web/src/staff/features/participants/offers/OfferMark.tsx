import { IconClock, IconClockOff } from '@tabler/icons-react';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { StatusPill } from '../../../../ui/marks/StatusPill.tsx';
import { formatUntil, offerStandOf, standWords } from './offer-stand.ts';

/** Beside the status of someone in the queue: until when a place is offered to them, or that an offer has passed. */
export function OfferMark({ participant }: { participant: ParticipantSummary }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const stand = offerStandOf(participant);
  const { offer_until } = participant;
  if (stand === null) return null;
  const words = standWords(stand, participant);
  if (words !== 'open' || offer_until === null)
    return (
      <StatusPill plain tint="inactive" icon={IconClockOff}>
        {t(`modules.participant.offer.${words === 'taken_back' ? words : 'passed'}`)}
      </StatusPill>
    );
  return (
    <StatusPill plain tint="waitlisted" icon={IconClock}>
      {t('modules.participant.offer.until', { until: formatUntil(offer_until, { locale, timeZone }) })}
    </StatusPill>
  );
}
