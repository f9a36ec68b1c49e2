import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from '../sign-in.module.css';

type Kind = 'setup' | 'app' | 'recovery';

const hints: Record<Kind, MessageKey> = {
  setup: 'modules.sign_in.second_factor.setup_hint',
  app: 'modules.sign_in.second_factor.hint',
  recovery: 'modules.sign_in.second_factor.recovery_hint',
};

type CodeFormProps = {
  kind: Kind;
  isPending: boolean;
  /** Answers whether the code is wrong. */
  onCode: (code: string) => Promise<boolean>;
};

/** The code of the app, or a recovery code. */
export function CodeForm({ kind, isPending, onCode }: CodeFormProps) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<MessageKey>();
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = (input.current?.value ?? '').trim();
    setWrong(code ? undefined : 'errors.fields.required');
    if (!code) return input.current?.focus();
    const isWrong = await onCode(code);
    if (isWrong) setWrong('errors.fields.incorrect_code');
    input.current?.select();
  }

  return (
    <form className={classes.fields} onSubmit={submit} noValidate>
      <TextInput
        ref={input}
        name="code"
        label={t('modules.sign_in.second_factor.code')}
        description={t(hints[kind])}
        // recovery codes have letters, which a keyboard of digits lacks
        inputMode={kind === 'recovery' ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        error={wrong && t(wrong)}
      />
      <Button type="submit" variant="filled" {...waiting(isPending)}>
        {t(isPending ? 'modules.sign_in.pending' : 'modules.sign_in.second_factor.submit')}
      </Button>
    </form>
  );
}
