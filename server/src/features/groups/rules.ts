import { isDeepStrictEqual } from 'node:util';
import type { contract } from '@vpisnik/contract/contract';
import { type Group, type GroupFieldInput, groupProblems } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { categories, files, form_fields, locations, notification_templates } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { languageProblems } from '../organizations/languages.ts';
import { selectAnswered } from './queries.ts';

type Body = z.output<typeof contract.groups.create.body>;

/** A group as it would be after the change, as far as rules look at it. */
export type Whole = Parameters<typeof groupProblems>[0] &
  Pick<
    Group,
    'active' | 'description' | 'price_text' | 'category_id' | 'location_id' | 'leader_ids' | 'banner_id'
  > & {
    email_settings: NonNullable<Body['email_settings']>;
  };

/**
 * Problems of a group before it is written. References must exist; new references must also be active, so that a group
 * stays valid when a row it uses is deactivated.
 *
 * @param current the group as it is, undefined for a new one
 */
export async function problemsOf(
  scope: Scope,
  group: Whole,
  current: Group | undefined,
): Promise<FieldError[]> {
  const picked = group.fields.flatMap(({ form_field_id }) => form_field_id ?? []);
  const [languages, catalogue, category, location, leaders, emails, banner, types] = await Promise.all([
    languageProblems(scope, group.languages, current?.languages),
    scope.tx
      .select({
        id: form_fields.id,
        type: form_fields.type,
        languages: form_fields.languages,
        active: form_fields.active,
      })
      .from(form_fields)
      .where(owned(scope, form_fields, picked))
      // they stay as they were judged until the group is written
      .for('share'),
    referenceProblems(scope, categories, 'category_id', group.category_id, current?.category_id),
    referenceProblems(scope, locations, 'location_id', group.location_id, current?.location_id),
    leaderProblems(scope, group.leader_ids, current?.leader_ids ?? []),
    templateProblems(scope, group.email_settings, current),
    bannerProblems(scope, group.banner_id, current?.banner_id),
    typeProblems(scope, group.fields, current),
  ]);
  const fields = fieldProblems(group.fields, current, catalogue);
  return [
    ...groupProblems(group, catalogue),
    ...languages,
    ...category,
    ...location,
    ...leaders,
    ...fields,
    ...types,
    ...emails,
    ...banner,
  ];
}

const owned = (scope: Scope, table: Record<'organization_id' | 'id', AnyPgColumn>, ids: string[]) =>
  and(eq(table.organization_id, scope.organizationId), inArray(table.id, ids));

async function referenceProblems(
  scope: Scope,
  table: typeof categories | typeof locations,
  path: string,
  id: string | null,
  before: string | null | undefined,
): Promise<FieldError[]> {
  if (id === null || id === before) return [];
  const rows = await scope.tx
    .select({ active: table.active })
    .from(table as typeof categories)
    .where(owned(scope, table, [id]));
  if (!rows[0]) return [{ path, code: 'unknown_id' }];
  return rows[0].active ? [] : [{ path, code: 'inactive' }];
}

/** Only a banner that is wholly in storage can be taken. */
async function bannerProblems(
  scope: Scope,
  id: string | null,
  before: string | null | undefined,
): Promise<FieldError[]> {
  if (id === null || id === before) return [];
  const rows = await scope.tx
    .select({ id: files.id })
    .from(files)
    .where(and(owned(scope, files, [id]), eq(files.kind, 'banner'), eq(files.stored, true)));
  return rows[0] ? [] : [{ path: 'banner_id', code: 'unknown_id' }];
}

async function leaderProblems(scope: Scope, ids: string[], before: string[]): Promise<FieldError[]> {
  const added = ids.filter((id) => !before.includes(id));
  const { rows } = await scope.tx.execute<{ id: string; active: boolean }>(
    sql`select id, active from staff where id = any (${sql.param(added)}::uuid[])`,
  );
  return ids.flatMap((id, at) => {
    const path = `leader_ids.${at}`;
    if (ids.indexOf(id) < at) return [{ path, code: 'duplicate' }];
    if (before.includes(id)) return [];
    const person = rows.find((row) => row.id === id);
    if (!person) return [{ path, code: 'unknown_id' }];
    return person.active ? [] : [{ path, code: 'inactive' }];
  });
}

async function templateProblems(
  scope: Scope,
  settings: Whole['email_settings'],
  current: Group | undefined,
): Promise<FieldError[]> {
  const set = Object.entries(settings).flatMap(([type, setting]) => {
    const before = current?.email_settings[type as keyof typeof settings]?.template_id;
    const id = setting?.template_id;
    return id && id !== before ? [{ type, id, path: `email_settings.${type}.template_id` }] : [];
  });
  if (set.length === 0) return [];
  const { id, email_type, active } = notification_templates;
  const templates = await scope.tx
    .select({ id, email_type, active })
    .from(notification_templates)
    .where(
      owned(
        scope,
        notification_templates,
        set.map((one) => one.id),
      ),
    );
  return set.flatMap(({ type, id, path }) => {
    const template = templates.find((one) => one.id === id);
    if (!template || template.email_type !== type) return [{ path, code: 'unknown_id' }];
    return template.active ? [] : [{ path, code: 'inactive' }];
  });
}

/** Ids that aren't the group's, questions asked twice, and catalogue fields that are no longer offered. */
function fieldProblems(
  fields: readonly GroupFieldInput[],
  current: Group | undefined,
  catalogue: { id: string; active: boolean }[],
): FieldError[] {
  return fields.flatMap((field, at) => {
    const path = `fields.${at}`;
    const kept = current?.fields.find(({ id }) => id === field.id);
    const source = field.form_field_id ?? null;
    if (field.id && fields.findIndex(({ id }) => id === field.id) < at)
      return [{ path: `${path}.id`, code: 'duplicate' }];
    // a row keeps its source: answers already given refer to it
    if (field.id && kept?.form_field_id !== source) return [{ path: `${path}.id`, code: 'unknown_id' }];
    if (source === null) return [];
    if (fields.findIndex(({ form_field_id }) => form_field_id === source) < at)
      return [{ path: `${path}.form_field_id`, code: 'duplicate' }];
    const active = catalogue.find(({ id }) => id === source)?.active ?? true;
    return kept || active ? [] : [{ path: `${path}.form_field_id`, code: 'inactive' }];
  });
}

/** Answers are of the type they were given as: a question of the group's own that has some keeps its type. */
async function typeProblems(
  scope: Scope,
  fields: readonly GroupFieldInput[],
  current: Group | undefined,
): Promise<FieldError[]> {
  const retyped = fields.flatMap(({ id, question }, at) => {
    const before = current?.fields.find((one) => one.id === id)?.question;
    return id && question && before && question.type !== before.type ? [{ id, at }] : [];
  });
  if (!current || retyped.length === 0) return [];
  const answered = await selectAnswered(scope, current.id);
  return retyped
    .filter(({ id }) => answered.has(id))
    .map(({ at }) => ({ path: `fields.${at}.question.type`, code: 'has_answers' }));
}

/** Whether a form asks the very same questions, perhaps in another order. */
export function isReordered(before: Group['fields'], after: readonly GroupFieldInput[]): boolean {
  const asked = before.map(({ id, form_field_id, question, widget, required }) => {
    return { id, form_field_id, question, widget, required };
  });
  return isDeepStrictEqual(byId(asked), byId(after));
}

const byId = <F extends { id?: string | undefined }>(fields: readonly F[]) =>
  fields.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
