import { Select, TextInput } from '@mantine/core';
import type { PersonFact } from '@vpisnik/contract/rules/application-form';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { ReactNode } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { isLocale } from '../../../../lib/text/locale.ts';
import { Controls } from '../../../../ui/form/Controls.tsx';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { controlId, errorAt } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import type { Person } from './values.ts';

type PersonFieldsProps = {
  values: Person;
  change: (part: Partial<Person>) => void;
  problems: readonly FieldError[];
  /** Without it a guardian's telephone is asked for instead. */
  withPhone: boolean;
};

/** A person as the application asks for them: name, contact, language of their mail. */
export function PersonFields({ values, change, problems, withPhone }: PersonFieldsProps) {
  const { t } = useI18n();
  const offered = useSession().organization?.languages ?? ['sl', 'en'];
  const languages = [...new Set([...offered, values.language])];
  const text = (field: 'name' | 'email' | PersonFact) => ({
    id: controlId(field),
    value: values[field],
    error: errorAt(problems, field, t),
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
    label: (
      <>
        {t(`modules.participant.fields.${field}`)}
        {field !== 'name' && <Optional />}
      </>
    ),
  });
  const languageField = (
    <Select
      id={controlId('language')}
      label={t('modules.participant.fields.language')}
      data={languages.map((one) => ({ value: one, label: t(`layout.languages.${one}`) }))}
      value={values.language}
      error={errorAt(problems, 'language', t)}
      onChange={(language) => isLocale(language) && change({ language })}
    />
  );
  const { phone, ...others }: Record<PersonFact, ReactNode> = {
    phone: withPhone && <TextInput {...text('phone')} type="tel" />,
  };
  return (
    <>
      <TextInput {...text('name')} />
      <TextInput
        {...text('email')}
        type="email"
        description={values.email.trim() === '' && t('modules.participant.add.no_email')}
      />
      <Controls of={others} />
      {phone ? (
        <FieldPair>
          {phone}
          {languageField}
        </FieldPair>
      ) : (
        languageField
      )}
    </>
  );
}
