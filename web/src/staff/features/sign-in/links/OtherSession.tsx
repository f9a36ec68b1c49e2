import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SessionUser, useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { AccountPage } from '../AccountPage.tsx';

type OtherSessionProps = {
  title: string;
  /** What the link has done. */
  notice: string;
  /** The account that is signed in here. */
  user: SessionUser;
  /** Goes on to the sign-in page. */
  onDone: () => void;
};

/** Follows a link that was used where an account is signed in: names that account, which may be another, and signs it out. */
export function OtherSession({ title, notice, user, onDone }: OtherSessionProps) {
  const { t } = useI18n();
  const store = useSessionStore();
  const leaving = useMutation({ mutationFn: () => store.signOut(), onSuccess: onDone });
  return (
    <AccountPage title={title} notice={notice}>
      <p>{t('modules.sign_in.other_session', { email: user.email })}</p>
      <Button variant="filled" {...waiting(leaving.isPending, () => leaving.mutate())}>
        {t('layout.default_authenticated.sign_out')}
      </Button>
      <Link to="/dashboard">{t('modules.sign_in.go_on')}</Link>
    </AccountPage>
  );
}
