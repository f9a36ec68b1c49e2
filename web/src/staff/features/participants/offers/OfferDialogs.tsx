import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { notify } from '../../../../ui/notice/notify.ts';
import { participantQuery } from '../queries.ts';
import { LengthenOffer } from './LengthenOffer.tsx';
import { OfferPlace } from './OfferPlace.tsx';
import type { OfferAct } from './offer-stand.ts';
import { offerFailed, useOfferAct } from './use-offer-act.ts';
import { WithdrawOffer } from './WithdrawOffer.tsx';

type OfferDialogsProps = { act: OfferAct; id: string; onClose: () => void };

/** An act about an offer to one person: asks first where there is something to decide. */
export function OfferDialogs({ act, id, onClose }: OfferDialogsProps) {
  const participant = useQuery(participantQuery(useApi(), id)).data;
  if (!participant) return null;
  const dialog = { participant, onClose };
  if (act === 'offer') return <OfferPlace {...dialog} />;
  if (act === 'lengthen') return <LengthenOffer {...dialog} />;
  if (act === 'withdraw') return <WithdrawOffer {...dialog} />;
  return <Resume {...dialog} />;
}

type ResumeProps = { participant: Participant; onClose: () => void };

/** Notes at once that someone still wants a place: it only gives them back their turn. */
function Resume({ participant, onClose }: ResumeProps) {
  const api = useApi();
  const { run } = useOfferAct(participant);
  const resume = useEffectEvent(async () => {
    const { id, version } = participant;
    const why = await run(
      () => api.offers.resume({ params: { id }, body: { version } }),
      'modules.offer.done.resume',
    );
    if (why) notify({ translate: false, message: why, color: 'error', act: offerFailed });
    onClose();
  });
  useEffect(() => {
    void resume();
  }, []);
  return null;
}
