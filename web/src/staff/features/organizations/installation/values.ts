import { type Installation, installation } from '@vpisnik/contract/installation';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Api } from '../../../../lib/api.ts';
import { problemsOfBody } from '../../../../lib/form/problems.ts';

/** The fields of the form in their order. */
export type NoticeValues = { notice: Record<Language, string> };

export const valuesOf = (row: Installation | null): NoticeValues => ({
  notice: { sl: row?.notice.sl ?? '', en: row?.notice.en ?? '' },
});

/** The texts as they are sent and shown: each on one line. */
export const wireOf = ({ notice: { sl, en } }: NoticeValues): NoticeValues => {
  const onLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return { notice: { sl: onLine(sl), en: onLine(en) } };
};

/** Problems of the form, by the contract's schema. */
export const problemsOf = (values: NoticeValues): FieldError[] =>
  problemsOfBody(installation.update.body, { ...wireOf(values), version: 1 });

/** Saves the notice. */
export const saveNotice = (api: Api, values: NoticeValues, row: Installation | null): Promise<Installation> =>
  api.installation.update({ body: { ...wireOf(values), version: row?.version ?? 1 } });
