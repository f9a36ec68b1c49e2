import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import { emailPattern } from '@vpisnik/contract/rules/limits';
import { type FormEvent, type ReactNode, use, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { page } from '../../../../lib/session/page.ts';
import type { SecondFactorStep as Step } from '../../../../lib/session/second-factor-step.ts';
import type { Credentials } from '../../../../lib/session/sign-in.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { PasswordField } from '../../credentials/PasswordField.tsx';
import { AccountPage, InDialog } from '../AccountPage.tsx';
import { ResendActivation } from '../register/ResendActivation.tsx';
import classes from '../sign-in.module.css';
import { SecondFactorStep } from './SecondFactorStep.tsx';

type PasswordSignInProps = {
  /** Default: that of the sign-in page. */
  title?: string;
  /** Initial e-mail address. */
  email?: string | undefined;
  /** The path that led here, to go on to afterwards. */
  redirect?: string | undefined;
  /** Reason for coming here, shown until the first attempt. */
  notice?: string | undefined;
  /** Refusal by another way of signing in, shown until the first attempt. */
  refusal?: string | undefined;
  /** Code of a mailed link that lets this device sign in after too many guesses from others. */
  deviceCode?: string | undefined;
  signIn?: ((credentials: Credentials, redirect?: string) => Promise<Step | undefined>) | undefined;
  /** Further links. */
  children?: ReactNode;
};

/** Signing in with e-mail and password, and then the second factor where it is needed. */
export function PasswordSignIn(props: PasswordSignInProps) {
  const { redirect, notice, refusal, deviceCode, signIn = page().signIn, children } = props;
  const { t } = useI18n();
  const [failure, setFailure] = useState<unknown>();
  const [missing, setMissing] = useState<{ email?: MessageKey; password?: MessageKey }>({});
  const [step, setStep] = useState<Step>();
  const [isPending, setPending] = useState(false);
  const [email, setEmail] = useState(props.email ?? '');
  const inDialog = use(InDialog);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isUnconfirmed = failure instanceof ApiError && failure.code === 'user_not_confirmed';
  const isFresh = failure === undefined;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    // read from the form, where a password manager has put them
    const address = (emailInput.current?.value ?? '').trim();
    const password = passwordInput.current?.value ?? '';
    const wrong = {
      ...(!emailPattern.test(address) && {
        email: address ? 'errors.fields.invalid_email' : 'errors.fields.required',
      }),
      ...(!password && { password: 'errors.fields.required' }),
    } as typeof missing;
    setMissing(wrong);
    setFailure(undefined);
    if (wrong.email) return emailInput.current?.focus();
    if (wrong.password) return passwordInput.current?.focus();
    setEmail(address);
    setPending(true);
    try {
      const device = deviceCode && { device_code: deviceCode };
      // without a step the button stays locked: this page is being left
      setStep(await signIn({ email: address, password, ...device }, redirect));
    } catch (error) {
      setFailure(error);
      setPending(false);
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'user_not_found') emailInput.current?.select();
      if (code === 'incorrect_username_or_password') passwordInput.current?.select();
    }
  }

  function backToPassword(why?: unknown) {
    flushSync(() => {
      setStep(undefined);
      setPending(false);
      setFailure(why);
    });
    passwordInput.current?.focus();
  }

  if (step) return <SecondFactorStep step={step} email={email} onBack={backToPassword} />;
  return (
    <AccountPage
      title={props.title ?? t('layout.titles.login')}
      notice={isFresh && notice}
      failure={isFresh ? refusal : failureText(failure, t)}
    >
      {isUnconfirmed && <ResendActivation key={email} email={email} />}
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          ref={emailInput}
          name="email"
          type="email"
          label={t('modules.sign_in.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={missing.email && t(missing.email)}
        />
        <div className={classes.password}>
          <PasswordField
            ref={passwordInput}
            name="password"
            label={t('modules.sign_in.password')}
            autoComplete="current-password"
            data-autofocus={props.email !== undefined || undefined}
            error={missing.password && t(missing.password)}
          />
          {!inDialog && (
            <Link to="/reset-password" state={{ email: email.trim() }} className={classes.forgot}>
              {t('modules.sign_in.forgot')}
            </Link>
          )}
        </div>
        <Button type="submit" variant="filled" {...waiting(isPending)}>
          {t(isPending ? 'modules.sign_in.pending' : 'modules.sign_in.submit')}
        </Button>
      </form>
      {children}
    </AccountPage>
  );
}
