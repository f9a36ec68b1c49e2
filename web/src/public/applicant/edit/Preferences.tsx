import type { Language } from '@vpisnik/contract/rules/texts';
import { FieldGroup } from '../../apply/form/Field.tsx';
import { useWords } from '../words.ts';

type Props = { languages: readonly Language[]; given: (control: string) => string | undefined };

/** In which language mails are, and whether news come; each organisation's for all applications of the address. */
export function Preferences({ languages, given }: Props) {
  const { t } = useWords();
  return (
    <>
      {languages.length > 1 && (
        <Choice
          name="mail_language"
          label={t('applicant.edit.language')}
          given={given('mail_language')}
          options={languages.map((one) => ({ value: one, label: t(`applicant.edit.languages.${one}`) }))}
        />
      )}
      <Choice
        name="news"
        label={t('applicant.edit.news')}
        hint={t('applicant.edit.news_hint')}
        given={given('news')}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`applicant.data.${value}`) }))}
      />
    </>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  hint?: string;
  given: string | undefined;
  options: { value: string; label: string }[];
};

function Choice({ name, label, hint, given, options }: ChoiceProps) {
  return (
    <FieldGroup asked={{ name, label, hint, required: true }}>
      <div className="pick two">
        {options.map((option) => (
          <label key={option.value}>
            <input
              className="check"
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === given}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
