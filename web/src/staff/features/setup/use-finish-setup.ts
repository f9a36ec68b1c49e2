import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import type { Organization } from '@vpisnik/contract/organizations';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';

/** Ends the guide, finished or skipped: it no longer opens after a sign-in. */
export function useFinishSetup(organization: Organization) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const complete = (version: number) =>
    api.organizations.update({ body: { setup_completed: true, version } });
  const finish = async (message: MessageKey) => {
    setBusy(true);
    try {
      if (!organization.setup_completed) {
        // after an edit conflict, completes over the version that another user has just saved
        await complete(organization.version).catch((error: unknown) => {
          const current = error instanceof ApiError ? error.problem?.current : undefined;
          if (!current) throw error;
          return complete((current as Organization).version);
        });
        await store.reload();
        notify({ message, act: 'errors.organization.save' });
      }
      await navigate({ to: '/dashboard' });
    } catch (error) {
      notifyFailure(error, t, 'errors.organization.save');
    } finally {
      setBusy(false);
    }
  };
  return { finish, busy };
}
