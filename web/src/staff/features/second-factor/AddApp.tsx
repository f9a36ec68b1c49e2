import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import type { Setup } from '../../../lib/session/second-factor-step.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Message } from '../../../ui/notice/Message.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { AppSecret } from './AppSecret.tsx';
import { PasswordForm, Reason } from './PasswordForm.tsx';
import classes from './second-factor.module.css';

type AddProps = {
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
};

/** Adds an authenticator app: the password, then its secret, then a code that shows that it works. */
export function AddApp({ onDone, onCancel }: AddProps) {
  const { t } = useI18n();
  const api = useApi();
  const [setup, setSetup] = useState<Setup>();
  if (setup) return <Confirm setup={setup} onDone={onDone} onCancel={onCancel} />;
  return (
    <PasswordForm
      submit={t('modules.second_factor.next')}
      fallback="modules.second_factor.failed"
      onSubmit={async (current_password) =>
        setSetup(await api.second_factor.setUp({ body: { current_password } }))
      }
      onCancel={onCancel}
    >
      <p>{t('modules.second_factor.add_app.text')}</p>
    </PasswordForm>
  );
}

function Confirm({ setup, onDone, onCancel }: AddProps & { setup: Setup }) {
  const { t } = useI18n();
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const confirm = useMutation({
    mutationFn: (code: string) => api.second_factor.confirm({ body: { code } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => input.current?.select(),
  });
  const isWrong = confirm.isError && refusedFields(confirm.error).some(({ path }) => path === 'code');
  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = (input.current?.value ?? '').trim();
    setMissing(!code);
    if (!code) input.current?.focus();
    else if (!confirm.isPending) confirm.mutate(code);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Message kind="failure">
        {confirm.isError && !isWrong && (
          <Reason error={confirm.error} fallback="modules.second_factor.failed" />
        )}
      </Message>
      <p>{t('modules.second_factor.add_app.scan')}</p>
      <AppSecret {...setup} />
      <TextInput
        ref={input}
        name="code"
        label={t('modules.sign_in.second_factor.code')}
        description={t('modules.sign_in.second_factor.setup_hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={50}
        error={(isMissing && t('errors.fields.required')) || (isWrong && t('errors.fields.incorrect_code'))}
      />
      <Group gap={8} justify="flex-end">
        <Button onClick={onCancel}>{t('ui.confirm.cancel')}</Button>
        <Button type="submit" variant="filled" {...waiting(confirm.isPending)}>
          {t(confirm.isPending ? 'modules.second_factor.pending' : 'modules.second_factor.add_app.submit')}
        </Button>
      </Group>
    </form>
  );
}
