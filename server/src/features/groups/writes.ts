import type { contract } from '@vpisnik/contract/contract';
import { isChoice } from '@vpisnik/contract/form-fields';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { storedEdit } from '../../db/applicant-edit.ts';
import {
  group_email_settings,
  group_fields,
  group_leaders,
  groups,
  membership_groups,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';

type Body = z.output<typeof contract.groups.create.body>;
type Fields = NonNullable<Body['fields']>;
type EmailSettings = NonNullable<Body['email_settings']>;
type Values = Omit<typeof groups.$inferInsert, 'organization_id'>;

/** Adds a group and gives its id. A creator who is limited to some groups gets it among them. */
export async function insertGroup(scope: Scope, values: Values): Promise<string> {
  // row-level security must know the id before the row is written
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select id, app.include_group(id) from uuidv7() as id`,
  );
  const { id } = found(rows[0]);
  const updated_by = scope.name;
  await scope.tx.insert(groups).values({ ...values, id, updated_by, organization_id: scope.organizationId });
  if (!scope.allGroups)
    await scope.tx
      .insert(membership_groups)
      .values({ organization_id: scope.organizationId, account_id: scope.accountId, group_id: id });
  return id;
}

/** Columns of a group, any of them. */
export type Change = PgUpdateSetSource<typeof groups>;

/** Locks a group against changes and applications until the transaction ends. */
export async function lockGroup(scope: Scope, id: string): Promise<void> {
  await scope.tx.select({ id: groups.id }).from(groups).where(own(scope, id)).for('no key update');
}

/** Changes the group's own columns, or only its version when there is nothing else. */
export async function updateGroup(scope: Scope, id: string, change: Change): Promise<void> {
  await scope.tx
    .update(groups)
    .set({ ...change, updated_by: scope.name, updated_at: sql`now()` })
    .where(own(scope, id));
}

/** Deletes a group; participants make the foreign key refuse. */
export async function deleteGroup(scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.delete(groups).where(own(scope, id));
  return rowCount === 1;
}

const own = (scope: Scope, id: string) =>
  and(eq(groups.organization_id, scope.organizationId), eq(groups.id, id));

/** Makes the form ask exactly these questions, in this order; a question that comes with its id stays the same row. */
export async function replaceFields(scope: Scope, groupId: string, fields: Fields): Promise<void> {
  const organization_id = scope.organizationId;
  const kept = fields.flatMap(({ id }) => id ?? []);
  await scope.tx
    .delete(group_fields)
    .where(
      and(
        eq(group_fields.organization_id, organization_id),
        eq(group_fields.group_id, groupId),
        kept.length > 0 ? notInArray(group_fields.id, kept) : undefined,
      ),
    );
  if (fields.length === 0) return;
  await scope.tx
    .insert(group_fields)
    .values(
      fields.map(({ question, ...field }, position) => ({
        ...{ ...field, organization_id, group_id: groupId, position },
        question: question && {
          ...question,
          ...storedEdit(question.applicant_edit),
          ...(!isChoice(question.type) && { options: [] }),
        },
      })),
    )
    .onConflictDoUpdate({
      target: [group_fields.organization_id, group_fields.id],
      set: {
        position: sql`excluded.position`,
        question: sql`excluded.question`,
        widget: sql`excluded.widget`,
        required: sql`excluded.required`,
      },
    });
}

/** Makes exactly these accounts lead the group. */
export async function replaceLeaders(scope: Scope, groupId: string, leaderIds: string[]): Promise<void> {
  const organization_id = scope.organizationId;
  await scope.tx
    .delete(group_leaders)
    .where(and(eq(group_leaders.organization_id, organization_id), eq(group_leaders.group_id, groupId)));
  if (leaderIds.length === 0) return;
  await scope.tx
    .insert(group_leaders)
    .values(leaderIds.map((account_id) => ({ organization_id, group_id: groupId, account_id })));
}

/** Sets the mails of the given types; the other types stay as they are. */
export async function saveEmailSettings(
  scope: Scope,
  groupId: string,
  settings: EmailSettings,
): Promise<void> {
  const rows = Object.entries(settings).map(([email_type, setting]) => ({
    ...setting,
    organization_id: scope.organizationId,
    group_id: groupId,
    email_type,
  }));
  if (rows.length === 0) return;
  await scope.tx
    .insert(group_email_settings)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        group_email_settings.organization_id,
        group_email_settings.group_id,
        group_email_settings.email_type,
      ],
      set: {
        enabled: sql`excluded.enabled`,
        template_id: sql`excluded.template_id`,
        recipient: sql`excluded.recipient`,
      },
    });
}
