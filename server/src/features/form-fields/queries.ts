import type { contract } from '@vpisnik/contract/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { afterCursor, type Order, orderBy, pageOf } from '../../db/pages.ts';
import { referenced } from '../../db/referenced.ts';
import { fee_rules, form_fields, group_fields, groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

const ofGroup = referenced(groups, group_fields, group_fields.group_id);
const ofField = (scope: Scope, formFieldId: string) =>
  and(eq(group_fields.organization_id, scope.organizationId), eq(group_fields.form_field_id, formFieldId));

/** How groups use a form field: in which languages, with which widget. */
export function selectUses(scope: Scope, formFieldId: string) {
  return scope.tx
    .selectDistinct({ languages: groups.languages, widget: group_fields.widget })
    .from(group_fields)
    .innerJoin(groups, ofGroup)
    .where(ofField(scope, formFieldId));
}

/** Whether a participant has answered the field in a group that asks it. */
export async function hasAnswers(scope: Scope, formFieldId: string): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ answered: boolean }>(sql`
    select exists (
      select from group_fields
      join participants p on p.organization_id = group_fields.organization_id and p.group_id = group_fields.group_id
      where ${ofField(scope, formFieldId)}
        and p.answers @> jsonb_build_array(jsonb_build_object('field_id', group_fields.id))
    ) as answered`);
  return rows[0]?.answered ?? false;
}

/** A page of the groups that ask a field, the latest first. */
export async function listUses(
  scope: Scope,
  formFieldId: string,
  query: z.output<typeof contract.form_fields.uses.query>,
) {
  const order: Order = { key: sql`${group_fields.group_id}`, id: sql`${group_fields.id}`, descending: true };
  const using = ofField(scope, formFieldId);
  const [rows, total] = await Promise.all([
    scope.tx
      .select({
        id: group_fields.id,
        group_id: group_fields.group_id,
        name: groups.name,
        active: groups.active,
        required: group_fields.required,
      })
      .from(group_fields)
      .innerJoin(groups, ofGroup)
      .where(and(using, afterCursor(order, query.last_id)))
      .orderBy(orderBy(order))
      .limit(query.limit + 1),
    query.with_total ? scope.tx.$count(group_fields, using) : undefined,
  ]);
  const page = pageOf(rows, query.limit, (row) => row.group_id);
  return { ...page, ...(total !== undefined && { total }) };
}

/** Groups that ask a field, those of them that ask the other one too, and the languages of those that don't. */
export async function selectMergeUses(scope: Scope, from: string, into: string) {
  const { rows } = await scope.tx.execute<{
    groups_count: number;
    both_count: number;
    languages: string[];
  }>(sql`
    with used as (
      select groups.languages, exists (${alsoAsked(into)}) as asks_both
      from group_fields join groups on ${ofGroup}
      where ${ofField(scope, from)}
    )
    select count(*) filter (where not asks_both)::integer as groups_count,
      count(*) filter (where asks_both)::integer as both_count,
      array(select distinct unnest(languages) from used where not asks_both) as languages
    from used`);
  return rows[0] ?? { groups_count: 0, both_count: 0, languages: [] };
}

const alsoAsked = (formFieldId: string) => sql`
  select from group_fields other
  where other.organization_id = group_fields.organization_id and other.group_id = group_fields.group_id
    and other.form_field_id = ${formFieldId}`;

/** Keeps the groups that ask a field from being saved until the transaction ends. */
export async function lockGroupsAsking(scope: Scope, ...formFieldIds: string[]): Promise<void> {
  await scope.tx
    .select({ id: groups.id })
    .from(groups)
    .where(asking(scope, formFieldIds))
    .orderBy(groups.id)
    .for('no key update');
}

/** Moves the versions of the groups that ask a field, so that who has one open is told. */
export async function touchGroupsAsking(scope: Scope, formFieldId: string): Promise<void> {
  await scope.tx
    .update(groups)
    .set({ updated_at: sql`now()` })
    .where(asking(scope, [formFieldId]));
}

const asking = (scope: Scope, formFieldIds: string[]) =>
  and(
    eq(groups.organization_id, scope.organizationId),
    inArray(
      groups.id,
      scope.tx
        .select({ id: group_fields.group_id })
        .from(group_fields)
        .where(
          and(
            eq(group_fields.organization_id, scope.organizationId),
            inArray(group_fields.form_field_id, formFieldIds),
          ),
        ),
    ),
  );

/** Both rows of a merge, as they stay until the transaction ends: no group can pick either meanwhile. */
export async function lockFields(scope: Scope, ids: string[]) {
  return scope.tx
    .select()
    .from(form_fields)
    .where(
      and(
        eq(form_fields.organization_id, scope.organizationId),
        sql`${form_fields.id} = any (${sql.param(ids)}::uuid[])`,
      ),
    )
    .orderBy(form_fields.id)
    .for('update');
}

/** Lets no answer be stored until the transaction ends; after groups and fields, before any participant. */
export async function holdAnswers(scope: Scope): Promise<void> {
  await scope.tx.execute(sql`select app.lock_classification(${scope.organizationId}, true)`);
}

/** Makes all stored answers to one field answers to the other one; they keep the words in which they were asked. */
export async function adoptAnswers(scope: Scope, from: string, into: string): Promise<void> {
  await scope.tx.execute(sql`select app.adopt_answers(${from}, ${into})`);
}

/** Lets one field take the place of another in every group; where both were asked, the other one's question goes. */
export async function repointFields(scope: Scope, from: string, into: string): Promise<void> {
  await scope.tx.delete(group_fields).where(and(ofField(scope, from), sql`exists (${alsoAsked(into)})`));
  await scope.tx.update(group_fields).set({ form_field_id: into }).where(ofField(scope, from));
  await scope.tx
    .update(fee_rules)
    .set({ member_field_id: into })
    .where(and(eq(fee_rules.organization_id, scope.organizationId), eq(fee_rules.member_field_id, from)));
}
