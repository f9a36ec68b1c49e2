import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { InfoDialog } from '../../../ui/dialog/InfoDialog.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { SlipData } from './SlipData.tsx';
import classes from './slips.module.css';

/** The payment data of an open payment, for passing on: to copy, to scan, on paper. */
export function SlipDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  // a payment or the settings may have changed since it was last open
  const query = useQuery({
    ...api.slips.get.options({ params: { id: paymentId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isMissing = query.error instanceof ApiError && query.error.code === 'payment_settings_missing';
  return (
    <InfoDialog title={t('modules.slip.title')} size={720} onClose={onClose}>
      {query.data ? (
        <SlipData slip={query.data} />
      ) : isMissing ? (
        <MissingSettings />
      ) : query.isError ? (
        <PartFailed error={query.error} onRetry={query.refetch} />
      ) : (
        <Pending />
      )}
    </InfoDialog>
  );
}

/** Says what is missing, and leads there who may fill it in. */
function MissingSettings() {
  const { t } = useI18n();
  const may = useMay('settings.manage');
  return (
    <div className={classes.notice}>
      <p>{t('modules.slip.missing')}</p>
      {may ? (
        <Button component={Link} to="/settings" hash="payments" variant="filled">
          {t('modules.slip.to_settings')}
        </Button>
      ) : (
        <p>{t('modules.slip.ask_administrator')}</p>
      )}
    </div>
  );
}
