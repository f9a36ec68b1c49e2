import { bestText } from '@vpisnik/contract/common';
import type { contract } from '@vpisnik/contract/contract';
import { emailTypes } from '@vpisnik/contract/notification-templates';
import { enrolmentOf, localDay } from '@vpisnik/contract/rules/schedule';
import { and, eq, getColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { editOf } from '../../db/applicant-edit.ts';
import { nameKey } from '../../db/name-key.ts';
import { afterCursor, type Order, orderBy, pageOf } from '../../db/pages.ts';
import {
  categories,
  group_email_settings,
  group_fields,
  groups,
  locations,
  organizations,
  participants,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { bannerUrl } from '../../files/address.ts';
import { matching } from './filters.ts';

type ListQuery = z.output<typeof contract.groups.list.query>;
type Sort = Pick<ListQuery, 'sort' | 'language'>;

const { search: _, ...columns } = getColumns(groups);

const byName: Sort = { sort: 'name', language: 'sl' };

/** Default settings of a group's mails; a null template is the system's. */
const defaultEmailSetting = { enabled: true, template_id: null, recipient: 'both' } as const;

const sameRow = (
  table: { organization_id: AnyPgColumn; id: AnyPgColumn },
  organizationId: AnyPgColumn | SQL.Aliased | SQL,
  id: AnyPgColumn | SQL.Aliased | SQL,
) => and(eq(table.organization_id, organizationId), eq(table.id, id));

/** Places, leaders and names of the groups of a CTE `page`; the limit and what counts as taken is `app.group_places`'s. */
const counted = {
  places: sql<number | null>`counted.places`,
  taken: sql<number>`counted.taken`,
  waiting: sql<number>`counted.waiting`,
  // only those in the queue have offers, and an index of their own
  offered: sql<number>`(select count(*)::integer from participants
    where participants.organization_id = page.organization_id and participants.group_id = page.id
      and participants.status = 'waitlisted' and participants.offer_until is not null)`,
  pending: sql<number>`(select count(*)::integer from participants
    where participants.organization_id = page.organization_id and participants.group_id = page.id
      and participants.status = 'pending')`,
  leaders: sql<{ id: string; name: string }[]>`(select
      coalesce(jsonb_agg(jsonb_build_object('id', staff.id, 'name', staff.name)
        order by staff.name collate "sl-x-icu", staff.id), '[]')
    from group_leaders join staff on staff.id = group_leaders.account_id
    where group_leaders.organization_id = page.organization_id and group_leaders.group_id = page.id)`,
};

/** The order of a list, over the groups themselves or over a page of them. */
function orderOf({ sort, language }: Sort, source: 'groups' | 'page'): Order {
  const own = (column: string) => sql`${sql.identifier(source)}.${sql.identifier(column)}`;
  const keys = {
    name: () => nameKey(own('name'), language),
    // as the index `groups_start` has it: those without a first day come last
    start_date: () => sql`coalesce(${own('start_date')}, 'infinity'::date)`,
    created_at: () => own('created_at'),
  };
  return { key: keys[columnOf(sort)](), id: own('id'), descending: sort.startsWith('-') };
}

const columnOf = (sort: ListQuery['sort']) => sort.replace('-', '') as 'name' | 'start_date' | 'created_at';

type Page = { where?: SQL | undefined; sort?: Sort; limit?: number };

/** Groups with all that lists show beside their own columns, in one statement. */
async function selectGroups(scope: Scope, { where, sort = byName, limit = 1 }: Page) {
  const chosen = scope.tx
    .select({ ...columns, banner_url: bannerUrl.as('banner_url') })
    .from(groups)
    .where(and(eq(groups.organization_id, scope.organizationId), where))
    .orderBy(orderBy(orderOf(sort, 'groups')))
    .limit(limit);
  const page = scope.tx.$with('page').as(chosen);
  const rows = await scope.tx
    .with(page)
    .select({
      ...getColumns(page),
      ...counted,
      category_name: categories.name,
      location_name: locations.name,
      time_zone: organizations.time_zone,
    })
    .from(page)
    .innerJoin(organizations, eq(organizations.id, page.organization_id))
    .innerJoin(categories, sameRow(categories, page.organization_id, page.category_id))
    .leftJoin(locations, sameRow(locations, page.organization_id, page.location_id))
    .innerJoin(
      sql`app.group_places(array(select id from page)) as counted`,
      sql`counted.group_id = ${page.id}`,
    )
    .orderBy(orderBy(orderOf(sort, 'page')));
  const now = new Date();
  const today = rows[0] ? localDay(now, rows[0].time_zone) : '';
  return rows.map((row) => ({ ...row, enrolment: enrolmentOf(row, now, today) }));
}

/** A page of the groups in scope. */
export async function listGroups(scope: Scope, query: ListQuery) {
  const filters = matching(scope, query);
  const { last_id, limit } = query;
  const [rows, total] = await Promise.all([
    selectGroups(scope, {
      where: and(filters, afterCursor(orderOf(query, 'groups'), last_id)),
      sort: query,
      limit: limit + 1,
    }),
    query.with_total
      ? scope.tx.$count(groups, and(eq(groups.organization_id, scope.organizationId), filters))
      : undefined,
  ]);
  const keys = {
    name: ({ name }: (typeof rows)[number]) => bestText(name, query.language).text,
    start_date: ({ start_date }: (typeof rows)[number]) => start_date ?? 'infinity',
    created_at: ({ created_at }: (typeof rows)[number]) => created_at,
  };
  const page = pageOf(rows, limit, keys[columnOf(query.sort)]);
  return { ...page, ...(total !== undefined && { total }) };
}

/** One group in scope with its form, its e-mail settings and how many participants it ever had. */
export async function selectGroup(scope: Scope, id: string) {
  const of = (table: { organization_id: AnyPgColumn; group_id: AnyPgColumn }) =>
    and(eq(table.organization_id, scope.organizationId), eq(table.group_id, id));
  const [[group], fields, settings, participants_count] = await Promise.all([
    selectGroups(scope, { where: eq(groups.id, id) }),
    scope.tx.select().from(group_fields).where(of(group_fields)).orderBy(group_fields.position),
    scope.tx.select().from(group_email_settings).where(of(group_email_settings)),
    scope.tx.$count(participants, of(participants)),
  ]);
  if (!group) return undefined;
  const leader_ids = group.leaders.map((leader) => leader.id);
  const email_settings = {
    ...Object.fromEntries(emailTypes.map((type) => [type, defaultEmailSetting])),
    ...Object.fromEntries(settings.map((setting) => [setting.email_type, setting])),
  };
  return { ...group, participants_count, leader_ids, fields: fields.map(asSet), email_settings };
}

/** A question of a form with its setting as it is meant. */
function asSet({ question, ...field }: typeof group_fields.$inferSelect) {
  if (!question) return { ...field, question };
  const { applicant_edit_until_end: _, ...asked } = question;
  return { ...field, question: { ...asked, applicant_edit: editOf(question) } };
}

/** Counts answers to each question of a group, also to removed ones. */
export async function countAnswers(scope: Scope, groupId: string) {
  const answer = sql`answer ->> 'field_id'`;
  const { rows } = await scope.tx.execute<{ field_id: string; count: number }>(sql`
    select ${answer} as field_id, count(*)::integer as count
    from participants, jsonb_array_elements(participants.answers) as answer
    where participants.organization_id = ${scope.organizationId} and participants.group_id = ${groupId}
    group by ${answer}`);
  return rows;
}

/** Ids of a group's questions that have answers. */
export async function selectAnswered(scope: Scope, groupId: string): Promise<Set<string>> {
  return new Set((await countAnswers(scope, groupId)).map(({ field_id }) => field_id));
}
