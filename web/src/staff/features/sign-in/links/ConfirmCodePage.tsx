import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import type { ReactNode } from 'react';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { AccountPage } from '../AccountPage.tsx';

type ConfirmCodePageProps<Done> = {
  title: string;
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  text: string;
  submit: MessageKey;
  confirm: (code: string) => Promise<Done>;
  failed: MessageKey;
  done: { title: string; text: (done: Done) => ReactNode };
};

/**
 * Confirms an address by a mailed link. Asks for a click on a button, since virus scanners open every link of a mail and
 * must not confirm.
 */
export function ConfirmCodePage<Done>(props: ConfirmCodePageProps<Done>) {
  const { title, code, text, submit, confirm, failed, done } = props;
  const { t } = useI18n();
  const confirming = useMutation({ mutationFn: () => confirm(code ?? '') });
  const back = <Link to="/dashboard">{t('modules.sign_in.go_on')}</Link>;
  if (confirming.isSuccess) {
    return (
      <AccountPage title={done.title} notice={done.text(confirming.data)}>
        {back}
      </AccountPage>
    );
  }
  const isBad = confirming.error instanceof ApiError && /^code_/.test(confirming.error.code ?? '');
  if (code === undefined || isBad) {
    return (
      <AccountPage title={t('modules.sign_in.invalid_link.title')} failure={t('errors.reset.invalid_link')}>
        {back}
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} failure={confirming.isError && failureText(confirming.error, t, failed)}>
      <p>{text}</p>
      <Button variant="filled" {...waiting(confirming.isPending, () => confirming.mutate())}>
        {t(confirming.isPending ? 'modules.sign_in.saving' : submit)}
      </Button>
    </AccountPage>
  );
}
