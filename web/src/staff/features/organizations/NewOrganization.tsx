import { Radio, TextInput } from '@mantine/core';
import { type Organization, organizations } from '@vpisnik/contract/organizations';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { locales } from '../../../lib/text/locale.ts';
import { Sheet, SheetForm } from '../../../ui/form/FormSheet.tsx';
import { controlId, useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { useOrganizationsAddress } from './address.ts';
import classes from './organizations.module.css';
import { useRefreshOrganizations } from './queries.ts';

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
  const { summary } = useFormWords(values, (field) => t(`modules.organization.fields.${field}`));
  const { text } = useControls(form);
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
          {...text('name')}
          data-autofocus
          label={t('modules.organization.fields.name')}
          autoComplete="off"
        />
        <TextInput
          {...text('owner_name')}
          label={t('modules.organization.fields.owner_name')}
          description={t('modules.organization.editor.owner_name_hint')}
          autoComplete="off"
        />
        <TextInput
          {...text('owner_email')}
          type="email"
          label={t('modules.organization.fields.owner_email')}
          description={t('modules.organization.editor.owner_email_hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
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
