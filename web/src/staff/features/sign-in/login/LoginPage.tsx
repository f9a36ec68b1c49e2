import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readConfig } from '../../../../lib/config.ts';
import { useSessionStore } from '../../../../lib/session/context.ts';
import type { SecondFactorStep as Step } from '../../../../lib/session/second-factor-step.ts';
import type { Credentials } from '../../../../lib/session/sign-in.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { AccountPage } from '../AccountPage.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { ProviderSignIn } from './ProviderSignIn.tsx';

/** Texts of the `notice` parameter. */
const notices = {
  signed_out: 'modules.sign_in.notices.signed_out',
  session_ended: 'modules.sign_in.notices.session_ended',
  password_set: 'modules.sign_in.notices.password_set',
  activated: 'modules.sign_in.notices.activated',
  email_changed: 'modules.sign_in.notices.email_changed',
  account_inactive: 'errors.codes.account_inactive',
  sign_in_failed: 'errors.codes.sign_in_failed',
  rate_limited: 'errors.codes.rate_limited',
  device: 'modules.sign_in.notices.device',
} as const satisfies Record<string, MessageKey>;

export type Notice = keyof typeof notices;

/** Whether a text names something that may have led to the sign-in page. */
export const isNotice = (value: unknown): value is Notice => Object.hasOwn(notices, String(value));

/** Why signing in through a hosted provider came to nothing. */
const refusals = {
  external_failed: 'errors.codes.external_failed',
  external_cancelled: 'errors.codes.external_cancelled',
  external_unverified: 'errors.codes.external_unverified',
  external_stranger: 'errors.codes.external_stranger',
  interaction_expired: 'errors.codes.interaction_expired',
  account_inactive: 'errors.codes.account_inactive',
} as const satisfies Record<string, MessageKey>;

const refusalOf = (code: string): MessageKey =>
  Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : 'errors.general.external_page';

type LoginPageProps = {
  /** The path that led here, to go on to afterwards. */
  redirect?: string | undefined;
  notice?: Notice | undefined;
  /** The code with which a hosted provider's answer was refused. */
  error?: string | undefined;
  /** Code of a mailed link that lets this device sign in after too many guesses from others. */
  deviceCode?: string | undefined;
  /** Shows the password form although sign-ins go elsewhere. */
  password?: boolean;
  /** Goes to the hosted provider without being asked. */
  atOnce?: boolean;
  signIn?: (credentials: Credentials, redirect?: string) => Promise<Step | undefined>;
  signInElsewhere?: (redirect?: string) => Promise<void>;
  leave?: (url: string) => void;
};

/** The sign-in page: the provider's own, inside the app. Where a hosted one is used, it leads there. */
export function LoginPage(props: LoginPageProps) {
  const { redirect, notice, error, deviceCode, password = false, atOnce = false } = props;
  const { signIn, signInElsewhere, leave = (url) => window.location.replace(url) } = props;
  const { t } = useI18n();
  const { hosted_sign_in, external_login_url } = readConfig();
  const ending = useSessionStore().ending?.() ?? undefined;
  const shown = error === undefined ? (notice ?? (deviceCode ? 'device' : ending)) : undefined;
  const message = shown && t(notices[shown]);
  const refusal = error === undefined ? undefined : t(refusalOf(error));
  const isElsewhere = hosted_sign_in || external_login_url !== null;
  const isPassword = !isElsewhere || password || deviceCode !== undefined || notice === 'password_set';
  // with nothing to read here, people go straight to where they sign in, as the server sends them
  const onward = isPassword || atOnce || message || refusal ? null : external_login_url;
  useEffect(() => {
    if (onward) leave(onward);
  }, [onward, leave]);
  if (onward) return null;

  if (!isPassword) {
    return (
      <AccountPage title={t('layout.titles.login')} notice={message} failure={refusal}>
        <p>{t('modules.sign_in.provider.text')}</p>
        <ProviderSignIn
          redirect={redirect}
          atOnce={hosted_sign_in && atOnce}
          {...(signInElsewhere && { signInElsewhere })}
        />
      </AccountPage>
    );
  }
  return (
    <PasswordSignIn
      redirect={redirect}
      notice={message}
      refusal={refusal}
      deviceCode={deviceCode}
      signIn={signIn}
    >
      {isElsewhere ? (
        <Link to="/login">{t('modules.sign_in.provider.submit')}</Link>
      ) : (
        <p>
          {t('modules.sign_in.no_account')} <Link to="/register">{t('modules.sign_in.register')}</Link>
        </p>
      )}
    </PasswordSignIn>
  );
}
