import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { recentOrganizations } from '../../../lib/session/recent-organizations.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { hasUnsaved } from '../../../ui/form/saving/unsaved.ts';
import { useActFor } from '../../features/organizations/use-act-for.ts';

type Acting = {
  /** Makes a platform ADMIN act for another organisation and opens its dashboard; null: for none. */
  actFor: (id: string | null) => void;
  busy: boolean;
  /** Dialog that asks about unsaved changes; the caller renders it. */
  question: ReactNode;
};

/** Changes the organisation that a platform ADMIN acts for; asks first when there are unsaved changes. */
export function useActing(): Acting {
  const { t } = useI18n();
  const store = useSessionStore();
  const { organization } = useSession();
  const navigate = useNavigate();
  const { actFor, busy } = useActFor();
  const [asked, ask] = useState<{ id: string | null }>();

  async function change(id: string | null) {
    ask(undefined);
    // leaves pages of the present organisation first; the question about unsaved changes was already answered
    if (organization) await navigate({ to: id ? '/dashboard' : '/organizations', ignoreBlocker: true });
    if (id === null) {
      await store.stopActing?.();
    } else if (await actFor(id)) {
      await navigate({ to: '/dashboard' });
    } else {
      recentOrganizations(localStorage).drop(id);
      await navigate({ to: '/organizations' });
    }
  }

  const question = (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t('ui.unsaved.title')}
      confirm={t('ui.unsaved.leave')}
      cancel={t('ui.unsaved.stay')}
      onConfirm={() => asked && change(asked.id)}
      onCancel={() => ask(undefined)}
    >
      {t('ui.unsaved.text')}
    </ConfirmDialog>
  );
  return { actFor: (id) => (hasUnsaved() ? ask({ id }) : void change(id)), busy, question };
}
