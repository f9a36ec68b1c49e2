import { z } from 'zod';
import {
  editedReply,
  flag,
  type Language,
  label,
  languageList,
  listQuery,
  missingTexts,
  moveBody,
  nameTexts,
  pageOf,
  params,
  search,
  statusBody,
  type Texts,
  texts,
  textsReply,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
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

const manage = { scope: 'organization', rank: permissions['categories.manage'] } as const;
const read = { scope: 'organization', rank: permissions['catalogue.read'] } as const;

export const categories = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/categories',
    summary: 'Categories in their order',
    query: z.strictObject({ ...listQuery, search, active: flag.optional() }),
    reply: pageOf(reply),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/categories',
    summary: 'Add a category',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({ ...read, method: 'GET', path: '/categories/{id}', summary: 'One category', params, reply }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/categories/{id}',
    summary: 'Change a category',
    params,
    body: updateBody,
    reply,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/categories/{id}/status',
    summary: 'Activate or deactivate a category',
    params,
    body: statusBody,
    reply,
  }),
  move: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/categories/{id}/position',
    summary: 'Put a category before or after another one',
    params,
    body: moveBody,
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/categories/{id}',
    summary: 'Delete a category that no group uses',
    params,
    reply: null,
  }),
};
