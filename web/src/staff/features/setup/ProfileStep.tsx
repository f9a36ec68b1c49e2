import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { languages } from '@vpisnik/contract/common';
import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { controlId, useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';
import {
  type ProfileValues,
  profileFields,
  profileProblemsOf,
  profileValuesOf,
  profileWireOf,
} from './values.ts';

/** Step with the organisation's address and contacts for public pages and mails. */
export function ProfileStep({ organization, onDone }: StepProps) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const own = useSession().user?.email;
  const form = useEntityForm<ProfileValues, Organization>({
    initial: organization,
    valuesOf: profileValuesOf,
    problemsOf: (values) => profileProblemsOf(values, organization),
    send: (values, _fields, base) =>
      api.organizations.update({ body: profileWireOf(values, (base ?? organization).version) }),
  });
  const { summary } = useFormWords(form.values, (field, part) =>
    field !== 'profile'
      ? t(`modules.settings.fields.${field}`)
      : t(`modules.settings.profile.${profileFields.find((one) => one === part) ?? 'title'}`),
  );
  const { text, control } = useControls(form);
  const saved = () => {
    onDone();
    void store.reload();
  };
  return (
    <StepForm
      form={form}
      errors={summary(form.problems)}
      failed="errors.organization.save"
      submit={t('modules.setup.save')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        {...text('profile.address')}
        label={t('modules.settings.profile.address')}
        autoComplete="street-address"
      />
      <FieldPair>
        <TextInput
          {...text('profile.postal_code')}
          label={
            <>
              {t('modules.settings.profile.postal_code')} <Optional />
            </>
          }
          autoComplete="postal-code"
        />
        <TextInput
          {...text('profile.city')}
          label={t('modules.settings.profile.city')}
          autoComplete="address-level2"
        />
      </FieldPair>
      <TextInput
        {...text('profile.phone_number')}
        label={
          <>
            {t('modules.settings.profile.phone_number')} <Optional />
          </>
        }
        type="tel"
        autoComplete="tel"
      />
      <Checkbox.Group
        {...control('languages')}
        tabIndex={-1}
        label={t('modules.settings.fields.languages')}
        description={t('modules.settings.locale.languages_hint')}
        onChange={(chosen) => form.change({ languages: languages.filter((one) => chosen.includes(one)) })}
      >
        <Group gap={20} mt={6}>
          {languages.map((one) => (
            <Checkbox
              key={one}
              value={one}
              label={t(`layout.languages.${one}`)}
              // the language of the public pages where a visitor's is not offered; the settings change it
              disabled={one === organization.default_language}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <div>
        <TextInput
          {...text('contact_email')}
          label={
            <>
              {t('modules.settings.fields.contact_email')} <Optional />
            </>
          }
          description={t('modules.settings.contact_email_hint')}
          type="email"
          autoComplete="email"
        />
        {own && !form.values.contact_email && (
          <Button
            size="compact-sm"
            variant="subtle"
            mt={4}
            onClick={() => {
              form.change({ contact_email: own });
              // the button is gone once it is pressed
              document.getElementById(controlId('contact_email'))?.focus();
            }}
          >
            {t('modules.setup.profile.own_email', { email: own })}
          </Button>
        )}
      </div>
    </StepForm>
  );
}
