import { TextInput } from '@mantine/core';
import { type Organization, organizations } from '@vpisnik/contract/organizations';
import { changedProfileProblems } from '@vpisnik/contract/profile-rules';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { Optional } from '../../../ui/Optional.tsx';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';

const fields = ['address', 'postal_code', 'city', 'phone_number'] as const;
type Field = (typeof fields)[number];
type Values = { profile: Record<Field, string> };

/** Where the organisation is, as its public pages and mails say it. */
export function ProfileStep({ organization, onDone }: StepProps) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const form = useEntityForm<Values, Organization>({
    initial: organization,
    valuesOf: (row) => {
      const { address = '', postal_code = '', city = '', phone_number = '' } = row?.profile ?? {};
      return { profile: { address, postal_code, city, phone_number } };
    },
    problemsOf: ({ profile }) =>
      problemsOfBody(organizations.update.body, { profile, version: 1 }, [
        ...(['address', 'city'] as const).flatMap((field) =>
          profile[field].trim() ? [] : [{ path: `profile.${field}`, code: 'required' }],
        ),
        ...changedProfileProblems(organization.profile, profile),
      ]).map((problem) =>
        problem.path === 'profile.phone_number' ? { ...problem, code: 'invalid_phone' } : problem,
      ),
    send: ({ profile }, _fields, base) =>
      api.organizations.update({ body: { profile, version: base?.version ?? organization.version } }),
  });
  const { values, change, problems } = form;
  const { summary } = useFormWords((path) =>
    t(`modules.settings.profile.${fields.find((one) => path.endsWith(one)) ?? 'address'}`),
  );
  const input = (field: Field) => ({
    id: controlId(`profile.${field}`),
    value: values.profile[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ profile: { ...values.profile, [field]: event.currentTarget.value } }),
    error: errorAt(problems, `profile.${field}`, t),
  });
  const saved = () => {
    onDone();
    void store.reload();
  };
  return (
    <StepForm
      form={form}
      errors={summary(problems)}
      failed="errors.organization.save"
      submit={t('modules.setup.save')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        {...input('address')}
        label={t('modules.settings.profile.address')}
        autoComplete="street-address"
      />
      <FieldPair>
        <TextInput
          {...input('postal_code')}
          label={
            <>
              {t('modules.settings.profile.postal_code')} <Optional />
            </>
          }
          autoComplete="postal-code"
        />
        <TextInput
          {...input('city')}
          label={t('modules.settings.profile.city')}
          autoComplete="address-level2"
        />
      </FieldPair>
      <TextInput
        {...input('phone_number')}
        label={
          <>
            {t('modules.settings.profile.phone_number')} <Optional />
          </>
        }
        type="tel"
        autoComplete="tel"
      />
    </StepForm>
  );
}
