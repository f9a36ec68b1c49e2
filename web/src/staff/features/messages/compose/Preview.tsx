import { ActionIcon, SegmentedControl, Skeleton, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Message } from '@vpisnik/contract/messages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { MailPreview, type MailView, mailViews } from '../../notification-templates/preview/MailPreview.tsx';
import { previewQuery } from '../queries.ts';
import { type MessageValues, previewBodyOf } from '../values.ts';
import classes from './compose.module.css';

type PreviewProps = {
  row: Message;
  /** The language that is being written. */
  language: Language;
  values: MessageValues;
  /** A text has a placeholder or link that can't be sent, so nothing new is shown until it is mended. */
  hasFaults: boolean;
  /** How many addresses get the names of several people. */
  shared: number;
};

/** The mail as one recipient after the other gets it, while it is written. */
export function Preview({ row, language, values, hasFaults, shared }: PreviewProps) {
  const { t } = useI18n();
  const api = useApi();
  const [view, setView] = useState<MailView>('phone');
  const [dark, setDark] = useState(false);
  const [at, setAt] = useState(0);
  // each recipient's own language, until another one is being written
  const [seen, setSeen] = useState(language);
  const [sound, setSound] = useState(values);
  if (!hasFaults && sound !== values) setSound(values);
  const [typed] = useDebouncedValue(sound, 300);
  const mail = useQuery(
    previewQuery(api, row, {
      ...previewBodyOf(typed),
      recipient: at,
      ...(language !== seen && { language }),
    }),
  );
  const total = mail.data?.recipients ?? 0;
  // fewer get it than before
  if (total > 0 && at >= total) setAt(total - 1);
  const step = (to: number) => {
    setAt(to);
    setSeen(language);
  };
  const isNamed = Object.values(values.body).some((text) => /\{\{\s*participant_name\s*\}\}/.test(text));
  return (
    <aside className={classes.preview} aria-label={t('modules.message.preview.title')}>
      <div className={classes.views}>
        <h2>{t('modules.message.preview.title')}</h2>
        <SegmentedControl
          aria-label={t('modules.notification_template.preview.view')}
          data={mailViews.map((one) => ({
            value: one,
            label: t(`modules.notification_template.preview.views.${one}`),
          }))}
          value={view}
          onChange={(value) => setView(value as MailView)}
        />
      </div>
      <Switch
        label={t('modules.notification_template.preview.dark')}
        checked={dark}
        disabled={view === 'text'}
        onChange={(event) => setDark(event.currentTarget.checked)}
      />
      {hasFaults && <p className={classes.small}>{t('modules.notification_template.preview.waits')}</p>}
      {mail.isError && (
        <p className={classes.failure} role="alert">
          {errorText(mail.error, t, 'errors.general.preview')}{' '}
          <button type="button" className={classes.link} onClick={() => void mail.refetch()}>
            {t('ui.query.retry')}
          </button>
        </p>
      )}
      {mail.isPending && (
        <div role="status" aria-label={t('layout.pending')}>
          <Skeleton height={320} />
        </div>
      )}
      {mail.data && (
        <>
          <MailPreview mail={mail.data} language={mail.data.language} view={view} dark={dark} />
          {mail.data.who && (
            <div className={classes.steps}>
              <ActionIcon
                size={44}
                aria-label={t('modules.message.preview.previous')}
                {...waiting(at === 0, () => step(at - 1))}
              >
                <IconChevronLeft size={20} stroke={1.75} />
              </ActionIcon>
              <span role="status">
                {t('modules.message.preview.at', { address: mail.data.who.address, at: at + 1, total })}
              </span>
              <ActionIcon
                size={44}
                aria-label={t('modules.message.preview.next')}
                {...waiting(at + 1 >= total, () => step(at + 1))}
              >
                <IconChevronRight size={20} stroke={1.75} />
              </ActionIcon>
            </div>
          )}
        </>
      )}
      {shared > 0 && values.siblings === 'together' && isNamed && (
        <p className={classes.remark}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>{t('modules.message.preview.names', { count: shared })}</span>
        </p>
      )}
    </aside>
  );
}
