import { useI18n } from '../../../lib/text/i18n.ts';
import { isLocale } from '../../../lib/text/locale.ts';
import { useFormWords } from '../../../ui/form/form-words.ts';
import type { Question } from './forms/questions.ts';
import type { Person } from './forms/values.ts';

/** The fields of the forms about a participant. */
type Field = keyof Person | 'group_id' | 'notes' | 'answers' | 'status' | 'notify';

/** Words about a participant's form: the error summary and the sides of a conflict. */
export function useParticipantWords<Own extends Field>(
  values: Readonly<Record<Own, unknown>>,
  questions: readonly Question[] = [],
) {
  const { t } = useI18n();
  return useFormWords<Record<Field, unknown>>(
    values as Record<Field, unknown>,
    (field, part) => {
      if (field === 'status') return t('modules.participant.list.column_status');
      if (field === 'notify') return t('modules.participant.add.tell');
      const question = field === 'answers' && questions.find(({ id }) => id === part);
      return question ? question.name : t(`modules.participant.fields.${field}`);
    },
    ({ unit }, value) => {
      if (unit === 'language' && isLocale(value)) return t(`layout.languages.${value}`);
      const { options } = questions.find(({ id }) => unit === `answers.${id}`) ?? { options: [] };
      const chosen = options.filter((option) => [value].flat().includes(option.value));
      return chosen.length > 0 ? chosen.map(({ label }) => label).join(', ') : undefined;
    },
  );
}
