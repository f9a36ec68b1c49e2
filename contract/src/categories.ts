import { z } from 'zod';
import { catalogueEndpoints } from './catalogue.ts';
import {
  editedReply,
  type Language,
  label,
  languageList,
  missingTexts,
  nameTexts,
  type Texts,
  texts,
  textsReply,
  version,
} from './common.ts';
import type { FieldError } from './rules/errors.ts';
import { permissions } from './rules/permissions.ts';

const fields = {
  label,
  languages: languageList,
  name: nameTexts,
  description: texts,
};

const createBody = z.strictObject(fields).partial().required({ label: true, languages: true, name: true });
const updateBody = z
  .strictObject({ ...fields, version })
  .partial()
  .required({ version: true });

const reply = z.object({
  ...editedReply,
  label: z.string(),
  languages: z.array(z.string()),
  name: textsReply,
  description: textsReply,
  position: z.number(),
  active: z.boolean(),
  groups_count: z.number(),
});

export type Category = z.output<typeof reply>;

/** Problems of a category across fields: names missing in its languages. */
export function categoryProblems(category: { languages: readonly Language[]; name: Texts }): FieldError[] {
  return missingTexts('name', category.name, category.languages).map((path) => ({ path, code: 'required' }));
}

export const categories = catalogueEndpoints({
  path: '/categories',
  many: 'Categories',
  one: 'category',
  rank: permissions['categories.manage'],
  createBody,
  updateBody,
  reply,
});
