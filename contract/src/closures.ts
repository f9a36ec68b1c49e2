/** Days on which an organisation is closed: its own, public holidays and school breaks, each of them as it chooses. */
import { z } from 'zod';
import { day, flag, missingTexts, nameTexts, params, type Texts, textsReply, version } from './common.ts';
import { endpoint } from './kit.ts';
import type { FieldError } from './rules/errors.ts';
import { permissions } from './rules/permissions.ts';
import { type Language, languages } from './rules/texts.ts';

/** School breaks that apply: none, or with the winter break of Slovenia's east or west. */
export const schoolBreaks = ['none', 'east', 'west'] as const;

/** The names under which holidays and breaks are known, for instance `holiday:2026-12-25`, `break:2026-27:winter-east`. */
const source = z
  .string()
  .max(60)
  .regex(/^(holiday|break):[\d-]+(:[a-z-]+)?$/, { error: 'unknown_id' });

const fields = { name: nameTexts, start_date: day, end_date: day, active: z.boolean() };

const reply = z.object({
  /** Null for a known holiday or break that the organisation has not changed. */
  id: z.string().nullable(),
  version: z.number().nullable(),
  /** Key of the known holiday or break; null for the organisation's own closure. */
  source: z.string().nullable(),
  kind: z.enum(['own', 'holiday', 'school_break']),
  name: textsReply,
  start_date: z.string(),
  end_date: z.string(),
  /** Whether sessions are taken out; inactive where they take place all the same. */
  active: z.boolean(),
  /** Whether its name or days are others than those of the known holiday or break. */
  changed: z.boolean(),
});
export type ClosureDay = z.output<typeof reply>;

/** Whether people of the groups whose dates change are told. */
const notify = z.boolean().default(false);

const createBody = z.strictObject({
  ...fields,
  active: z.boolean().default(true),
  source: source.nullable().default(null),
  notify,
});

/** Longest closure, in days; longer pauses are a group's end date. */
const MAX_CLOSURE_DAYS = 366;

/** Problems of a closure across fields: no name in any language, an end before the start, or too many days. */
export function closureProblems(
  closure: { name: Texts; start_date: string; end_date: string },
  [first = 'sl']: readonly Language[] = languages,
): FieldError[] {
  const named = languages.some((one) => closure.name[one]?.trim());
  const problems: FieldError[] = named
    ? []
    : missingTexts('name', closure.name, [first]).map((path) => ({ path, code: 'required' }));
  if (closure.end_date < closure.start_date) problems.push({ path: 'end_date', code: 'before_start' });
  else if (Date.parse(closure.end_date) - Date.parse(closure.start_date) >= MAX_CLOSURE_DAYS * 86_400_000)
    problems.push({ path: 'end_date', code: 'too_many_days' });
  return problems;
}

const manage = { scope: 'organization', rank: permissions['settings.manage'] } as const;

export const closures = {
  list: endpoint({
    scope: 'organization',
    rank: permissions['dashboard.view'],
    method: 'GET',
    path: '/closures',
    summary:
      "Closed days that touch a span: own ones, and the holidays and breaks of the organisation's choice",
    query: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => to >= from, { error: 'before_start', path: ['to'] })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 5 * 366 * 86_400_000, {
        error: 'too_many_days',
        path: ['to'],
      }),
    reply: z.object({
      results: z.array(reply),
      /** The last day until which school breaks are known; later ones are not in the list. */
      breaks_known_until: z.string(),
    }),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/closures',
    summary: 'Add a closure, or change what a known holiday or break does',
    body: createBody,
    reply,
    status: 201,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/closures/{id}',
    summary: 'Change a closure',
    params,
    body: z
      .strictObject({ ...fields, notify, version })
      .partial()
      .required({ version: true }),
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/closures/{id}',
    summary: 'Delete a closure; a known holiday or break is again as everybody knows it',
    params,
    query: z.strictObject({ notify: flag.default(false) }),
    reply: null,
  }),
};
