import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { readConfig } from '../../../lib/config.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { page } from '../../../lib/session/page.ts';
import type { SecondFactorStep } from '../../../lib/session/second-factor-step.ts';
import type { Credentials } from '../../../lib/session/sign-in.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { InDialog } from '../../features/sign-in/AccountPage.tsx';
import { PasswordSignIn } from '../../features/sign-in/login/PasswordSignIn.tsx';
import classes from '../layout.module.css';

type SignInAgainProps = {
  opened: boolean;
  signIn?: (credentials: Credentials) => Promise<SecondFactorStep | undefined>;
};

/** The dialog in which the person of a waiting edit signs in again, or gives it up. */
export function SignInAgain({ opened, signIn = page().signInHere }: SignInAgainProps) {
  const { t } = useI18n();
  const { user, role } = useSession();
  const store = useSessionStore();
  const navigate = useNavigate();
  const { hosted_sign_in, external_login_url } = readConfig();
  const isElsewhere = (hosted_sign_in && role !== 'ADMIN') || external_login_url !== null;
  const giveUp = () => {
    store.release?.();
    void navigate({ to: '/login' });
  };
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title={t('layout.lapsed.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      // above whatever sheet or question is open
      zIndex={400}
      // whose data it is has to be shown first
      overlayProps={{ blur: 20 }}
    >
      <div className={classes.lapsed}>
        <p>{t(isElsewhere ? 'layout.lapsed.text_elsewhere' : 'layout.lapsed.text')}</p>
        {isElsewhere ? (
          <Button
            component="a"
            href="/login?notice=session_ended"
            target="_blank"
            variant="filled"
            data-autofocus
          >
            {t('layout.lapsed.new_tab')}
          </Button>
        ) : (
          <InDialog value>
            <PasswordSignIn title="" email={user?.email} signIn={signIn} />
          </InDialog>
        )}
        <Button variant="subtle" onClick={giveUp}>
          {t('layout.lapsed.give_up')}
        </Button>
      </div>
    </Modal>
  );
}
