import type { contract } from '@vpisnik/contract/contract';
import type { EmailType, Template, TemplateSummary } from '@vpisnik/contract/notification-templates';
import { emailTypeRules, emailTypes } from '@vpisnik/contract/rules/email-types';
import { completenessOf, templateChanges } from '@vpisnik/contract/rules/templates';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { referenced } from '../../db/referenced.ts';
import {
  group_email_settings,
  groups,
  notification_template_versions,
  notification_templates,
  organizations,
  payment_settings,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import {
  originalWords,
  systemTemplateNames,
  systemTexts,
} from '../application-mails/rendering/system-templates.ts';

const byName = {
  key: sql`${notification_templates.name} collate "sl-x-icu"`,
  id: sql`${notification_templates.id}`,
  descending: false,
};

/** Types that an organisation has to turn on. */
const switched = emailTypes.filter((type) => !emailTypeRules[type].on);

const columns = {
  ...getColumns(notification_templates),
  groups_count: sql<number>`(
    select count(distinct s.group_id)::integer from ${group_email_settings} s
    join ${groups} g on g.organization_id = s.organization_id and g.id = s.group_id
    where s.organization_id = ${notification_templates}.organization_id and s.template_id = ${notification_templates}.id)`,
  offered: organizations.languages,
  sent: sql<boolean>`(
    ${notification_templates.email_type} <> all (${sql.param(switched)}::text[]) or coalesce((
      select case ${notification_templates.email_type}
        when 'payment_request' then p.mail_requests when 'payment_reminder' then p.mail_reminders else p.mail_received end
      from ${payment_settings} p where p.organization_id = ${notification_templates}.organization_id
    ), false))`,
};

const select = (scope: Scope, where: SQL | undefined) =>
  scope.tx
    .select(columns)
    .from(notification_templates)
    .innerJoin(organizations, eq(organizations.id, notification_templates.organization_id))
    .where(and(eq(notification_templates.organization_id, scope.organizationId), where));

type Row = Awaited<ReturnType<typeof select>>[number];

/** A template as lists show it. Those of the system are called as the reader's language has it, and say all of it. */
function summaryOf(row: Row, language: Language) {
  const email_type = row.email_type as EmailType;
  const offered = row.offered as Language[];
  return {
    ...row,
    email_type,
    name: row.system ? systemTemplateNames[language][email_type] : row.name,
    languages: completenessOf(row.system ? {} : row.translations, offered),
  };
}

/** A page of templates by name. */
export async function listTemplates(
  scope: Scope,
  query: z.output<typeof contract.notification_templates.list.query>,
) {
  const { email_type, active } = notification_templates;
  const filter = and(
    query.email_type && inArray(email_type, query.email_type),
    query.active === undefined ? undefined : eq(active, query.active),
  );
  const rows = await select(scope, and(filter, afterCursor(byName, query.last_id)))
    .orderBy(orderBy(byName))
    .limit(query.limit + 1);
  const total = query.with_total
    ? await scope.tx.$count(
        notification_templates,
        and(eq(notification_templates.organization_id, scope.organizationId), filter),
      )
    : undefined;
  const { results, last_id } = pageOf(rows, query.limit, (row) => row.name);
  return {
    results: results.map((row): TemplateSummary => summaryOf(row, scope.language)),
    last_id,
    ...(total !== undefined && { total }),
  };
}

/** Most groups that are named where a template is used. */
const NAMED_GROUPS = 100;

/** One template with the system's words and the groups that chose it. */
export async function getTemplate(scope: Scope, id: string): Promise<Template> {
  const [[row], users] = await Promise.all([
    select(scope, eq(notification_templates.id, id)),
    scope.tx
      .selectDistinct({ id: groups.id, name: groups.name, active: groups.active })
      .from(group_email_settings)
      .innerJoin(groups, referenced(groups, group_email_settings, group_email_settings.group_id))
      .where(
        and(
          eq(group_email_settings.organization_id, scope.organizationId),
          eq(group_email_settings.template_id, id),
        ),
      )
      .orderBy(groups.id)
      .limit(NAMED_GROUPS),
  ]);
  const summary = summaryOf(found(row), scope.language);
  const type = summary.email_type;
  const [{ by_status: sl }, { by_status: en }] = [systemTexts.sl[type], systemTexts.en[type]];
  return {
    ...summary,
    translations: summary.system ? {} : summary.translations,
    original: { sl: originalWords('sl', type), en: originalWords('en', type) },
    original_by_status: sl && en ? { sl, en } : null,
    placeholders: [...emailTypeRules[type].placeholders],
    text_placeholders: [...emailTypeRules[type].text_placeholders],
    groups: users,
  };
}

/** Locks a template, so that decisions by it stay true. */
export async function lockTemplate(scope: Scope, id: string) {
  const rows = await scope.tx
    .select()
    .from(notification_templates)
    .where(
      and(
        eq(notification_templates.organization_id, scope.organizationId),
        eq(notification_templates.id, id),
      ),
    )
    .for('no key update');
  return found(rows[0]);
}

/** A page of a template's versions, the latest first, each with what it changed. */
export async function listVersions(
  scope: Scope,
  templateId: string,
  query: z.output<typeof contract.notification_templates.versions.query>,
) {
  const versions = notification_template_versions;
  const before = alias(versions, 'before');
  const order = { key: sql`${versions.number}`, id: sql`${versions.id}`, descending: true };
  const its = and(eq(versions.organization_id, scope.organizationId), eq(versions.template_id, templateId));
  const [known] = await scope.tx
    .select({ id: notification_templates.id })
    .from(notification_templates)
    .where(
      and(
        eq(notification_templates.organization_id, scope.organizationId),
        eq(notification_templates.id, templateId),
      ),
    );
  found(known);
  const rows = await scope.tx
    .select({
      ...getColumns(versions),
      before: { name: before.name, translations: before.translations, sections: before.sections },
    })
    .from(versions)
    .leftJoin(
      before,
      and(
        eq(before.organization_id, versions.organization_id),
        eq(before.template_id, versions.template_id),
        eq(before.number, sql`${versions.number} - 1`),
      ),
    )
    .where(and(its, afterCursor(order, query.last_id)))
    .orderBy(orderBy(order))
    .limit(query.limit + 1);
  const total = query.with_total ? await scope.tx.$count(versions, its) : undefined;
  const page = pageOf(rows, query.limit, (row) => row.number);
  return {
    results: page.results.map(({ before: earlier, ...row }) => ({
      ...row,
      changes: templateChanges(earlier ?? { name: row.name, translations: {}, sections: {} }, row),
    })),
    last_id: page.last_id,
    ...(total !== undefined && { total }),
  };
}
