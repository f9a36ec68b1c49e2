import { type Family, families } from '@vpisnik/contract/families';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../../lib/form/problems.ts';

/** The contact of a family; a field is empty where its members differ, and then leaves them as they are. */
export type ContactValues = { name: string; email: string; phone: string };

type Field = keyof ContactValues;
const lists = { name: 'names', email: 'emails', phone: 'phones' } as const;

/** What members say about a field. */
export const saidOf = ({ contact }: Family, field: Field): readonly string[] => contact[lists[field]];

const onlyOf = (family: Family | null, field: Field) => {
  const [one = '', ...more] = family ? saidOf(family, field) : [];
  return more.length === 0 ? one : '';
};

/** The contact of a family as a form holds it. */
export const valuesOf = (family: Family | null): ContactValues => ({
  name: onlyOf(family, 'name'),
  email: onlyOf(family, 'email'),
  phone: onlyOf(family, 'phone'),
});

/** The applications of a family, as a contact is sent with them. */
const membersOf = ({ children }: Family) =>
  children.flatMap(({ applications }) => applications.map(({ id, version }) => ({ id, version })));

/** The body of a changed contact. */
export const wireOf = (values: ContactValues, fields: readonly Field[], family: Family) => ({
  version: family.version,
  members: membersOf(family),
  ...Object.fromEntries(fields.map((field) => [field, values[field]])),
});

/** Problems of a contact: a value that all have can't be emptied for all of them. */
export function problemsOf(values: ContactValues, family: Family): FieldError[] {
  const before = valuesOf(family);
  const changed = (['name', 'email', 'phone'] as const).filter((field) => values[field] !== before[field]);
  const emptied = changed.filter((field) => values[field].trim() === '');
  return problemsOfBody(
    families.setContact.body,
    wireOf(
      values,
      changed.filter((field) => !emptied.includes(field)),
      family,
    ),
    emptied.map((path) => ({ path, code: 'required' })),
  );
}

/** The application whose group has the new address already; undefined for any other problem. */
export function clashOf(problems: readonly FieldError[], family: Family) {
  const [, at] = problems.flatMap(({ path }) => /^members\.(\d+)$/.exec(path) ?? []);
  const member = at === undefined ? undefined : membersOf(family)[Number(at)];
  return family.children.flatMap(({ applications }) => applications).find(({ id }) => id === member?.id);
}
