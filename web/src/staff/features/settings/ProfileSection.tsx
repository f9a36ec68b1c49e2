import { TextInput } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { limits } from '@vpisnik/contract/limits';
import type { FieldsOf } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { SettingsSection } from '../../../ui/SettingsSection.tsx';
import classes from './settings.module.css';
import type { ProfileField, SettingsValues } from './settings-form.ts';

/** How each field is typed on a phone, and what the browser may fill in. */
const inputs: Record<ProfileField, { autoComplete: string; type?: string; maxLength: number }> = {
  company_name: { autoComplete: 'organization', maxLength: limits.name },
  address: { autoComplete: 'street-address', maxLength: limits.shortText },
  postal_code: { autoComplete: 'postal-code', maxLength: 20 },
  city: { autoComplete: 'address-level2', maxLength: limits.name },
  country: { autoComplete: 'country-name', maxLength: limits.name },
  vat_id: { autoComplete: 'off', maxLength: 30 },
  phone_number: { autoComplete: 'tel', type: 'tel', maxLength: limits.phone },
};

/** The organisation as invoices and legal pages name it. */
export function ProfileSection({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t } = useI18n();
  return (
    <SettingsSection
      title={t('modules.settings.profile.title')}
      description={t('modules.settings.profile.text')}
      icon={IconAddressBook}
    >
      <div className={classes.fields}>
        <ProfileInput form={form} field="company_name" />
        <ProfileInput form={form} field="address" />
        <FieldPair>
          <ProfileInput form={form} field="postal_code" />
          <ProfileInput form={form} field="city" />
        </FieldPair>
        <FieldPair>
          <ProfileInput form={form} field="country" />
          <ProfileInput form={form} field="vat_id" />
        </FieldPair>
        <FieldPair>
          <ProfileInput form={form} field="phone_number" />
        </FieldPair>
      </div>
    </SettingsSection>
  );
}

function ProfileInput({ form, field }: { form: FieldsOf<SettingsValues>; field: ProfileField }) {
  const { t } = useI18n();
  const { values, change, problems } = form;
  return (
    <TextInput
      {...inputs[field]}
      id={controlId(`profile.${field}`)}
      label={
        <>
          {t(`modules.settings.profile.${field}`)} <Optional />
        </>
      }
      value={values.profile[field]}
      onChange={(event) => change({ profile: { ...values.profile, [field]: event.currentTarget.value } })}
      error={errorAt(problems, `profile.${field}`, t)}
    />
  );
}
