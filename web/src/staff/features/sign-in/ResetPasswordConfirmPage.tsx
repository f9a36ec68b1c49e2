import { Anchor, Button } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { passwordProblems } from '@vpisnik/contract/passwords';
import { type FormEvent, useRef, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { errorText } from '../../../lib/error-text.ts';
import { type MessageKey, useI18n } from '../../../lib/i18n.ts';
import { confirmPassword as confirmHere } from './confirm-password.ts';
import { Message } from './Message.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PasswordRule } from './PasswordRule.tsx';
import classes from './sign-in.module.css';

type ResetPasswordConfirmPageProps = {
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page. */
  onDone: () => void;
  confirmPassword?: typeof confirmHere;
};

const isBadLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'code_invalid' || error.code === 'code_expired');

/** Sets a new password, reached by a link that works once. */
export function ResetPasswordConfirmPage(props: ResetPasswordConfirmPageProps) {
  const { code, onDone, confirmPassword = confirmHere } = props;
  const { t } = useI18n();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<{ password?: MessageKey; repeated?: MessageKey }>({});
  const [failure, setFailure] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const repeatedInput = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('layout.titles.reset_password_confirm'));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending || !code) return;
    const found: typeof wrong = {};
    if (passwordProblems(password).length > 0) found.password = 'errors.fields.password_weak';
    if (repeatedInput.current?.value !== password) found.repeated = 'errors.fields.password_mismatch';
    setWrong(found);
    setFailure(undefined);
    if (found.password) return passwordInput.current?.focus();
    if (found.repeated) return repeatedInput.current?.focus();
    setPending(true);
    try {
      await confirmPassword(code, password);
      onDone();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  }

  if (!code || isBadLink(failure)) {
    return (
      <div className={classes.page}>
        <h1>{t('modules.sign_in.invalid_link.title')}</h1>
        <Message kind="failure">{t('modules.sign_in.invalid_link.text')}</Message>
        <Anchor href="/login">{t('modules.sign_in.invalid_link.back')}</Anchor>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <h1>{t('layout.titles.reset_password_confirm')}</h1>
      <Message kind="failure">
        {failure !== undefined && errorText(failure, t, 'errors.general.server')}
      </Message>
      <form className={classes.fields} onSubmit={submit} noValidate>
        <div>
          <PasswordField
            ref={passwordInput}
            name="new_password"
            label={t('modules.sign_in.new_password')}
            autoComplete="new-password"
            aria-describedby="password-rule"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={wrong.password && t(wrong.password)}
          />
          <PasswordRule id="password-rule" password={password} />
        </div>
        <PasswordField
          ref={repeatedInput}
          name="repeat_password"
          label={t('modules.sign_in.repeat_password')}
          autoComplete="new-password"
          error={wrong.repeated && t(wrong.repeated)}
        />
        <Button type="submit" variant="filled" aria-disabled={isPending}>
          {t(isPending ? 'modules.sign_in.saving' : 'modules.sign_in.set_password')}
        </Button>
      </form>
    </div>
  );
}
