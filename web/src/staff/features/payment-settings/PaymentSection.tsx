import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { PaymentSettingsForm } from './PaymentSettingsForm.tsx';
import classes from './payment-settings.module.css';
import { paymentSettingsQuery } from './queries.ts';

/** Where the organisation is paid, with a save of its own. */
export function PaymentSection({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const query = useQuery(paymentSettingsQuery(useApi()));
  return (
    <div className={classes.card}>
      <SettingsSection
        anchor="payments"
        title={t('modules.payment_settings.title')}
        description={t('modules.payment_settings.text')}
        icon={IconBuildingBank}
      >
        {query.data !== undefined ? (
          <PaymentSettingsForm settings={query.data} organization={organization} />
        ) : query.isError ? (
          <PartFailed error={query.error} onRetry={query.refetch} />
        ) : (
          <Pending />
        )}
      </SettingsSection>
    </div>
  );
}
