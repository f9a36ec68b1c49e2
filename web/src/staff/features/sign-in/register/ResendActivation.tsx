import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { emailPattern } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { Message } from '../../../../ui/notice/Message.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import classes from '../sign-in.module.css';

/** Sends the activation link again: to a known address, or to one that is asked for. */
export function ResendActivation({ email }: { email?: string | undefined }) {
  const { t } = useI18n();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<MessageKey>();
  const resend = useMutation({
    mutationFn: (address: string) => api.accounts.resendConfirmation({ body: { email: address } }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (resend.isPending) return;
    const address = email ?? input.current?.value.trim() ?? '';
    const isWrong = !emailPattern.test(address);
    setWrong(isWrong ? (address ? 'errors.fields.invalid_email' : 'errors.fields.required') : undefined);
    if (isWrong) return input.current?.focus();
    resend.mutate(address);
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <Message kind="notice">
        {resend.isSuccess && t('modules.register.resend.sent', { email: resend.variables })}
      </Message>
      <Message kind="failure">
        {resend.isError && failureText(resend.error, t, 'errors.activation.resend_failed')}
      </Message>
      {email === undefined && (
        <TextInput
          ref={input}
          name="email"
          type="email"
          label={t('modules.sign_in.email')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={wrong && t(wrong)}
        />
      )}
      <Button type="submit" {...waiting(resend.isPending)}>
        {t(resend.isPending ? 'modules.register.resend.pending' : 'modules.register.resend.submit')}
      </Button>
    </form>
  );
}
