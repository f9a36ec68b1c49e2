import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import classes from './offers.module.css';
import { offersQuery } from './queries.ts';
import { useOfferAct } from './use-offer-act.ts';

type WithdrawOfferProps = { participant: Participant; onClose: () => void };

/** Asks before an offer is taken back. */
export function WithdrawOffer({ participant, onClose }: WithdrawOfferProps) {
  const { t } = useI18n();
  const api = useApi();
  const { id, name, version, group_id, offer_tie } = participant;
  const mode = useQuery(offersQuery(api, group_id)).data?.offer_mode;
  const { busy, failure, run } = useOfferAct(participant);
  const confirm = async () => {
    const work = () => api.offers.withdraw({ params: { id }, body: { version } });
    if (!(await run(work, 'modules.offer.done.withdraw'))) onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={t('modules.offer.withdraw.title', { name })}
      confirm={t('modules.participant.offer.acts.withdraw')}
      cancel={t('modules.offer.withdraw.keep')}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('modules.offer.withdraw.text')}</p>
      {offer_tie !== null && <p>{t('modules.offer.withdraw.tied')}</p>}
      {mode === 'automatic' && <p>{t('modules.offer.withdraw.automatic')}</p>}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </ConfirmDialog>
  );
}
