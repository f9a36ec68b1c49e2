import { useI18n } from '../../../lib/i18n.ts';
import { isLocale } from '../../../lib/locale.ts';
import { useFormWords } from '../../../ui/form-words.ts';
import type { Question } from './questions.ts';

const fields = ['group_id', 'name', 'email', 'phone', 'language', 'notes'] as const;

/** Words about a participant's form: the error summary and the sides of a conflict. */
export function useParticipantWords(questions: readonly Question[] = []) {
  const { t } = useI18n();
  const questionAt = (path: string) => questions.find(({ id }) => path === `answers.${id}`);
  return useFormWords(
    (path) => {
      const field = fields.find((one) => one === path);
      return questionAt(path)?.name ?? t(`modules.participant.fields.${field ?? 'answers'}`);
    },
    ({ unit }, value) => {
      if (unit === 'language' && isLocale(value)) return t(`layout.languages.${value}`);
      const { options } = questionAt(unit) ?? { options: [] };
      const chosen = options.filter((option) => [value].flat().includes(option.value));
      return chosen.length > 0 ? chosen.map(({ label }) => label).join(', ') : undefined;
    },
  );
}
