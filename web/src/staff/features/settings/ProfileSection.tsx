import { TextInput } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { countries, countryName, isHomeCountry } from '@vpisnik/contract/rules/countries';
import { useMemo } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { controlId, errorAt, useControls } from '../../../ui/form/form-words.ts';
import { LongSelect } from '../../../ui/form/LongSelect.tsx';
import { Optional } from '../../../ui/form/Optional.tsx';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import classes from './settings.module.css';
import type { ProfileField, SettingsValues } from './values.ts';

/** Keyboard type and autofill token of each field. */
const inputs: Record<Exclude<ProfileField, 'country'>, { autoComplete: string; type?: string }> = {
  company_name: { autoComplete: 'organization' },
  address: { autoComplete: 'street-address' },
  postal_code: { autoComplete: 'postal-code' },
  city: { autoComplete: 'address-level2' },
  vat_id: { autoComplete: 'off' },
  phone_number: { autoComplete: 'tel', type: 'tel' },
};

/** The organisation as invoices and legal pages name it. */
export function ProfileSection({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t } = useI18n();
  return (
    <SettingsSection
      anchor="profile"
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
          <CountryField form={form} />
          <ProfileInput form={form} field="vat_id" />
        </FieldPair>
        <FieldPair>
          <ProfileInput form={form} field="phone_number" />
        </FieldPair>
        <ContactEmail form={form} />
      </div>
    </SettingsSection>
  );
}

/** The published address; says what follows from leaving it empty. */
function ContactEmail({ form }: { form: FieldsOf<SettingsValues> }) {
  const { t } = useI18n();
  const { text } = useControls(form);
  return (
    <TextInput
      {...text('contact_email')}
      type="email"
      autoComplete="email"
      label={
        <>
          {t('modules.settings.fields.contact_email')} <Optional />
        </>
      }
      description={t('modules.settings.contact_email_hint')}
    />
  );
}

type ProfileInputProps = { form: FieldsOf<SettingsValues>; field: keyof typeof inputs };

function ProfileInput({ form, field }: ProfileInputProps) {
  const { t } = useI18n();
  const { text } = useControls(form);
  return (
    <TextInput
      {...inputs[field]}
      {...text(`profile.${field}`)}
      label={
        <>
          {t(`modules.settings.profile.${field}`)} <Optional />
        </>
      }
    />
  );
}

/** Countries by their names, Slovenia and its neighbours first; what an older profile says stays until it is changed. */
function CountryField({ form: { values, change, problems } }: { form: FieldsOf<SettingsValues> }) {
  const { t, locale } = useI18n();
  const { country } = values.profile;
  const data = useMemo(() => {
    const known = country && !countries.includes(country) ? [country, ...countries] : countries;
    return known
      .map((value) => ({ value, label: countryName(value, locale) }))
      .sort(
        (a, b) =>
          Number(isHomeCountry(b.value)) - Number(isHomeCountry(a.value)) ||
          a.label.localeCompare(b.label, locale),
      );
  }, [country, locale]);
  return (
    <LongSelect
      id={controlId('profile.country')}
      label={
        <>
          {t('modules.settings.profile.country')} <Optional />
        </>
      }
      data={data}
      clearable
      clearButtonProps={{ 'aria-label': t('modules.settings.profile.clear_country') }}
      nothingFoundMessage={t('modules.settings.profile.no_country')}
      autoComplete="off"
      value={country || null}
      onChange={(value) => change({ profile: { ...values.profile, country: value ?? '' } })}
      error={errorAt(problems, 'profile.country', t)}
    />
  );
}
