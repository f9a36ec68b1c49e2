import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import type { FormEvent, ReactNode } from 'react';
import { useSession, useSessionStore } from '../../../../lib/session/context.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { NewPasswordFields, newPasswordIds } from '../../credentials/NewPasswordFields.tsx';
import { useNewPassword } from '../../credentials/use-new-password.ts';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';
import { OtherSession } from './OtherSession.tsx';

type PasswordLinkPageProps<Link> = {
  title: string;
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  /** Looks at the code without using it up; a refusal says that the link is no good. */
  check: { queryKey: readonly unknown[]; queryFn: () => Promise<Link> };
  /** Sets the password with the code. */
  set: (code: string, password: string) => Promise<unknown>;
  onDone: () => void;
  /** Text above the form; `link` has the account's address. */
  intro?: (link: Link) => ReactNode;
  submit: MessageKey;
  failed: MessageKey;
  /** Replaces the password form. */
  instead?: ReactNode;
  /** Shown for an invalid or expired link. */
  invalid: { title: string; text: string; action?: ReactNode };
};

const isBadLink = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'code_invalid' ||
    error.code === 'code_expired' ||
    error.problem?.errors?.some(({ path }) => path === 'code') === true);

/** Sets a password by a link that works once; checks the link before asking for a password. */
export function PasswordLinkPage<Link>(props: PasswordLinkPageProps<Link>) {
  const { title, code, check, set, onDone, intro, submit, failed, instead, invalid } = props;
  const { t } = useI18n();
  const form = useNewPassword();
  const store = useSessionStore();
  const { user } = useSession();
  const setting = useMutation({
    mutationFn: async (password: string) => {
      await set(code ?? '', password);
      // the account's own session has ended with that, which this page may not know yet; another account's goes on
      await store.renew?.().catch(() => {});
    },
    onSuccess: () => store.get().user || onDone(),
  });
  // stays pending until the next page is shown
  const isPending = setting.isPending || setting.isSuccess;
  const link = useQuery({
    ...check,
    // once it has been used, nothing is known about it any more
    enabled: code !== undefined && !isPending,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const wrong = form.check();
    if (wrong.password) document.getElementById(newPasswordIds.password)?.focus();
    else if (wrong.repeated) document.getElementById(newPasswordIds.repeated)?.focus();
    else setting.mutate(form.password);
  }

  if (code === undefined || isBadLink(link.error) || isBadLink(setting.error)) {
    return (
      <AccountPage title={invalid.title} failure={invalid.text}>
        {invalid.action}
        <BackToLogin />
      </AccountPage>
    );
  }
  if (setting.isSuccess && user) {
    const notice = t('modules.sign_in.notices.password_set');
    return <OtherSession title={title} notice={notice} user={user} onDone={onDone} />;
  }
  if (link.isError) {
    // that stays so, however often one asks
    const isTaken = link.error instanceof ApiError && link.error.code === 'email_taken';
    return (
      <AccountPage title={title} failure={failureText(link.error, t, failed)}>
        {!isTaken && <Button onClick={() => link.refetch()}>{t('ui.query.retry')}</Button>}
        <BackToLogin />
      </AccountPage>
    );
  }
  if (link.data === undefined && link.isPending) {
    return (
      <AccountPage title={title}>
        <p role="status">{t('modules.sign_in.checking_link')}</p>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} failure={setting.isError && failureText(setting.error, t, failed)}>
      {intro && <p>{intro(link.data as Link)}</p>}
      {instead ?? (
        <form className={classes.fields} onSubmit={send} noValidate>
          <NewPasswordFields form={form} />
          <Button type="submit" variant="filled" {...waiting(isPending)}>
            {t(isPending ? 'modules.sign_in.saving' : submit)}
          </Button>
        </form>
      )}
      <BackToLogin />
    </AccountPage>
  );
}

function BackToLogin() {
  const { t } = useI18n();
  return <Link to="/login">{t('modules.sign_in.back')}</Link>;
}
