import { bestText } from '@vpisnik/contract/common';
import { type FieldPurpose, fieldPurposes, fieldTypes } from '@vpisnik/contract/form-fields';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useFormWords } from '../../../ui/form/form-words.ts';
import type { FieldValues, OptionValue } from './values.ts';

const purposeNames = Object.keys(fieldPurposes) as FieldPurpose[];

/** Words about a field's form: its error summary, and the two sides of a conflict. */
export function useFieldWords(values: FieldValues) {
  const { t, locale } = useI18n();
  const nameOf = (field: keyof FieldValues, rest: string) => {
    const [at, part] = rest.split('.');
    if (field === 'options' && at)
      return t(`modules.form_field.options.${part === 'value' ? 'value' : 'name'}`, {
        place: Number(at) + 1,
      });
    if (field === 'label' || field === 'languages' || field === 'description')
      return t(`modules.catalogue.${field}`);
    return t(`modules.form_field.fields.${field}`);
  };
  return useFormWords(values, nameOf, ({ unit }, value) => {
    if (unit === 'options')
      return (value as OptionValue[]).map(({ name }) => bestText(name, locale).text).join(', ');
    if (unit === 'purpose')
      return t(`modules.form_field.purposes.${purposeNames.find((one) => one === value) ?? 'none'}`);
    const type = unit === 'type' && fieldTypes.find((one) => one === value);
    return type ? t(`modules.form_field.types.${type}`) : undefined;
  });
}
