import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { hasUnsaved } from '../../../ui/form/saving/unsaved.ts';

/** Signs out and goes to sign-in; asks first while something is unsaved. `question` has to be rendered. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const { t } = useI18n();
  const store = useSessionStore();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asking, ask] = useDisclosure(false);
  const leave = async () => {
    ask.close();
    // the server would refuse what it reads after the session has ended
    await queryClient.cancelQueries();
    await store.signOut();
    await navigate({ to: '/login' });
  };
  const question = (
    <ConfirmDialog
      opened={asking}
      title={t('ui.unsaved.title')}
      confirm={t('ui.unsaved.leave')}
      cancel={t('ui.unsaved.stay')}
      onConfirm={leave}
      onCancel={ask.close}
    >
      {t('ui.unsaved.text')}
    </ConfirmDialog>
  );
  return { signOut: () => (hasUnsaved() ? ask.open() : void leave()), question };
}
