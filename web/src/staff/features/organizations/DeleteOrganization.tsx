import { TextInput } from '@mantine/core';
import type { ListedOrganization } from '@vpisnik/contract/organizations';
import { isNameOf, restorableDays } from '@vpisnik/contract/organizations';
import { useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import classes from './organizations.module.css';
import { useRefreshOrganizations } from './queries.ts';

type DeleteOrganizationProps = { organization: ListedOrganization; onClose: () => void };

/** Deletes an organisation whose name was typed; says what goes with it, and until when it can be restored. */
export function DeleteOrganization({ organization, onClose }: DeleteOrganizationProps) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshOrganizations();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, name, numbers } = organization;

  const sayWrong = () => {
    setIsWrong(true);
    field.current?.focus();
  };
  const run = async () => {
    if (!isNameOf(organization, typed)) return sayWrong();
    setBusy(true);
    try {
      await api.organizations.remove({ params: { id }, body: { confirm_name: typed } });
      notify({
        message: 'modules.organization.done.deleted',
        values: { count: restorableDays },
        act: 'errors.organization.delete',
      });
      await refresh(id);
      onClose();
    } catch (error) {
      // renamed meanwhile: the question has to name it as it is now
      if (refusedFields(error).some(({ path }) => path === 'confirm_name')) {
        await refresh(id);
        setBusy(false);
        return sayWrong();
      }
      notifyFailure(error, t, 'errors.organization.delete');
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      title={t('modules.organization.delete.title', { name })}
      confirm={t('modules.organization.delete.confirm')}
      danger
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      <div className={classes.deleting}>
        <p>{t('modules.organization.delete.text', { count: restorableDays })}</p>
        {numbers && (
          <ul>
            <li>{t('modules.organization.delete.groups', { count: numbers.groups })}</li>
            <li>{t('modules.organization.delete.participants', { count: numbers.participants })}</li>
            <li>{t('modules.organization.delete.users', { count: numbers.users })}</li>
          </ul>
        )}
        <TextInput
          ref={field}
          label={t('modules.organization.delete.name', { name })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setIsWrong(false);
          }}
          error={isWrong ? t('modules.organization.delete.wrong') : undefined}
        />
      </div>
    </ConfirmDialog>
  );
}
