import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type Language, languages } from '@vpisnik/contract/common';
import { type Organization, organizations } from '@vpisnik/contract/organizations';
import { changedProfileProblems } from '@vpisnik/contract/rules/profile-rules';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { controlId, useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';

const fields = ['address', 'postal_code', 'city', 'phone_number'] as const;
type Field = (typeof fields)[number];
type Values = { profile: Record<Field, string>; contact_email: string; languages: Language[] };

const contactOf = ({ contact_email }: Pick<Values, 'contact_email'>) => contact_email.trim() || null;

/** Step with the organisation's address and contacts for public pages and mails. */
export function ProfileStep({ organization, onDone }: StepProps) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const own = useSession().user?.email;
  const form = useEntityForm<Values, Organization>({
    initial: organization,
    valuesOf: (row) => {
      const { address = '', postal_code = '', city = '', phone_number = '' } = row?.profile ?? {};
      const contact_email = row?.contact_email ?? '';
      const { languages = [] } = row ?? {};
      return {
        profile: { address, postal_code, city, phone_number },
        contact_email,
        languages: [...languages],
      };
    },
    problemsOf: ({ profile, languages, ...values }) =>
      problemsOfBody(
        organizations.update.body,
        { profile, languages, contact_email: contactOf(values), version: 1 },
        [
          ...(['address', 'city'] as const).flatMap((field) =>
            profile[field].trim() ? [] : [{ path: `profile.${field}`, code: 'required' }],
          ),
          ...changedProfileProblems(organization.profile, profile),
        ],
      ).map((problem) =>
        problem.path === 'profile.phone_number' ? { ...problem, code: 'invalid_phone' } : problem,
      ),
    send: ({ profile, languages, ...values }, _fields, base) =>
      api.organizations.update({
        body: {
          profile,
          languages,
          contact_email: contactOf(values),
          version: base?.version ?? organization.version,
        },
      }),
  });
  const { summary } = useFormWords(form.values, (field, part) =>
    field !== 'profile'
      ? t(`modules.settings.fields.${field}`)
      : t(`modules.settings.profile.${fields.find((one) => one === part) ?? 'title'}`),
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
