import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { rememberParticipant } from '../queries.ts';
import classes from './panel.module.css';

/** That a person wants no news, and how that is known; else the way to note it, for those who may. */
export function NewsChoice({ participant }: { participant: Participant }) {
  const { id, declined_news: declined, email } = participant;
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const queryClient = useQueryClient();
  const mayNote = useMay('participants.manage') && email !== null && !declined;
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isNoted, setNoted] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  const isToldNow = isNoted && declined !== null;
  // the button that was pressed is gone
  useEffect(() => {
    if (isToldNow) line.current?.focus({ preventScroll: true });
  }, [isToldNow]);
  const run = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const noted = await api.participants.declineNews({ params: { id } });
      rememberParticipant(queryClient, api, noted);
      notify({
        message: 'modules.participant_mails.news.done',
        values: { email: noted.email ?? '' },
        act: 'modules.participant_mails.news.failed',
      });
      setNoted(true);
    } catch (error) {
      notifyFailure(error, t, 'modules.participant_mails.news.failed');
    }
    setBusy(false);
    setAsks(false);
  };
  return (
    <>
      {declined && (
        <p ref={line} tabIndex={-1} className={classes.no_news}>
          <IconMailOff size={16} stroke={1.75} aria-hidden />
          <span>
            {t('modules.participant_mails.news.declined', {
              when: formatInstant(declined.since, { locale, timeZone }),
            })}{' '}
            <span className={classes.small}>
              {t(`modules.participant_mails.news.how.${declined.how}`, { name: declined.noted_by })}
            </span>
          </span>
        </p>
      )}
      {mayNote && (
        <div className={classes.news_act}>
          <Button size="compact-sm" onClick={() => setAsks(true)}>
            {t('modules.participant_mails.news.decline')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('modules.participant_mails.news.question', { email: email ?? '' })}
        confirm={t('modules.participant_mails.news.decline')}
        busy={busy}
        onConfirm={run}
        onCancel={() => setAsks(false)}
      >
        <p>{t('modules.participant_mails.news.consequence')}</p>
      </ConfirmDialog>
    </>
  );
}
