import { Select } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { offerFailed, offerFirst } from './offer-first.ts';
import classes from './offers.module.css';
import { offersQuery, rereadStanding } from './queries.ts';
import { useUntilWords } from './use-until-words.ts';

type OfferFirstProps = { groupId: string; onClose: () => void };

/** Offers places to the first in a queue: how many, who gets one and until when. */
export function OfferFirst({ groupId, onClose }: OfferFirstProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const untilWords = useUntilWords();
  const api = useApi();
  const queryClient = useQueryClient();
  const [wished, setWished] = useState<number>();
  const most = useQuery({ ...offersQuery(api, groupId), staleTime: 0 }).data?.in_turn.length ?? 0;
  const count = Math.min(wished ?? most, most);
  const standing = useQuery({
    ...offersQuery(api, groupId, wished === undefined || wished >= most ? undefined : wished),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { data } = standing;
  const chosen = data?.in_turn ?? [];
  const passed = data?.passed_over ?? [];
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const confirm = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      const shown = chosen.map(({ id }) => id);
      await offerFirst({ api, queryClient, locale, timeZone }, groupId, shown);
      onClose();
    } catch (error) {
      setFailure(errorText(error, t, offerFailed));
      rereadStanding(queryClient, api);
    } finally {
      setBusy(false);
    }
  };
  const isNothing = data !== undefined && chosen.length === 0;
  return (
    <ConfirmDialog
      opened
      title={t('modules.offer.first.title')}
      confirm={t('modules.participant.offer.first', { count: chosen.length })}
      busy={busy}
      blocked={!data?.until || chosen.length === 0 || standing.isPlaceholderData}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {data?.until === null && <p>{t('errors.codes.offer_too_late')}</p>}
      {data?.until && <p>{t('modules.offer.offer.until', { until: untilWords(data.until) })}</p>}
      {most > 1 && (
        <Select
          className={classes.count ?? ''}
          label={t('modules.offer.first.count')}
          data={Array.from({ length: most }, (_, at) => String(at + 1))}
          value={String(count)}
          allowDeselect={false}
          onChange={(value) => setWished(Number(value))}
        />
      )}
      {chosen.length > 0 && (
        <ol className={classes.people} aria-label={t('modules.offer.first.who')}>
          {chosen.map(({ id, name, application_date, offer_tie }) => (
            <li key={id}>
              <b>{name}</b>
              <span>
                {t('modules.participant.detail.applied', {
                  when: formatInstant(application_date, { locale, timeZone }),
                })}
                {offer_tie !== null && `, ${t('modules.offer.first.tied')}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {passed.length > 0 && (
        <p>{t('modules.offer.first.passed', { names: passed.map(({ name }) => name).join(', ') })}</p>
      )}
      {isNothing && data.until !== null && (
        <p>{t(data.free === 0 ? 'errors.codes.group_full' : 'modules.offer.first.nobody')}</p>
      )}
      {(failure ?? (standing.isError && errorText(standing.error, t, 'modules.offer.failed'))) && (
        <p className={classes.failure} role="alert">
          {failure ?? errorText(standing.error, t, 'modules.offer.failed')}
        </p>
      )}
    </ConfirmDialog>
  );
}
