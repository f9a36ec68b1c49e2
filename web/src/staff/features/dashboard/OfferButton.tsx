import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MessageKey, useI18n, wholeTexts } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { focusHeading } from '../../../ui/focus-heading.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './dashboard.module.css';
import { useRefreshFacts } from './queries.ts';

/** Offers free places of a group to the first in its queue, at once. What it does and says comes when it is pressed. */
export function OfferButton({ groupId, ids }: { groupId: string; ids: readonly string[] }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const queryClient = useQueryClient();
  const refreshFacts = useRefreshFacts();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    let act: MessageKey = 'errors.network';
    try {
      const [{ offerFirst, offerFailed }] = await Promise.all([
        import('../participants/offers/offer-first.ts'),
        wholeTexts(),
      ]);
      act = offerFailed;
      await offerFirst({ api, queryClient, locale, timeZone }, groupId, ids);
      // the card may end with what was asked there
      focusHeading();
    } catch (error) {
      notifyFailure(error, t, act);
      void refreshFacts();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button className={classes.offer ?? ''} {...waiting(busy, press)}>
      {t('modules.participant.offer.first', { count: ids.length })}
    </Button>
  );
}
