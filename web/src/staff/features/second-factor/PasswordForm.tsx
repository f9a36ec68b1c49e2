import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { refusedFields } from '../../../lib/form/problems.ts';
import { PasskeyError } from '../../../lib/passkeys.ts';
import { useSession } from '../../../lib/session/context.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { Message } from '../../../ui/notice/Message.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { failureText } from '../credentials/failure-text.ts';
import { PasswordField } from '../credentials/PasswordField.tsx';
import classes from './second-factor.module.css';

type PasswordFormProps = {
  /** Explanation of the change. */
  children: ReactNode;
  /** Verb and noun of the button. */
  submit: string;
  danger?: boolean;
  /** What the button says meanwhile, where that is more than a look at the password. */
  pending?: string;
  /** Why it is asked for; by default for a change of the factors. */
  hint?: string;
  /** Error text when the server gives no reason. */
  fallback: MessageKey;
  /** Validates the fields above, and may show their errors. */
  isReady?: () => boolean;
  onSubmit: (password: string) => Promise<void>;
  onCancel: () => void;
};

/** Gives the password again, for instance for a change of the factors: a device left open must not be enough. */
export function PasswordForm(props: PasswordFormProps) {
  const { children, submit, danger, pending, hint, fallback, isReady, onSubmit, onCancel } = props;
  const { t } = useI18n();
  const { user } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const work = useMutation({
    mutationFn: onSubmit,
    onError: (error) => {
      if (isWrongPassword(error)) input.current?.select();
    },
  });
  const wrong = work.isError && isWrongPassword(work.error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (work.isPending) return;
    const password = input.current?.value ?? '';
    setMissing(!password);
    if (isReady && !isReady()) return;
    if (password) work.mutate(password);
    else input.current?.focus();
  }

  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <Message kind="failure">
        {work.isError && !wrong && <Reason error={work.error} fallback={fallback} />}
      </Message>
      {children}
      {/* a password manager fills the password of this name in */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <PasswordField
        ref={input}
        name="current_password"
        label={t('modules.second_factor.password')}
        description={hint ?? t('modules.second_factor.password_hint')}
        autoComplete="current-password"
        data-autofocus
        error={(isMissing && t('errors.fields.required')) || (wrong && t('errors.fields.incorrect_password'))}
      />
      <Group gap={8} justify="flex-end">
        <Button onClick={onCancel}>{t('ui.confirm.cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          {...(danger && { color: 'error' })}
          {...waiting(work.isPending)}
        >
          {work.isPending ? (pending ?? t('modules.second_factor.pending')) : submit}
        </Button>
      </Group>
    </form>
  );
}

/** Why it did not work, in a sentence that says what to do. */
export function Reason({ error, fallback }: { error: unknown; fallback: MessageKey }) {
  const { t } = useI18n();
  if (error instanceof PasskeyError) return t(`modules.second_factor.passkey_failure.${error.reason}`);
  return failureText(error, t, fallback);
}

const isWrongPassword = (error: unknown) =>
  refusedFields(error).some(({ path }) => path === 'current_password');
