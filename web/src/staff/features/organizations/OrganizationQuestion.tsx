import type { ListedOrganization } from '@vpisnik/contract/organizations';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useRefreshOrganizations } from './queries.ts';

export type OrganizationAct = 'activate' | 'deactivate' | 'restore';

type OrganizationQuestionProps = {
  organization: ListedOrganization;
  act: OrganizationAct | null;
  onClose: () => void;
};

/** Asks before an organisation is opened, shut or restored, does it, and says what came of it. */
export function OrganizationQuestion({ organization, act, onClose }: OrganizationQuestionProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const refresh = useRefreshOrganizations();
  const [busy, setBusy] = useState(false);
  // the words stay while the dialog goes
  const [last, setLast] = useState<OrganizationAct>('activate');
  if (act && act !== last) setLast(act);
  const { id, name, deletion, time_zone } = organization;
  const params = { id };

  const run = async () => {
    setBusy(true);
    try {
      if (last === 'restore') await api.organizations.restore({ params });
      else await api.organizations.setStatus({ params, body: { active: last === 'activate' } });
      const message: MessageKey = `modules.organization.done.${last}`;
      notify({ message, act: 'errors.organization.status' });
    } catch (error) {
      notifyFailure(error, t, 'errors.organization.status');
    } finally {
      await refresh(id);
      setBusy(false);
      onClose();
    }
  };
  const day = deletion && formatDay(inZone(deletion.requested_at, time_zone).day, locale);
  return (
    <ConfirmDialog
      opened={act !== null}
      title={t(`modules.organization.${last}.title`, { name })}
      confirm={t(`modules.organization.${last}.confirm`)}
      danger={last === 'deactivate'}
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      {t(`modules.organization.${last}.text`, { who: deletion?.requested_by ?? '', day: day ?? '' })}
    </ConfirmDialog>
  );
}
