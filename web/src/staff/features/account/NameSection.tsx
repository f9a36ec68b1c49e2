import { Button, TextInput } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { users } from '@vpisnik/contract/users';
import { type FormEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { problemsOfBody, refusedFields } from '../../../lib/form/problems.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { errorAt } from '../../../ui/form/form-words.ts';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { Message } from '../../../ui/notice/Message.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './account.module.css';
import { rememberMe } from './queries.ts';

/** Changes the user's displayed name. */
export function NameSection({ name: saved }: { name: string }) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  const save = useMutation({
    mutationFn: () => api.users.updateMe({ body: { name } }),
    onSuccess: async (me) => {
      setName(me.name);
      setChecked(false);
      rememberMe(queryClient, api, me);
      notify({ message: 'modules.account.profile.saved' });
      // the name is in the session's token as well
      await store.renew?.();
    },
  });
  const found = problemsOfBody(users.updateMe.body, { name });
  const refused = refusedFields(save.error);
  const problems = isChecked && found.length > 0 ? found : refused;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    setChecked(true);
    if (found.length > 0) input.current?.focus();
    else save.mutate();
  }

  return (
    <SettingsSection title={t('modules.account.profile.name_title')} icon={IconUser}>
      <UnsavedGuard dirty={name.trim() !== saved && !save.isPending} />
      <Message kind="failure">
        {save.isError && refused.length === 0 && errorText(save.error, t, 'errors.user.save')}
      </Message>
      <form className={classes.fields} onSubmit={submit} noValidate>
        <TextInput
          ref={input}
          name="name"
          label={t('modules.account.profile.name')}
          autoComplete="name"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.reset();
          }}
          error={errorAt(problems, 'name', t)}
        />
        <Button type="submit" {...waiting(save.isPending)}>
          {t(save.isPending ? 'ui.save_bar.saving' : 'modules.account.profile.save_name')}
        </Button>
      </form>
    </SettingsSection>
  );
}
