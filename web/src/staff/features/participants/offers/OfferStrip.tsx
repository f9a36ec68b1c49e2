import { Button } from '@mantine/core';
import { IconHourglassLow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { OfferFirst } from './OfferFirst.tsx';
import classes from './offers.module.css';
import { offersQuery } from './queries.ts';

/** Above a roster: free places that people wait for, what the group does with them, and the way to offer them. */
export function OfferStrip({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  const [asks, setAsks] = useState(false);
  const { data } = useQuery(offersQuery(useApi(), groupId));
  const dialog = asks && <OfferFirst groupId={groupId} onClose={() => setAsks(false)} />;
  // what was asked is answered, though nothing is left to offer meanwhile
  if (!data || data.free === 0 || data.waiting === 0) return dialog;
  const { free, waiting, unheard, until, offer_mode, in_turn, first_id } = data;
  const count = in_turn.length;
  const hint = () => {
    if (until === null) return t('errors.codes.offer_too_late');
    if (first_id === null) return t('modules.offer.strip.paused');
    if (count === 0) return t('modules.offer.strip.tied');
    if (unheard > 0) return t('modules.offer.strip.unheard', { count: unheard });
    return t(`modules.offer.strip.${offer_mode}`);
  };
  return (
    <div className={classes.strip}>
      <IconHourglassLow size={20} stroke={1.75} aria-hidden />
      <p>
        <b>
          {free === null ? t('modules.offer.strip.unlimited') : t('modules.dashboard.free', { count: free })},{' '}
          {t('modules.dashboard.waiting', { count: waiting })}
        </b>
        <small>{hint()}</small>
      </p>
      {until !== null && count > 0 && (
        <Button {...(offer_mode === 'proposed' && { variant: 'filled' })} onClick={() => setAsks(true)}>
          {t('modules.participant.offer.first', { count })}
        </Button>
      )}
      {dialog}
    </div>
  );
}
