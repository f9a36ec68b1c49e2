import { Radio, TextInput } from '@mantine/core';
import type { User } from '@vpisnik/contract/users';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { locales } from '../../../lib/text/locale.ts';
import { SheetForm } from '../../../ui/form/FormSheet.tsx';
import { controlId, useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { useUsersAddress } from './address.ts';
import { GroupsField } from './GroupsField.tsx';
import { useRefreshUsers } from './queries.ts';
import { RoleField } from './RoleField.tsx';
import { UserFacts } from './UserFacts.tsx';
import { useGroupNames } from './use-group-names.ts';
import classes from './users.module.css';
import { problemsOf, type UserValues, valuesOf, wireOf } from './values.ts';

/** Invites a user, or changes a user's name, role and scope. */
export function UserForm({ user }: { user: User | null }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { go } = useUsersAddress();
  const refresh = useRefreshUsers();
  const nameOfGroup = useGroupNames();
  const [saved, setSaved] = useState<User>();
  const form = useEntityForm<UserValues, User>({
    initial: user,
    valuesOf: (row) => valuesOf(row, locale),
    problemsOf,
    send: (values, changed, base) => {
      const wire = wireOf(values);
      if (!base) return api.users.invite({ body: { ...wire, email: wire.email.trim() } });
      // scope is one thing: a role that is never limited takes the list of groups along
      const isScope = (['role', 'all_groups_allowed', 'authorized_groups'] as const).some((one) =>
        changed.includes(one),
      );
      const { name, role, all_groups_allowed, authorized_groups } = wire;
      const body = {
        ...(changed.includes('name') && { name }),
        ...(changed.includes('role') && { role }),
        ...(isScope && { all_groups_allowed, authorized_groups }),
      };
      return api.users.update({ params: { id: base.id }, body: { ...body, version: base.version } });
    },
  });
  const { values, change, problems } = form;
  const { text } = useControls(form);
  const { summary, describe } = useFormWords(
    values,
    (field) => t(`modules.user.fields.${field}`),
    ({ unit }, value) => {
      if (unit === 'role') return t(`layout.roles.${value as UserValues['role']}`);
      return unit === 'authorized_groups' ? (value as string[]).map(nameOfGroup).join(', ') : undefined;
    },
  );

  const finish = async (saving: Promise<User | undefined>) => setSaved(await saving);
  const close = () => go({ edit: undefined });
  // Only when nothing is unsaved any more for the guard as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (!saved) return;
    void refresh(saved.id);
    notify(
      user
        ? { message: 'modules.user.done.saved' }
        : { message: 'modules.user.done.invited', values: { email: saved.email } },
    );
    void close();
  }, [saved]);

  return (
    <>
      <UnsavedGuard
        dirty={form.dirty && !saved}
        subject={({ pathname, search }) => `${pathname} ${'edit' in search ? search.edit : ''}`}
      />
      <SheetForm
        errors={summary(problems)}
        refusals={form.refusals}
        failure={form.failure ? errorText(form.failure, t, 'errors.user.save') : null}
        saving={form.saving}
        submit={t(user ? 'modules.user.editor.save' : 'modules.user.editor.invite')}
        notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
        onSubmit={() => finish(form.save())}
        onClose={close}
      >
        {user && <UserFacts user={user} />}
        <TextInput
          {...text('name')}
          {...(form.isNew && { 'data-autofocus': true })}
          label={t('modules.user.fields.name')}
          autoComplete="off"
        />
        {!user && (
          <>
            <TextInput
              {...text('email')}
              type="email"
              label={t('modules.user.fields.email')}
              description={t('modules.user.hints.email')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Radio.Group
              id={controlId('language')}
              label={t('modules.user.fields.language')}
              description={t('modules.user.hints.language')}
              value={values.language}
              onChange={(value) => change({ language: locales.find((one) => one === value) ?? 'sl' })}
            >
              <div className={classes.choices}>
                {locales.map((one) => (
                  <Radio key={one} value={one} label={t(`layout.languages.${one}`)} />
                ))}
              </div>
            </Radio.Group>
          </>
        )}
        <RoleField form={form} user={user} />
        <GroupsField form={form} user={user} />
      </SheetForm>
    </>
  );
}
