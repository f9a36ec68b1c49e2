import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import type { Organization } from '@vpisnik/contract/organizations';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { ArchiveQuestion } from './ArchiveQuestion.tsx';
import { ArchiveState } from './ArchiveState.tsx';
import classes from './organization-archives.module.css';
import { latestArchiveQuery } from './queries.ts';

/** Everything of the organisation as one file: asks for it, and hands it out once it is made. */
export function ArchiveSection({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const latest = useQuery(latestArchiveQuery(useApi()));
  const [isAsking, setAsking] = useState(false);
  const archive = latest.data;
  return (
    <div className={classes.section}>
      <SettingsSection
        anchor="archive"
        title={t('modules.organization_archive.title')}
        description={t('modules.organization_archive.text')}
        icon={IconArchive}
      >
        <div className={classes.body}>
          <p>{t('modules.organization_archive.contents')}</p>
          {latest.isError && archive === undefined ? (
            <QueryFailed error={latest.error} onRetry={latest.refetch} />
          ) : (
            <>
              {archive && <ArchiveState archive={archive} timeZone={organization.time_zone} />}
              {archive !== undefined && archive?.state !== 'running' && (
                <Button onClick={() => setAsking(true)}>
                  {t(
                    isThere(archive)
                      ? 'modules.organization_archive.make_again'
                      : 'modules.organization_archive.make',
                  )}
                </Button>
              )}
            </>
          )}
        </div>
        <ArchiveQuestion opened={isAsking} replaces={isThere(archive)} onClose={() => setAsking(false)} />
      </SettingsSection>
    </div>
  );
}

const isThere = (archive: OrganizationArchive | null | undefined): boolean =>
  Boolean(archive && archive.file_until !== null);
