import { Select, TextInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n.ts';
import { isLocale } from '../../../lib/locale.ts';
import { useSession } from '../../../lib/session/context.ts';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { Optional } from '../../../ui/Optional.tsx';
import { controlId } from './person-form.ts';

export type Person = { name: string; email: string; phone: string; language: 'sl' | 'en' };

type PersonFieldsProps = {
  value: Person;
  onChange: (change: Partial<Person>) => void;
  errorAt: (path: string) => string | undefined;
};

/** A person as the application asks for them: name, contact, language of their mail. */
export function PersonFields({ value, onChange, errorAt }: PersonFieldsProps) {
  const { t } = useI18n();
  const offered = useSession().organization?.languages ?? ['sl', 'en'];
  const languages = [...new Set([...offered, value.language])];
  return (
    <>
      <TextInput
        id={controlId('name')}
        label={t('modules.participant.fields.name')}
        value={value.name}
        error={errorAt('name')}
        autoComplete="off"
        data-autofocus
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        id={controlId('email')}
        type="email"
        label={
          <>
            {t('modules.participant.fields.email')}
            <Optional />
          </>
        }
        description={value.email.trim() === '' && t('modules.participant.add.no_email')}
        value={value.email}
        error={errorAt('email')}
        autoComplete="off"
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <FieldPair>
        <TextInput
          id={controlId('phone')}
          type="tel"
          label={
            <>
              {t('modules.participant.fields.phone')}
              <Optional />
            </>
          }
          value={value.phone}
          error={errorAt('phone')}
          autoComplete="off"
          onChange={(event) => onChange({ phone: event.currentTarget.value })}
        />
        <Select
          id={controlId('language')}
          label={t('modules.participant.fields.language')}
          data={languages.map((one) => ({ value: one, label: t(`layout.languages.${one}`) }))}
          value={value.language}
          error={errorAt('language')}
          onChange={(language) => isLocale(language) && onChange({ language })}
        />
      </FieldPair>
    </>
  );
}

/** A person's fields as they travel: what was left empty is null. */
export function personBody({ name, email, phone, language }: Person) {
  return { name, email: email.trim() || null, phone: phone.trim() || null, language };
}
