import { IconLock, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../../ui/form/SettingsSection.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { HealthSections } from '../health/HealthSections.tsx';
import { PlatformTabs } from '../PlatformTabs.tsx';
import { NoticeForm } from './NoticeForm.tsx';
import { installationQuery } from './queries.ts';
import { ReadOnlySwitch } from './ReadOnlySwitch.tsx';

/** The installation as a whole, for its operator: what all screens say, and whether anything may be changed. */
export function InstallationPage() {
  const { t } = useI18n();
  const { data, isError, error, refetch } = useQuery(installationQuery(useApi()));
  return (
    <>
      <PageHeader title={t('layout.titles.installation')} fact={t('modules.installation.fact')} />
      <PlatformTabs active="installation" />
      {data ? (
        <>
          <SettingsSection
            title={t('modules.installation.title')}
            description={t('modules.installation.text')}
            icon={IconSpeakerphone}
          >
            <NoticeForm installation={data} />
          </SettingsSection>
          <SettingsSection
            title={t('modules.installation.read_only.title')}
            description={t('modules.installation.read_only.text')}
            icon={IconLock}
          >
            <ReadOnlySwitch installation={data} />
          </SettingsSection>
          <HealthSections />
        </>
      ) : isError ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : (
        <Pending />
      )}
    </>
  );
}
