import { missingTexts } from '@vpisnik/contract/common';
import type { contract } from '@vpisnik/contract/contract';
import type { Group } from '@vpisnik/contract/groups';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { and, eq, getColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { group_email_settings, group_fields, groups, organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found, invalidFields } from '../../errors.ts';
import { copyPlan } from '../fee-plans/queries.ts';
import { readGroup } from './service.ts';
import { insertGroup, replaceLeaders } from './writes.ts';

type Body = z.output<typeof contract.groups.copy.body>;

/**
 * Adds a group like another one, some days later: its texts, schedule, form, mails, fee plan and those of its leaders who are
 * still active. It starts inactive, without participants, and without what departs from the schedule on single dates.
 * What the old group uses it keeps, as long as that is there, active or not.
 */
export async function copyGroup(scope: Scope, id: string, { shift_days, ...named }: Body): Promise<Group> {
  const [row, source] = await Promise.all([lockedRow(scope, id, shift_days), readGroup(scope, id)]);
  const problems = [...unnamed(named, source), ...outOfCalendar(row)];
  if (problems.length > 0) throw invalidFields(problems);
  const copy = await insertGroup(scope, { ...row, ...named });
  await Promise.all([
    copyFields(scope, id, copy),
    copyEmailSettings(scope, id, copy),
    copyPlan(scope, id, copy, shift_days),
    activeLeaders(scope, id).then((leaders) => replaceLeaders(scope, copy, leaders)),
  ]);
  return readGroup(scope, copy);
}

/** The columns to copy, dates moved by `days`. Locks the group against changes until the transaction ends. */
async function lockedRow(scope: Scope, id: string, days: number) {
  const [row] = await scope.tx
    .select({ ...getColumns(groups), ...movedBy(days) })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .where(and(eq(groups.organization_id, scope.organizationId), eq(groups.id, id)))
    .for('share', { of: groups });
  const { id: _, search, active, archived_at, created_at, updated_at, version, ...kept } = found(row);
  return kept;
}

/** Days move by the calendar, and moments keep their time on the organisation's clocks. */
function movedBy(days: number) {
  const day = (column: AnyPgColumn) => textOf(column, sql`${column} + ${days}::integer`);
  const zone = organizations.time_zone;
  const moment = (column: AnyPgColumn) =>
    textOf(
      column,
      sql`(${column} at time zone ${zone} + make_interval(days => ${days})) at time zone ${zone}`,
    );
  return {
    start_date: day(groups.start_date),
    end_date: day(groups.end_date),
    apply_from: moment(groups.apply_from),
    apply_until: moment(groups.apply_until),
  };
}

/** An expression that is read as the column itself would be. */
const textOf = (column: AnyPgColumn, expression: SQL) =>
  sql<string | null>`${expression}`.mapWith((value) => column.mapFromDriverValue(value) as string | null);

const unnamed = ({ name }: Pick<Body, 'name'>, { languages }: Group): FieldError[] =>
  missingTexts('name', name, languages).map((path) => ({ path, code: 'required' }));

type Dated = Record<'start_date' | 'end_date' | 'apply_from' | 'apply_until', string | null>;

/** Days and moments may be entered from 1900 to 2199; a copy's stay within that too. */
function outOfCalendar({ start_date, end_date, apply_from, apply_until }: Dated): FieldError[] {
  const dates = [start_date, end_date, apply_from, apply_until].filter((one) => one !== null);
  const isOut = dates.some((date) => date < '1900' || date >= '2200');
  return isOut ? [{ path: 'shift_days', code: 'invalid_date' }] : [];
}

type OfGroup = { organization_id: AnyPgColumn; group_id: AnyPgColumn };
const of = (scope: Scope, table: OfGroup, id: string) =>
  and(eq(table.organization_id, scope.organizationId), eq(table.group_id, id));

async function copyFields(scope: Scope, from: string, group_id: string): Promise<void> {
  const fields = await scope.tx
    .select()
    .from(group_fields)
    .where(of(scope, group_fields, from));
  if (fields.length === 0) return;
  await scope.tx
    .insert(group_fields)
    .values(fields.map(({ id: _, created_at: __, ...field }) => ({ ...field, group_id })));
}

async function copyEmailSettings(scope: Scope, from: string, group_id: string): Promise<void> {
  const table = group_email_settings;
  const settings = await scope.tx
    .select()
    .from(table)
    .where(of(scope, table, from));
  if (settings.length === 0) return;
  await scope.tx.insert(table).values(settings.map((setting) => ({ ...setting, group_id })));
}

async function activeLeaders(scope: Scope, id: string): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select staff.id from group_leaders join staff on staff.id = group_leaders.account_id and staff.active
    where group_leaders.organization_id = ${scope.organizationId} and group_leaders.group_id = ${id}`);
  return rows.map((row) => row.id);
}
