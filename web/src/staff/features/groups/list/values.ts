import { type Language, languages, missingTexts, type Texts } from '@vpisnik/contract/common';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { limits } from '@vpisnik/contract/rules/limits';
import { labelWith } from '@vpisnik/contract/rules/slug';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { movedDay } from '../moved-day.ts';

/** Values of the sheet that copies a group. `weeks` applies only to the next season. */
export type CopyValues = {
  kind: 'season' | 'same';
  weeks: WholeNumber;
  name: Texts;
  label: string;
};

/** Weeks of a year's shift that keeps weekdays. */
export const yearOfWeeks = 52;

/** The most weeks that dates may be moved by. */
export const mostWeeks = Math.floor(limits.shiftDays / 7);

/** Why a number of weeks leads to no next season; null when it does. */
export function weeksProblem(weeks: WholeNumber): 'required' | 'integer' | 'too_small' | 'too_big' | null {
  if (weeks === null) return 'required';
  if (typeof weeks !== 'number') return 'integer';
  if (weeks < 1) return 'too_small';
  return weeks > mostWeeks ? 'too_big' : null;
}

/** Proposes a name and label that are probably free: for the next season, or for a second group of the same kind. */
export function proposedCopy(
  group: Pick<GroupSummary, 'name' | 'label' | 'start_date'>,
  kind: CopyValues['kind'],
  t: Translate<MessageKey>,
): CopyValues {
  const year = (movedDay(group.start_date, yearOfWeeks * 7) ?? new Date().toISOString()).slice(0, 4);
  const tail = kind === 'season' ? year : '2';
  const names = languages
    .filter((language) => group.name[language])
    .map((language) => [
      language,
      kind === 'season'
        ? group.name[language]
        : t(`modules.group_tools.copy.copy_of_${language}`, { name: group.name[language] ?? '' }).slice(
            0,
            limits.name,
          ),
    ]);
  return {
    kind,
    weeks: yearOfWeeks,
    name: Object.fromEntries(names),
    label: labelWith(group.label, tail),
  };
}

/** The values as they travel. */
export function copyBody({ kind, weeks, name, label }: CopyValues) {
  return { name, label, shift_days: kind === 'season' ? (numberOf(weeks) ?? 0) * 7 : 0 };
}

/** Checks beyond the call's schema: names in all languages of the group, and the weeks of a next season. */
export function copyProblems(values: CopyValues, offered: readonly Language[]): FieldError[] {
  const unnamed = missingTexts('name', values.name, offered).map((path) => ({ path, code: 'required' }));
  const code = values.kind === 'season' ? weeksProblem(values.weeks) : null;
  if (code === null) return unnamed;
  return [...unnamed, { path: 'weeks', code, limit: code === 'too_small' ? 1 : mostWeeks }];
}
