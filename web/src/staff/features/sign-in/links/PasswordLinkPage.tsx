import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import type { FormEvent, ReactNode } from 'react';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { NewPasswordFields, newPasswordIds } from '../../credentials/NewPasswordFields.tsx';
import { useNewPassword } from '../../credentials/use-new-password.ts';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

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
  const link = useQuery({
    ...check,
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const setting = useMutation({
    mutationFn: (password: string) => set(code ?? '', password),
    onSuccess: onDone,
  });

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (setting.isPending) return;
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
  if (link.isError) {
    return (
      <AccountPage title={title} failure={failureText(link.error, t, failed)}>
        <Button onClick={() => link.refetch()}>{t('ui.query.retry')}</Button>
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
          <Button type="submit" variant="filled" aria-disabled={setting.isPending}>
            {t(setting.isPending ? 'modules.sign_in.saving' : submit)}
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
