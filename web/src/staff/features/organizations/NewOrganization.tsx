import { Radio, TextInput } from '@mantine/core';
import { type Organization, organizations } from '@vpisnik/contract/organizations';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { locales } from '../../../lib/locale.ts';
import { Sheet, SheetForm } from '../../../ui/FormSheet.tsx';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { useOrganizationsAddress } from './address.ts';
import classes from './organizations.module.css';
import { useRefreshOrganizations } from './use-refresh-organizations.ts';

const fields = ['name', 'owner_name', 'owner_email', 'default_language'] as const;

/** The sheet that adds an organisation and invites its owner. */
export function NewOrganization() {
  const { t, locale } = useI18n();
  const api = useApi();
  const { go } = useOrganizationsAddress();
  const refresh = useRefreshOrganizations();
  const [saved, setSaved] = useState<Organization>();
  const form = useEntityForm({
    initial: null,
    valuesOf: () => ({ name: '', owner_name: '', owner_email: '', default_language: locale }),
    problemsOf: (values) =>
      problemsOfBody(organizations.create.body, { ...values, owner_email: values.owner_email.trim() }),
    send: (values): Promise<Organization> =>
      api.organizations.create({ body: { ...values, owner_email: values.owner_email.trim() } }),
  });
  const { values, change, problems } = form;
  const { summary } = useFormWords((path) =>
    t(`modules.organization.fields.${fields.find((one) => one === path) ?? 'name'}`),
  );
  const close = () => go({ edit: undefined });
  // Only when nothing is unsaved any more for the guard as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (!saved) return;
    void refresh(saved.id);
    notify({ message: 'modules.organization.done.added', values: { email: saved.owner_email } });
    void close();
  }, [saved]);

  return (
    <Sheet title={t('modules.organization.editor.title')} onClose={close}>
      <UnsavedGuard
        dirty={form.dirty && !saved}
        subject={({ pathname, search }) => `${pathname} ${'edit' in search ? search.edit : ''}`}
      />
      <SheetForm
        errors={summary(problems)}
        refusals={form.refusals}
        failure={form.failure ? errorText(form.failure, t, 'errors.organization.save') : null}
        saving={form.saving}
        submit={t('modules.organization.editor.submit')}
        onSubmit={async () => setSaved(await form.save())}
        onClose={close}
      >
        <TextInput
          id={controlId('name')}
          data-autofocus
          label={t('modules.organization.fields.name')}
          autoComplete="off"
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={errorAt(problems, 'name', t)}
        />
        <TextInput
          id={controlId('owner_name')}
          label={t('modules.organization.fields.owner_name')}
          description={t('modules.organization.editor.owner_name_hint')}
          autoComplete="off"
          value={values.owner_name}
          onChange={(event) => change({ owner_name: event.currentTarget.value })}
          error={errorAt(problems, 'owner_name', t)}
        />
        <TextInput
          id={controlId('owner_email')}
          type="email"
          label={t('modules.organization.fields.owner_email')}
          description={t('modules.organization.editor.owner_email_hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.owner_email}
          onChange={(event) => change({ owner_email: event.currentTarget.value })}
          error={errorAt(problems, 'owner_email', t)}
        />
        <Radio.Group
          id={controlId('default_language')}
          label={t('modules.organization.fields.default_language')}
          description={t('modules.organization.editor.language_hint')}
          value={values.default_language}
          onChange={(value) =>
            change({ default_language: locales.find((one) => one === value) ?? values.default_language })
          }
        >
          <div className={classes.choices}>
            {locales.map((one) => (
              <Radio key={one} value={one} label={t(`layout.languages.${one}`)} />
            ))}
          </div>
        </Radio.Group>
      </SheetForm>
    </Sheet>
  );
}
