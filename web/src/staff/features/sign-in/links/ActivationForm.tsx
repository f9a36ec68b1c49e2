import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { PasswordField } from '../../credentials/PasswordField.tsx';
import { AccountPage } from '../AccountPage.tsx';
import classes from '../sign-in.module.css';

type ActivationFormProps = {
  email: string;
  organization_name: string;
  /** Why it was not activated. */
  error: Error | null;
  isPending: boolean;
  onSubmit: (password: string) => void;
};

/** Asks for the password of the registration; a forgotten one leads to the password reset. */
export function ActivationForm(props: ActivationFormProps) {
  const { email, organization_name, error, isPending, onSubmit } = props;
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [hasCapitals, setCapitals] = useState(false);
  const isWrong = !isPending && refusedFields(error).some(({ path }) => path === 'password');

  useEffect(() => {
    if (isWrong) input.current?.select();
  }, [isWrong]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    // read from the form, where a password manager has put it
    const password = input.current?.value ?? '';
    setMissing(!password);
    if (password) onSubmit(password);
    else input.current?.focus();
  }

  const failure = error && !isPending && !isWrong && failureText(error, t, 'errors.activation.failed');
  const problem =
    (isMissing && t('errors.fields.required')) ||
    (isWrong &&
      t(`modules.register.activation.${hasCapitals ? 'wrong_password_capitals' : 'wrong_password'}`));
  return (
    <AccountPage title={t('layout.titles.activation')} failure={failure}>
      <p>{t('modules.register.activation.text', { organization: organization_name, email })}</p>
      <form className={classes.fields} onSubmit={submit} noValidate>
        {/* a password manager finds the password by this name */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <div className={classes.password}>
          <PasswordField
            ref={input}
            name="password"
            label={t('modules.register.activation.password')}
            autoComplete="current-password"
            error={problem}
            onKeyUp={(event) => setCapitals(event.getModifierState('CapsLock'))}
          />
          <Link to="/reset-password" state={{ email }} className={classes.forgot}>
            {t('modules.sign_in.forgot')}
          </Link>
        </div>
        <Button type="submit" variant="filled" {...waiting(isPending)}>
          {t(isPending ? 'modules.register.activation.pending' : 'modules.register.activation.submit')}
        </Button>
      </form>
      <p>{t('modules.register.activation.not_you')}</p>
    </AccountPage>
  );
}
