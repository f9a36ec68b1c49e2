import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { InfoDialog } from '../../../ui/dialog/InfoDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { useRememberTemplate, versionsQuery } from './queries.ts';
import classes from './templates.module.css';
import { fieldName } from './words.ts';

type VersionsProps = { template: TemplateSummary; isDirty: boolean; onClose: () => void };

/** What a template said before: who changed what, and the way back to it. */
export function Versions({ template, isDirty, onClose }: VersionsProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const remember = useRememberTemplate();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery(versionsQuery(api, template.id));
  const restore = async (number: number) => {
    setBusy(true);
    try {
      const body = { number, version: template.version };
      await remember(await api.notification_templates.restore({ params: { id: template.id }, body }));
      onClose();
      notify({
        message: 'modules.notification_template.versions.restored',
        act: 'errors.notification_template.save',
      });
    } catch (failure) {
      notifyFailure(failure, t, 'errors.notification_template.save');
    } finally {
      setBusy(false);
    }
  };
  const switched = (value: string) =>
    value === 'on'
      ? t('modules.notification_template.versions.on')
      : value === 'off'
        ? t('modules.notification_template.versions.off')
        : value;
  return (
    <InfoDialog title={t('modules.notification_template.versions.title')} size={720} onClose={onClose}>
      {error && <QueryFailed error={error} onRetry={refetch} />}
      {!data && !error && <Pending rows={4} />}
      {isDirty && <p className={classes.small}>{t('modules.notification_template.versions.dirty')}</p>}
      <ol className={classes.versions}>
        {data?.results.map((version, at) => (
          <li key={version.id}>
            <div className={classes.versionHead}>
              <h3>{t('modules.notification_template.versions.number', { number: version.number })}</h3>
              <span className={classes.small}>
                {version.saved_by}, {formatInstant(version.created_at, { locale, timeZone })}
              </span>
              {version.restored !== null && (
                <span className={classes.small}>
                  {t('modules.notification_template.versions.of', { number: version.restored })}
                </span>
              )}
              {at > 0 && (
                <Button
                  size="compact-sm"
                  disabled={isDirty}
                  {...waiting(busy, () => restore(version.number))}
                >
                  {t('modules.notification_template.versions.restore')}
                  <span className="vh"> {version.number}</span>
                </Button>
              )}
            </div>
            {version.changes.length === 0 && (
              <p className={classes.small}>{t('modules.notification_template.versions.same')}</p>
            )}
            <dl className={classes.changes}>
              {version.changes.map(({ field, language, from, to }) => (
                <div key={`${language} ${field}`}>
                  <dt>
                    {language && `${t(`layout.languages.${language}`)}: `}
                    {fieldName(field, t)}
                  </dt>
                  <dd lang={language ?? undefined}>
                    <del>{switched(from) || t('modules.notification_template.original')}</del>{' '}
                    <ins>{switched(to) || t('modules.notification_template.original')}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </InfoDialog>
  );
}
