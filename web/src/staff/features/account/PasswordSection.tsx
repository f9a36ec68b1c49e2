import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { Message } from '../../../ui/notice/Message.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { failureText } from '../credentials/failure-text.ts';
import { NewPasswordFields, newPasswordIds } from '../credentials/NewPasswordFields.tsx';
import { PasswordField } from '../credentials/PasswordField.tsx';
import { useNewPassword } from '../credentials/use-new-password.ts';
import classes from './account.module.css';
import { useRefreshSignIns } from './queries.ts';
import { useManagedElsewhere } from './use-managed-elsewhere.ts';

/** Changes the user's own password; signs out every other device. */
export function PasswordSection() {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshSignIns();
  const { user } = useSession();
  const current = useRef<HTMLInputElement>(null);
  const form = useNewPassword();
  const isElsewhere = useManagedElsewhere();
  const [isMissing, setMissing] = useState(false);
  const change = useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) =>
      api.accounts.changePassword({ body }),
    onSuccess: async () => {
      if (current.current) current.current.value = '';
      form.clear();
      notify({ message: 'modules.account.password.done' });
      await refresh();
    },
    onError: (error) => {
      if (refusedFields(error).some(({ path }) => path === 'current_password')) current.current?.select();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    const present = current.current?.value ?? '';
    const wrong = form.check();
    setMissing(!present);
    if (!present) current.current?.focus();
    else if (wrong.password) document.getElementById(newPasswordIds.password)?.focus();
    else if (wrong.repeated) document.getElementById(newPasswordIds.repeated)?.focus();
    else change.mutate({ current_password: present, new_password: form.password });
  }

  if (isElsewhere) return null;
  return (
    <SettingsSection
      title={t('modules.account.password.title')}
      description={t('modules.account.password.text')}
      icon={IconKey}
    >
      <form className={classes.fields} onSubmit={submit} noValidate>
        <Message kind="failure">
          {change.isError && failureText(change.error, t, 'errors.reset.change_failed')}
        </Message>
        {/* a password manager keeps the new password with this name */}
        <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
        <PasswordField
          ref={current}
          name="current_password"
          label={t('modules.account.password.current')}
          autoComplete="current-password"
          error={isMissing && t('errors.fields.required')}
        />
        <NewPasswordFields form={form} />
        <Button type="submit" {...waiting(change.isPending)}>
          {t(change.isPending ? 'ui.save_bar.saving' : 'modules.account.password.submit')}
        </Button>
      </form>
    </SettingsSection>
  );
}
