import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplicantLinkState } from '@vpisnik/contract/applicant-links';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from '../panel/panel.module.css';
import { applicantLinkQuery, rememberApplicantLink } from './queries.ts';

/** The page of the applicant's address: when it was last opened; its link sent, ended, and the page looked at. */
export function ApplicantLinkSection({ participantId: id }: { participantId: string }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const api = useApi();
  const queryClient = useQueryClient();
  const link = useQuery(applicantLinkQuery(api, id)).data;
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!link) return null;
  const email = link.address ?? '';
  const run = async (work: () => Promise<ApplicantLinkState>, done: MessageKey, failed: MessageKey) => {
    if (busy) return;
    setBusy(true);
    try {
      rememberApplicantLink(queryClient, api, id, await work());
      notify({ message: done, values: { email }, act: failed });
    } catch (error) {
      notifyFailure(error, t, failed);
    }
    setBusy(false);
    setAsks(false);
  };
  const send = () =>
    run(
      () => api.applicant_links.send({ params: { id } }),
      'modules.applicant_link.sent',
      'modules.applicant_link.send_failed',
    );
  const end = () =>
    run(
      () => api.applicant_links.end({ params: { id } }),
      'modules.applicant_link.ended',
      'modules.applicant_link.end_failed',
    );
  const look = async () => {
    // browsers open a window at a press, not after an answer
    const tab = window.open('', '_blank');
    try {
      const { path } = await api.applicant_links.look({ params: { id } });
      if (!tab) window.location.assign(path);
      else {
        tab.opener = null;
        tab.location.replace(path);
      }
    } catch (error) {
      tab?.close();
      notifyFailure(error, t, 'modules.applicant_link.look_failed');
    }
  };
  return (
    <section data-jump="mails">
      <h3>{t('modules.applicant_link.title')}</h3>
      <p className={classes.small}>
        {link.available
          ? `${t('modules.applicant_link.about')} ${
              link.last_used_at
                ? t('modules.applicant_link.used', {
                    when: formatInstant(link.last_used_at, { locale, timeZone }),
                  })
                : t('modules.applicant_link.never')
            }`
          : t('modules.applicant_link.over')}
      </p>
      {link.available && (
        <div className={classes.link_acts}>
          <Button size="compact-sm" {...waiting(busy, send)}>
            {t('modules.applicant_link.send')}
          </Button>
          {link.may_look && (
            <Button size="compact-sm" onClick={look}>
              {t('modules.applicant_link.look')}
            </Button>
          )}
          {link.created_at && (
            <Button size="compact-sm" onClick={() => setAsks(true)}>
              {t('modules.applicant_link.end')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('modules.applicant_link.end_question', { email })}
        confirm={t('modules.applicant_link.end')}
        busy={busy}
        onConfirm={end}
        onCancel={() => setAsks(false)}
      >
        <p>{t('modules.applicant_link.end_consequence')}</p>
      </ConfirmDialog>
    </section>
  );
}
