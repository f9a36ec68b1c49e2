import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconDevices } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SignIn } from '@vpisnik/contract/accounts';
import { formatInstant } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ownZone } from '../../../lib/time/own-zone.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './account.module.css';
import { useRefreshSignIns } from './queries.ts';

/** The devices one is signed in on; each can be signed out. */
export function SignInsSection() {
  const { t } = useI18n();
  const api = useApi();
  const list = useQuery(api.accounts.listSignIns.options());
  const signIns = list.data?.results;
  return (
    <SettingsSection
      title={t('modules.account.sign_ins.title')}
      description={t('modules.account.sign_ins.text')}
      icon={IconDevices}
    >
      {signIns ? (
        <>
          <ul className={classes.devices}>
            {signIns.map((one) => (
              <Device key={one.id} signIn={one} />
            ))}
          </ul>
          {signIns.some(({ current }) => !current) && <EndOthers />}
        </>
      ) : list.isError ? (
        <PartFailed error={list.error} onRetry={list.refetch} />
      ) : (
        <Pending rows={2} />
      )}
    </SettingsSection>
  );
}

function Device({ signIn: { id, browser, system, created_at, last_used_at, current } }: { signIn: SignIn }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const end = useEnding(() => api.accounts.endSignIn({ params: { id } }));
  const name = [browser, system].filter(Boolean).join(', ') || t('modules.account.sign_ins.unknown');
  // of this device: one's own sign-ins belong to no organisation
  const when = (instant: string) => formatInstant(instant, { locale, timeZone: ownZone() });
  return (
    <li>
      <div className={classes.device}>
        <b>{name}</b>
        <span>
          {t('modules.account.sign_ins.used', { since: when(created_at), last: when(last_used_at) })}
        </span>
      </div>
      {current ? (
        <StatusPill tint="approved" icon={IconCheck}>
          {t('modules.account.sign_ins.current')}
        </StatusPill>
      ) : (
        <Button
          {...waiting(end.isPending, () => end.mutate())}
          aria-label={`${t('modules.account.sign_ins.end')}: ${name}`}
        >
          {t('modules.account.sign_ins.end')}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { t } = useI18n();
  const api = useApi();
  const [asking, question] = useDisclosure(false);
  const end = useEnding(() => api.accounts.endOtherSignIns().finally(question.close));
  return (
    <>
      <Button className={classes.all ?? ''} onClick={question.open}>
        {t('modules.account.sign_ins.end_others')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('modules.account.sign_ins.end_others_title')}
        confirm={t('modules.account.sign_ins.end_others')}
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={question.close}
      >
        {t('modules.account.sign_ins.end_others_text')}
      </ConfirmDialog>
    </>
  );
}

/** Mutation that ends sign-ins and refetches their list. */
function useEnding(end: () => Promise<unknown>) {
  const { t } = useI18n();
  const refresh = useRefreshSignIns();
  return useMutation({
    mutationFn: end,
    onSuccess: () =>
      notify({ message: 'modules.account.sign_ins.ended', act: 'modules.account.sign_ins.failed' }),
    onError: (error) => notifyFailure(error, t, 'modules.account.sign_ins.failed'),
    onSettled: refresh,
  });
}
