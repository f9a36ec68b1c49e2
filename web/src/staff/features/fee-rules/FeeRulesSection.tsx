import { IconDiscount } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import classes from './fee-rules.module.css';
import { feeRulesQuery, useRememberFeeRules } from './queries.ts';
import { RulesForm } from './RulesForm.tsx';

/** The organisation's discounts, with a save of its own. */
export function FeeRulesSection() {
  const { t } = useI18n();
  const query = useQuery(feeRulesQuery(useApi()));
  const remember = useRememberFeeRules();
  return (
    <div className={classes.card}>
      <SettingsSection
        anchor="discounts"
        title={t('modules.fee_rules.title')}
        description={t('modules.fee_rules.text')}
        icon={IconDiscount}
      >
        {query.data ? (
          <RulesForm rules={query.data} onSaved={remember} />
        ) : query.isError ? (
          <PartFailed error={query.error} onRetry={query.refetch} />
        ) : (
          <Pending />
        )}
      </SettingsSection>
    </div>
  );
}
