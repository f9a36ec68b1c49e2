import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify } from '../../../../ui/notice/notify.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { useParticipantDialogs } from '../Dialogs.tsx';
import { offerIcons } from './OfferItems.tsx';
import { actsFor, offerStandOf, standWords } from './offer-stand.ts';
import classes from './offers.module.css';
import { sameAddressQuery } from './queries.ts';
import { offerFailed, useOfferAct } from './use-offer-act.ts';
import { useUntilWords } from './use-until-words.ts';

/** In the panel of someone who waits: how they stand with an offer, what can be done about it, and who is tied to them. */
export function OfferPart({ participant }: { participant: Participant }) {
  const { t } = useI18n();
  const open = useParticipantDialogs();
  const untilWords = useUntilWords();
  const mayDecide = useMay('participants.decide');
  const { id, name, status, offer_until, offer_no } = participant;
  const stand = offerStandOf(participant);
  if (status !== 'waitlisted' || (stand === null && !mayDecide)) return null;
  return (
    <div className={classes.part}>
      {stand !== null && (
        <p>
          <b>{t(`modules.offer.stand.${standWords(stand, participant)}`)}</b>
          <small>
            {stand === 'open' && offer_until !== null
              ? t('modules.offer.offer.until', { until: untilWords(offer_until) })
              : t('modules.offer.stand.over_hint')}
            {offer_no > 1 && ` ${t('modules.offer.stand.number', { number: offer_no })}`}
          </small>
        </p>
      )}
      {mayDecide && (
        <div className={classes.acts}>
          {actsFor(participant).map((act) => {
            const Icon = offerIcons[act];
            return (
              <Button
                key={act}
                size="compact-sm"
                leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                onClick={() => open({ kind: 'offer', act, id, name })}
              >
                {t(`modules.participant.offer.acts.${act}`)}
              </Button>
            );
          })}
        </div>
      )}
      <Siblings participant={participant} mayTie={mayDecide && participant.offer_until === null} />
    </div>
  );
}

type SiblingsProps = { participant: Participant; mayTie: boolean };

/** Others in the queue with the same address: whether places are offered to all of them together, or to none. */
function Siblings({ participant, mayTie }: SiblingsProps) {
  const { t } = useI18n();
  const api = useApi();
  const { id, offer_tie } = participant;
  const others = (useQuery(sameAddressQuery(api, participant)).data ?? []).filter((one) => one.id !== id);
  const { busy, run } = useOfferAct(participant);
  const tied = others.filter((one) => offer_tie !== null && one.offer_tie === offer_tie);
  if (others.length === 0) return null;
  const names = (tied.length > 0 ? tied : others).map(({ name }) => name).join(', ');
  if (!mayTie) return tied.length === 0 ? null : <small>{t('modules.offer.tie.is_tied', { names })}</small>;
  const tie = async (isTied: boolean) => {
    if (busy) return;
    const work = () => api.offers.tie({ params: { id }, body: { tied: isTied } });
    const why = await run(work, isTied ? 'modules.offer.done.tie' : 'modules.offer.done.untie');
    if (why) notify({ translate: false, message: why, color: 'error', act: offerFailed });
  };
  return (
    <Checkbox
      label={t('modules.offer.tie.label')}
      description={t('modules.offer.tie.hint', { names })}
      checked={tied.length > 0}
      onChange={(event) => void tie(event.currentTarget.checked)}
    />
  );
}
