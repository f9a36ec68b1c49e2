import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { templatesQuery, useRememberTemplate } from './queries.ts';
import classes from './templates.module.css';

type DeleteTemplateProps = {
  template: TemplateSummary;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a template is deleted; one that groups chose goes only when they get another one. */
export function DeleteTemplate({ template, opened, onClose, onDeleted }: DeleteTemplateProps) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberTemplate();
  const [busy, setBusy] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const [instead, setInstead] = useState('default');
  const { id, name, email_type, groups_count: count } = template;
  const asks = isUsed || count > 0;
  const others = (useQuery({ ...templatesQuery(api), enabled: opened && asks }).data?.results ?? []).filter(
    (one) => one.email_type === email_type && one.id !== id && one.active,
  );
  const remove = async () => {
    setBusy(true);
    try {
      await api.notification_templates.remove({ params: { id }, ...(asks && { query: { instead } }) });
      onClose();
      notify({
        message: 'modules.notification_template.done.deleted',
        act: 'errors.notification_template.delete',
      });
      onDeleted();
      await remember();
    } catch (error) {
      // chosen since the list was read
      if (error instanceof ApiError && error.code === 'in_use') setUsed(true);
      else notifyFailure(error, t, 'errors.notification_template.delete');
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('modules.notification_template.delete.title', { name })}
      confirm={t('modules.notification_template.delete.confirm')}
      danger
      busy={busy}
      onConfirm={remove}
      onCancel={onClose}
    >
      {asks ? (
        <div className={classes.fields}>
          <p>{t('modules.notification_template.delete.used', { count })}</p>
          <Select
            label={t('modules.notification_template.delete.instead')}
            data={[
              { value: 'default', label: t('modules.notification_template.delete.default') },
              ...others.map((one) => ({ value: one.id, label: one.name })),
            ]}
            value={instead}
            allowDeselect={false}
            onChange={(value) => setInstead(value ?? 'default')}
          />
        </div>
      ) : (
        t('modules.notification_template.delete.text')
      )}
    </ConfirmDialog>
  );
}
