import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SecondFactorState } from '@vpisnik/contract/second-factor';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { type FactorAct, FactorDialog } from './FactorDialog.tsx';
import { FactorRows } from './FactorRows.tsx';
import classes from './second-factor.module.css';

/** Settings of the second factors: the app, passkeys, and the recovery codes that replace them. */
export function SecondFactorSection() {
  const { t } = useI18n();
  const state = useQuery(useApi().second_factor.get.options());
  return (
    <SettingsSection
      title={t('modules.second_factor.title')}
      description={t('modules.second_factor.text')}
      icon={IconShieldLock}
    >
      {state.data ? (
        <Factors state={state.data} />
      ) : state.isError ? (
        <PartFailed error={state.error} onRetry={state.refetch} />
      ) : (
        <Pending rows={3} />
      )}
    </SettingsSection>
  );
}

function Factors({ state }: { state: SecondFactorState }) {
  const { t } = useI18n();
  const [act, setAct] = useState<FactorAct | null>(null);
  const { enabled, required, recovery_codes_left: left } = state;
  const isMissing = required && !enabled;
  return (
    <>
      {isMissing && (
        <div className={classes.note}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t('modules.second_factor.due')}</span>
        </div>
      )}
      {enabled && left < 3 && (
        <div className={classes.note}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>{t('modules.second_factor.codes.few')}</span>
        </div>
      )}
      <FactorRows state={state} onAct={setAct} />
      {/* a change that ends after it was left closes no other */}
      <FactorDialog act={act} onClose={() => setAct((now) => (now === act ? null : now))} />
    </>
  );
}
