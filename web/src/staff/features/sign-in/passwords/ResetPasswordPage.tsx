import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { emailPattern } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

/** Asks for a link that sets a new password. */
export function ResetPasswordPage({ email = '' }: { email?: string | undefined }) {
  const { t } = useI18n();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<MessageKey>();
  const request = useMutation({
    mutationFn: (address: string) => api.accounts.requestPasswordReset({ body: { email: address } }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (request.isPending) return;
    const address = input.current?.value.trim() ?? '';
    const isWrong = !emailPattern.test(address);
    setWrong(isWrong ? (address ? 'errors.fields.invalid_email' : 'errors.fields.required') : undefined);
    if (isWrong) input.current?.focus();
    else request.mutate(address);
  }

  return (
    <AccountPage
      title={t('layout.titles.reset_password')}
      notice={request.isSuccess && t('modules.sign_in.reset.sent', { email: request.variables })}
      failure={request.isError && failureText(request.error, t, 'errors.reset.failed')}
    >
      <p>{t('modules.sign_in.reset.text')}</p>
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          ref={input}
          name="email"
          type="email"
          label={t('modules.sign_in.email')}
          defaultValue={email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={wrong && t(wrong)}
        />
        <Button type="submit" variant="filled" {...waiting(request.isPending)}>
          {t(
            request.isPending
              ? 'modules.sign_in.reset.pending'
              : request.isSuccess
                ? 'modules.sign_in.reset.again'
                : 'modules.sign_in.reset.submit',
          )}
        </Button>
      </form>
      <Link to="/login">{t('modules.sign_in.back')}</Link>
    </AccountPage>
  );
}
