import { Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { limits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import classes from './offers.module.css';
import { offersQuery, sameAddressQuery } from './queries.ts';
import { offerFailed, useOfferAct } from './use-offer-act.ts';
import { useUntilWords } from './use-until-words.ts';

type OfferPlaceProps = { participant: Participant; onClose: () => void };

/**
 * Offers a place to one person by name: says until when and who else gets one with it, and asks for a reason out of turn and
 * whether the group may become larger than its limit.
 */
export function OfferPlace({ participant, onClose }: OfferPlaceProps) {
  const { t } = useI18n();
  const api = useApi();
  const untilWords = useUntilWords();
  const mayOverbook = useMay('groups.manage');
  const { id, name, version, email, group_id, offer_tie } = participant;
  const standing = useQuery({ ...offersQuery(api, group_id), staleTime: 0 });
  const others = useQuery({ ...sameAddressQuery(api, participant), enabled: offer_tie !== null }).data ?? [];
  const [reason, setReason] = useState('');
  const [overbooks, setOverbooks] = useState(false);
  const [lacksReason, setLacksReason] = useState(false);
  const { busy, failure, run } = useOfferAct(participant);

  const { data } = standing;
  const tied = others.filter(
    (one) => one.id !== id && offer_tie !== null && one.offer_tie === offer_tie && one.offer_until === null,
  );
  const isTurn =
    data === undefined || [id, ...tied.map((one) => one.id)].some((one) => one === data.first_id);
  const isFull = data !== undefined && data.free !== null && data.free < 1 + tied.length;
  const isOver = data?.until === null;

  const confirm = async () => {
    const why = reason.trim();
    if (!isTurn && why === '') return setLacksReason(true);
    const body = { version, ...(!isTurn && { reason: why }), ...(overbooks && { allow_overbooking: true }) };
    if (!(await run(() => api.offers.offer({ params: { id }, body }), 'modules.offer.done.offer'))) onClose();
  };
  const refusal = standing.isError ? errorText(standing.error, t, offerFailed) : failure;
  return (
    <ConfirmDialog
      opened
      title={t('modules.offer.offer.title', { name })}
      confirm={t('modules.participant.offer.acts.offer')}
      busy={busy}
      blocked={!data || isOver || (isFull && !overbooks)}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {isOver ? (
        <p>{t('errors.codes.offer_too_late')}</p>
      ) : (
        data?.until && <p>{t('modules.offer.offer.until', { until: untilWords(data.until) })}</p>
      )}
      {tied.length > 0 && (
        <p>{t('modules.offer.offer.tied', { names: tied.map((one) => one.name).join(', ') })}</p>
      )}
      <p>{t(email === null ? 'modules.offer.offer.no_mail' : 'modules.offer.offer.mail')}</p>
      {!isTurn && !isOver && (
        <Textarea
          data-autofocus
          mt={12}
          label={t('modules.offer.offer.reason')}
          description={t('modules.offer.offer.reason_hint')}
          value={reason}
          maxLength={limits.shortText}
          rows={2}
          error={lacksReason && reason.trim() === '' ? t('modules.offer.offer.reason_missing') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {isFull && !isOver && (
        <>
          <p className={classes.warning}>
            {data?.free ? t('modules.offer.offer.full', { count: data.free }) : t('errors.codes.group_full')}
          </p>
          {mayOverbook && (
            <Checkbox
              label={t('modules.offer.offer.overbook')}
              checked={overbooks}
              onChange={(event) => setOverbooks(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      {refusal && (
        <p className={classes.failure} role="alert">
          {refusal}
        </p>
      )}
    </ConfirmDialog>
  );
}
