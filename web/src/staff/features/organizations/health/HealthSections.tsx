import { Button } from '@mantine/core';
import { IconArchive, IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Backup, PlatformHealth } from '@vpisnik/contract/platform-health';
import { formatInstant } from '@vpisnik/contract/rules/format';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { sizeText } from '../../../../lib/text/size-text.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { SettingsSection } from '../../../../ui/form/SettingsSection.tsx';
import { Message } from '../../../../ui/notice/Message.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './health.module.css';
import { healthQuery, useRefreshHealth } from './queries.ts';

/** Seconds of waiting that are nothing to look at, as in the alerts that we ship. */
const PATIENCE = { mail: 900, job: 300 };

/** How the installation is: what waits, what room there is, and its backups. */
export function HealthSections() {
  const { t } = useI18n();
  const { data, isError, error, refetch } = useQuery(healthQuery(useApi()));
  if (isError) return <QueryFailed error={error} onRetry={refetch} />;
  if (!data) return <Pending />;
  return (
    <>
      <SettingsSection
        title={t('modules.platform_health.title')}
        description={t('modules.platform_health.text')}
        icon={IconHeartbeat}
      >
        <Figures health={data} />
      </SettingsSection>
      <SettingsSection
        title={t('modules.platform_health.backups.title')}
        description={t('modules.platform_health.backups.text')}
        icon={IconArchive}
      >
        <Backups {...data.backups} />
      </SettingsSection>
    </>
  );
}

function Figures({
  health: { version, database, replica, mail_waits, job_waits, failed_jobs, disk_free },
}: {
  health: PlatformHealth;
}) {
  const { t, locale } = useI18n();
  return (
    <dl className={classes.figures}>
      <Figure label={t('modules.platform_health.version')}>
        Vpisnik {version}, <a href="/changes.txt">{t('modules.platform_health.changes')}</a>
      </Figure>
      <Figure label={t('modules.platform_health.database')}>
        {t('modules.platform_health.database_is', {
          version: database.version,
          size: sizeText(database.bytes, locale),
        })}
      </Figure>
      {replica && (
        <Figure label={t('modules.platform_health.replica.title')}>
          <Replica {...replica} />
        </Figure>
      )}
      <Figure label={t('modules.platform_health.mails')}>
        <Wait seconds={mail_waits} most={PATIENCE.mail} fine={t('modules.platform_health.mails_fine')} />
      </Figure>
      <Figure label={t('modules.platform_health.jobs')}>
        <Wait seconds={job_waits} most={PATIENCE.job} fine={t('modules.platform_health.jobs_fine')} />
        {failed_jobs > 0 && (
          <span className={classes.bad}>, {t('modules.platform_health.failed', { count: failed_jobs })}</span>
        )}
      </Figure>
      <Figure label={t('modules.platform_health.disk')}>
        {disk_free === null
          ? t('modules.platform_health.unknown')
          : t('modules.platform_health.free', { size: sizeText(disk_free, locale) })}
      </Figure>
    </dl>
  );
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Seconds that a replica is behind which are not worth a word. */
const AT_ONCE = 1;

/** Whether the replica answers, and how far it is behind; else why it does not. */
function Replica({ because, behind }: NonNullable<PlatformHealth['replica']>) {
  const { t } = useI18n();
  if (because !== null)
    return (
      <span className={classes.bad}>
        {t('modules.platform_health.replica.unused', {
          reason: t(`modules.platform_health.replica.because.${because}`),
        })}
      </span>
    );
  if (behind === null || behind < AT_ONCE) return t('modules.platform_health.replica.used');
  return t('modules.platform_health.replica.behind', { count: Math.round(behind) });
}

/** Since when the oldest waits, once that is longer than it should be. */
function Wait({ seconds, most, fine }: { seconds: number | null; most: number; fine: string }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  if (seconds === null) return t('modules.platform_health.unknown');
  if (seconds <= most) return fine;
  const when = formatInstant(new Date(Date.now() - seconds * 1000).toISOString(), { locale, timeZone });
  return <span className={classes.bad}>{t('modules.platform_health.waits', { when })}</span>;
}

function Backups({ target, running, good_at, latest }: PlatformHealth['backups']) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const refresh = useRefreshHealth();
  const [asking, setAsking] = useState(false);
  const act = 'modules.platform_health.backups.failed';
  const ask = async () => {
    setAsking(true);
    try {
      await api.platform_health.back_up({});
      await refresh();
      notify({ message: 'modules.platform_health.backups.asked', act });
    } catch (error) {
      notifyFailure(error, t, act);
    } finally {
      setAsking(false);
    }
  };
  if (target === null) return <Message kind="notice">{t('modules.platform_health.backups.none')}</Message>;
  return (
    <div className={classes.backups}>
      <p>
        {good_at === null ? (
          <b className={classes.bad}>{t('modules.platform_health.backups.never')}</b>
        ) : (
          <b>
            {t('modules.platform_health.backups.good', {
              when: formatInstant(good_at, { locale, timeZone }),
            })}
          </b>
        )}{' '}
        {t('modules.platform_health.backups.nightly', { target })}
      </p>
      <div>
        <Button {...waiting(asking || running, () => void ask())}>
          {t(running ? 'modules.platform_health.backups.running' : 'modules.platform_health.backups.now')}
        </Button>
      </div>
      {latest.length > 0 && (
        <ul className={classes.latest} aria-label={t('modules.platform_health.backups.latest')}>
          {latest.map((one) => (
            <Made key={one.name} backup={one} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Made({ backup: { ended_at, bytes, rows, files, failure } }: { backup: Backup }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const count = new Intl.NumberFormat(locale);
  return (
    <li>
      <time dateTime={ended_at}>{formatInstant(ended_at, { locale, timeZone })}</time>
      {failure === null ? (
        <span>
          {t('modules.platform_health.backups.holds', {
            size: sizeText(bytes ?? 0, locale),
            rows: count.format(rows ?? 0),
            files: count.format(files ?? 0),
          })}
        </span>
      ) : (
        <span className={classes.bad}>
          {t('modules.platform_health.backups.reason', { reason: failure })}
        </span>
      )}
    </li>
  );
}
