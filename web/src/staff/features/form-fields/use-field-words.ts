import { bestText } from '@vpisnik/contract/common';
import { type FieldPurpose, fieldPurposes, fieldTypes } from '@vpisnik/contract/form-fields';
import { useI18n } from '../../../lib/i18n.ts';
import { useFormWords } from '../../../ui/form-words.ts';
import type { OptionValue } from './field-values.ts';

const own = ['name', 'type', 'required', 'sensitive', 'purpose', 'options'] as const;
const purposeNames = Object.keys(fieldPurposes) as FieldPurpose[];
const shared = ['label', 'languages', 'description'] as const;

/** Words about a field's form: its error summary, and the two sides of a conflict. */
export function useFieldWords() {
  const { t, locale } = useI18n();
  const nameOf = (path: string) => {
    const [field, at, part] = path.split('.');
    if (field === 'options' && at !== undefined) {
      const place = Number(at) + 1;
      return part === 'value'
        ? t('modules.form_field.options.value', { place })
        : t('modules.form_field.options.name', { place });
    }
    const common = shared.find((one) => one === field);
    if (common) return t(`modules.catalogue.${common}`);
    return t(`modules.form_field.fields.${own.find((one) => one === field) ?? 'name'}`);
  };
  return useFormWords(nameOf, ({ unit }, value) => {
    if (unit === 'options')
      return (value as OptionValue[]).map(({ name }) => bestText(name, locale).text).join(', ');
    if (unit === 'purpose')
      return t(`modules.form_field.purposes.${purposeNames.find((one) => one === value) ?? 'none'}`);
    const type = unit === 'type' && fieldTypes.find((one) => one === value);
    return type ? t(`modules.form_field.types.${type}`) : undefined;
  });
}
