import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { SkeletonRows } from '../../../ui/table/SkeletonRows.tsx';
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
          <>
            <p role="alert">{errorText(query.error, t, 'errors.general.query')}</p>
            <Button onClick={() => query.refetch()}>{t('ui.query.retry')}</Button>
          </>
        ) : (
          <div role="status" aria-label={t('layout.pending')}>
            <SkeletonRows />
          </div>
        )}
      </SettingsSection>
    </div>
  );
}
