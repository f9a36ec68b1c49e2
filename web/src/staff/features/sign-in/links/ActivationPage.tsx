import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import { useApi } from '../../../../lib/api.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { page } from '../../../../lib/session/page.ts';
import type { Credentials } from '../../../../lib/session/sign-in.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { failureText } from '../../credentials/failure-text.ts';
import { AccountPage } from '../AccountPage.tsx';
import { ResendActivation } from '../register/ResendActivation.tsx';
import { ActivationForm } from './ActivationForm.tsx';
import { OtherSession } from './OtherSession.tsx';

type ActivationPageProps = {
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page, which says that the account is active now. */
  onDone: () => void;
  signIn?: (credentials: Credentials) => Promise<unknown>;
};

/**
 * Activates an account by the mailed link and the password of the registration, and signs in with it. Opening the link
 * alone does nothing: virus scanners open links, and so do recipients of a registration that another person made with
 * their address.
 */
export function ActivationPage({ code, onDone, signIn = page().signIn }: ActivationPageProps) {
  const { t } = useI18n();
  const api = useApi();
  const { user } = useSession();
  const link = useQuery({
    queryKey: ['activation', code],
    queryFn: ({ signal }) => api.accounts.checkSignUp({ body: { code: code ?? '' } }, { signal }),
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const activation = useMutation({
    mutationFn: (password: string) => api.accounts.confirmSignUp({ body: { code: code ?? '', password } }),
    onSuccess: async ({ outcome, email }, password) => {
      // keeps a session that is open here, perhaps of another account
      if (user || outcome !== 'activated') return;
      // the sign-in page handles further steps, such as a second factor
      const step = await signIn({ email, password }).catch(() => 'failed');
      if (step) onDone();
    },
  });

  const cause = causeOf(code, link.error) ?? causeOf(code, activation.error);
  if (cause || link.isError) {
    return (
      <AccountPage
        title={t('modules.register.activation.failed')}
        failure={cause ? t(cause) : failureText(link.error, t, 'errors.activation.failed')}
      >
        {!cause && <Button onClick={() => link.refetch()}>{t('ui.query.retry')}</Button>}
        <p>{t('modules.register.activation.resend_text')}</p>
        <ResendActivation />
        <BackToLogin />
      </AccountPage>
    );
  }
  if (!link.data) {
    return (
      <AccountPage title={t('layout.titles.activation')}>
        <p role="status">{t('modules.sign_in.checking_link')}</p>
      </AccountPage>
    );
  }
  if (activation.data?.outcome === 'activated' && user) {
    return (
      <OtherSession
        title={t('modules.register.activation.done')}
        notice={t('modules.sign_in.notices.activated')}
        user={user}
        onDone={onDone}
      />
    );
  }
  if ((activation.data ?? link.data).outcome === 'already_active') {
    return (
      <AccountPage title={t('modules.register.activation.already')}>
        <p>{t('modules.register.activation.already_text')}</p>
        <BackToLogin />
      </AccountPage>
    );
  }
  return (
    <ActivationForm
      {...link.data}
      error={activation.error}
      // stays pending until the next page is shown
      isPending={activation.isPending || activation.isSuccess}
      onSubmit={activation.mutate}
    />
  );
}

function BackToLogin() {
  const { t } = useI18n();
  return <Link to="/login">{t('modules.sign_in.back')}</Link>;
}

/** Text about a broken link; undefined for errors that a retry may solve. */
function causeOf(code: string | undefined, error: unknown): MessageKey | undefined {
  if (code === undefined) return 'errors.activation.code_missing';
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'code_expired') return 'errors.activation.code_expired';
  // a code of the wrong length or alphabet was cut off on the way
  const isCut = error.problem?.errors?.some(({ path }) => path === 'code');
  return error.code === 'code_invalid' || isCut ? 'errors.activation.code_not_found' : undefined;
}
