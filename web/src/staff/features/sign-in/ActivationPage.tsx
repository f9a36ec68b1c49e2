import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import { useEffect } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/context.ts';
import { AccountPage } from './AccountPage.tsx';
import { failureText } from './failure-text.ts';
import { ResendActivation } from './ResendActivation.tsx';

type ActivationPageProps = {
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page, which says that the account is active now. */
  onDone: () => void;
};

/** Uses the code of the activation link up, and says what came of it. */
export function ActivationPage({ code, onDone }: ActivationPageProps) {
  const { t } = useI18n();
  const api = useApi();
  const { user } = useSession();
  // a query, so that one code is sent once however often the page is rendered
  const activation = useQuery({
    queryKey: ['activation', code],
    queryFn: ({ signal }) => api.accounts.confirmSignUp({ body: { code: code ?? '' } }, { signal }),
    enabled: code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const isNew = activation.data?.outcome === 'activated';
  // who is signed in, as somebody else perhaps, would not stay on the sign-in page
  const goesOn = isNew && !user;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is active
  useEffect(() => {
    if (goesOn) onDone();
  }, [goesOn]);

  if (activation.data) {
    return (
      <AccountPage
        title={t(isNew ? 'modules.register.activation.done' : 'modules.register.activation.already')}
      >
        <p>{t(isNew ? 'modules.sign_in.notices.activated' : 'modules.register.activation.already_text')}</p>
        <Link to="/login">{t('modules.sign_in.back')}</Link>
      </AccountPage>
    );
  }
  if (code !== undefined && !activation.isError) {
    return (
      <AccountPage title={t('layout.titles.activation')}>
        <p role="status">{t('modules.register.activation.pending')}</p>
      </AccountPage>
    );
  }
  const cause = causeOf(code, activation.error);
  return (
    <AccountPage
      title={t('modules.register.activation.failed')}
      failure={cause ? t(cause) : failureText(activation.error, t, 'errors.activation.failed')}
    >
      {!cause && <Button onClick={() => activation.refetch()}>{t('ui.query.retry')}</Button>}
      <p>{t('modules.register.activation.resend_text')}</p>
      <ResendActivation />
      <Link to="/login">{t('modules.sign_in.back')}</Link>
    </AccountPage>
  );
}

/** What is wrong with the link itself; undefined when trying again may help. */
function causeOf(code: string | undefined, error: unknown): MessageKey | undefined {
  if (code === undefined) return 'errors.activation.code_missing';
  const refusal = error instanceof ApiError ? error.code : undefined;
  if (refusal === 'code_expired') return 'errors.activation.code_expired';
  // a code of the wrong length or alphabet was cut off on the way
  return refusal === 'code_invalid' || refusal === 'invalid_fields'
    ? 'errors.activation.code_not_found'
    : undefined;
}
