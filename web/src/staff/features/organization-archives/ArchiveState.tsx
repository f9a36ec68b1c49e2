import { Progress } from '@mantine/core';
import type { ArchiveStop, OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { formatDateTime, formatInstant } from '@vpisnik/contract/rules/format';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { sizeText } from '../../../lib/text/size-text.ts';
import { Message } from '../../../ui/notice/Message.tsx';
import { ArchiveDownload } from './ArchiveDownload.tsx';
import classes from './organization-archives.module.css';

const stopped: Record<ArchiveStop, MessageKey> = {
  forbidden: 'modules.organization_archive.stopped.maker',
  account_inactive: 'modules.organization_archive.stopped.maker',
  unauthorized: 'modules.organization_archive.stopped.maker',
  password_change_required: 'modules.organization_archive.stopped.maker',
  organization_disabled: 'modules.organization_archive.stopped.organization_disabled',
  storage_failed: 'modules.organization_archive.stopped.storage_failed',
  archive_too_large: 'modules.organization_archive.stopped.archive_too_large',
  internal_error: 'modules.organization_archive.stopped.internal_error',
};

type ArchiveStateProps = { archive: OrganizationArchive; timeZone: string };

/** How the latest archive stands, and its download while the file is kept. */
export function ArchiveState({ archive, timeZone }: ArchiveStateProps) {
  const { t, locale } = useI18n();
  const asked = t('modules.organization_archive.asked', {
    ...{ who: archive.actor, when: formatInstant(archive.created_at, { locale, timeZone }) },
  });
  if (archive.state === 'running') return <Running archive={archive} asked={asked} />;
  if (archive.state === 'failed')
    return <Message kind="failure">{t(stopped[archive.stop_reason ?? 'internal_error'])}</Message>;
  if (archive.file_until === null)
    return (
      <p className={classes.hint}>
        {t('modules.organization_archive.gone')} {asked}
      </p>
    );
  return (
    <div className={classes.ready}>
      <div role="status">
        <p className={classes.strong}>
          {t('modules.organization_archive.ready', { size: sizeText(archive.bytes ?? 0, locale) })}
        </p>
        <p>
          {asked}{' '}
          {t('modules.organization_archive.until', {
            when: formatDateTime(archive.file_until, { locale, timeZone }),
          })}
        </p>
      </div>
      <ArchiveDownload id={archive.id} />
    </div>
  );
}

function Running({
  archive: { done_count, total_count },
  asked,
}: {
  archive: OrganizationArchive;
  asked: string;
}) {
  const { t } = useI18n();
  const percent = total_count > 0 ? Math.min(99, Math.floor((100 * done_count) / total_count)) : 0;
  const text = t('modules.organization_archive.running', { percent });
  return (
    <div className={classes.running}>
      <p role="status">{text}</p>
      <Progress value={percent} animated aria-label={text} />
      <p className={classes.hint}>
        {asked} {t('modules.organization_archive.running_hint')}
      </p>
    </div>
  );
}
