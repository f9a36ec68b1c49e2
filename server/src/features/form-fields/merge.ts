import { bestText } from '@vpisnik/contract/common';
import { contract } from '@vpisnik/contract/contract';
import { isChoice, type MergePlan } from '@vpisnik/contract/form-fields';
import { limits } from '@vpisnik/contract/rules/limits';
import { and, eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lockOrder } from '../../db/catalogue.ts';
import { activity_log, form_fields } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { editConflict, found, invalidFields } from '../../errors.ts';
import {
  adoptAnswers,
  holdAnswers,
  lockFields,
  lockGroupsAsking,
  repointFields,
  selectMergeUses,
  touchGroupsAsking,
} from './queries.ts';
import { formFieldCatalogue } from './service.ts';

type Row = InferSelectModel<typeof form_fields>;
type Facts = Pick<Row, 'id' | 'type' | 'languages' | 'purpose' | 'sensitive' | 'options'>;
type Obstacle = MergePlan['obstacles'][number];

/** Previews a merge of a field into another: its effects and obstacles. Changes nothing. */
export async function planMerge(scope: Scope, id: string, into: string): Promise<MergePlan> {
  const from = await formFieldCatalogue.get(scope, id);
  const target = await formFieldCatalogue.get(scope, into).catch(unknownTarget);
  return planOf(scope, from, target);
}

/**
 * Merges a field into another, which groups ask from then on, and deletes it. Its answers count as the other field's, but
 * keep the label and wording of the question asked, which may be a consent. Raises the versions of those groups, so that
 * open editors notice.
 */
export async function mergeFields(
  scope: Scope,
  id: string,
  { into, version, into_version }: z.output<typeof contract.form_fields.merge.body>,
) {
  await lockOrder(scope, form_fields);
  // groups before fields, as saving a group does; both fields' groups, or an application could miss that it is sensitive now
  await lockGroupsAsking(scope, id, into);
  const rows = await lockFields(scope, [id, into]);
  const from = found(rows.find((row) => row.id === id));
  const target = rows.find((row) => row.id === into) ?? unknownTarget();
  const { reply } = contract.form_fields.get;
  for (const [row, known] of [[from, version] as const, [target, into_version] as const])
    if (row.version !== known) throw editConflict(await formFieldCatalogue.get(scope, row.id), reply);
  const plan = await planOf(scope, from, target);
  if (plan.obstacles.length > 0)
    throw invalidFields(plan.obstacles.map(({ code }) => ({ path: 'into', code })));

  await touchGroupsAsking(scope, id);
  await holdAnswers(scope);
  await adoptAnswers(scope, id, into);
  await repointFields(scope, id, into);
  await scope.tx
    .update(form_fields)
    .set({
      options: [...target.options, ...plan.added_options],
      sensitive: target.sensitive || from.sensitive,
      purpose: target.purpose ?? from.purpose,
      updated_at: sql`now()`,
    })
    .where(own(scope, into));
  await scope.tx.delete(form_fields).where(own(scope, id));
  await scope.tx.insert(activity_log).values({
    organization_id: scope.organizationId,
    account_id: scope.accountId,
    actor: scope.name,
    action: 'form_field_merged',
    entity: 'form_field',
    entity_id: into,
    changes: { name: bestText(from.name, scope.language).text, from: from.label, to: target.label },
  });
  return formFieldCatalogue.get(scope, into);
}

const own = (scope: Scope, id: string) =>
  and(eq(form_fields.organization_id, scope.organizationId), eq(form_fields.id, id));

function unknownTarget(): never {
  throw invalidFields([{ path: 'into', code: 'unknown_id' }]);
}

async function planOf(scope: Scope, from: Facts, target: Facts): Promise<MergePlan> {
  const { languages, ...counts } = await selectMergeUses(scope, from.id, target.id);
  const { added, differing } = reconciled(from, target);
  const lacking = languages.filter((one) => !target.languages.includes(one));
  const obstacles: (Obstacle | false)[] = [
    from.id === target.id && { code: 'same_field', about: [] },
    from.type !== target.type && { code: 'type_differs', about: [] },
    from.purpose !== null &&
      target.purpose !== null &&
      from.purpose !== target.purpose && { code: 'purpose_differs', about: [] },
    lacking.length > 0 && { code: 'languages_missing', about: lacking },
    from.type === target.type && differing.length > 0 && { code: 'options_differ', about: differing },
    target.options.length + added.length > limits.options && { code: 'options_too_many', about: [] },
  ];
  return {
    ...counts,
    added_options: added,
    becomes_sensitive: from.sensitive && !target.sensitive,
    obstacles: obstacles.filter((one) => one !== false),
  };
}

/**
 * Options of a field that the other one must gain, for answers to go on meaning what they say; and the values of those
 * that stand for something else there: the same value with another name, or the same name with another value.
 */
function reconciled(from: Facts, target: Facts): { added: Row['options']; differing: string[] } {
  if (!isChoice(from.type) || from.type !== target.type) return { added: [], differing: [] };
  const namesOf = ({ name }: Row['options'][number]) =>
    Object.entries(name).map(([language, text]) => `${language} ${text?.trim().toLowerCase()}`);
  const known = new Map(target.options.map((option) => [option.value, new Set(namesOf(option))]));
  const named = new Set(target.options.flatMap(namesOf));
  const differs = (option: Row['options'][number]) => {
    const same = known.get(option.value);
    const names = namesOf(option);
    return same ? !names.some((name) => same.has(name)) : names.some((name) => named.has(name));
  };
  const differing = from.options.filter(differs).map(({ value }) => value);
  return { added: from.options.filter(({ value }) => !known.has(value)), differing };
}
