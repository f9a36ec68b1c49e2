import { contract } from '@vpisnik/contract/contract';
import type { EmailType, Template } from '@vpisnik/contract/notification-templates';
import {
  flatTexts,
  nestedTexts,
  type OwnTranslations,
  type SaidTranslations,
  shownSections,
  type TemplateSections,
  templateChanges,
  translationProblems,
} from '@vpisnik/contract/rules/templates';
import { languages } from '@vpisnik/contract/rules/texts';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  group_email_settings,
  notification_template_versions,
  notification_templates,
} from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import { getTemplate, lockTemplate } from './queries.ts';

type Calls = typeof contract.notification_templates;
type Body<Action extends 'create' | 'update' | 'restore'> = z.output<Calls[Action]['body']>;
type Content = { name: string; translations: SaidTranslations; sections: Partial<TemplateSections> };

const itself = (scope: Scope, id: string) =>
  and(eq(notification_templates.organization_id, scope.organizationId), eq(notification_templates.id, id));

/** Adds a template with its first version. */
export async function createTemplate(
  scope: Scope,
  { translations = {}, sections = {}, is_default = false, ...body }: Body<'create'>,
): Promise<Template> {
  refuseFaulty(translations, body.email_type);
  if (is_default) await leaveDefault(scope, body.email_type);
  const rows = await scope.tx
    .insert(notification_templates)
    .values({
      ...body,
      is_default,
      translations: said(translations),
      sections: shownSections(sections),
      organization_id: scope.organizationId,
    })
    .returning();
  const row = found(rows[0]);
  await addVersion(scope, row.id, row);
  return getTemplate(scope, row.id);
}

/** Changes a template if it is still at `version`; what it then says is a new version. */
export async function updateTemplate(
  scope: Scope,
  id: string,
  { version, ...change }: Body<'update'>,
): Promise<Template> {
  const current = await lockOwn(scope, id, version);
  const translations = { ...current.translations, ...said(change.translations ?? {}) };
  refuseFaulty(change.translations ?? {}, current.email_type as EmailType);
  if (change.is_default && !current.active) throw invalidFields([{ path: 'is_default', code: 'inactive' }]);
  if (change.is_default && !current.is_default) await leaveDefault(scope, current.email_type, id);
  await write(scope, id, current, {
    ...change,
    name: change.name ?? current.name,
    translations: said(translations),
    sections: shownSections({ ...current.sections, ...change.sections }),
  });
  return getTemplate(scope, id);
}

/** Brings an earlier version back: its words and parts, as a new version. The name stays. */
export async function restoreVersion(
  scope: Scope,
  id: string,
  { number, version }: Body<'restore'>,
): Promise<Template> {
  const current = await lockOwn(scope, id, version);
  const versions = notification_template_versions;
  const [earlier] = await scope.tx
    .select({ translations: versions.translations, sections: versions.sections })
    .from(versions)
    .where(
      and(
        eq(versions.organization_id, scope.organizationId),
        eq(versions.template_id, id),
        eq(versions.number, number),
      ),
    );
  if (!earlier) throw invalidFields([{ path: 'number', code: 'unknown_id' }]);
  // what could be said then may not be offered any more
  refuseFaulty(earlier.translations, current.email_type as EmailType);
  await write(scope, id, current, { ...earlier, name: current.name }, number);
  return getTemplate(scope, id);
}

/** Activates or deactivates a template; an inactive one is passed over by mails, wherever it is chosen. */
export async function setTemplateStatus(
  scope: Scope,
  id: string,
  { active, version }: z.output<Calls['setStatus']['body']>,
): Promise<Template> {
  await lockOwn(scope, id, version);
  await scope.tx
    .update(notification_templates)
    .set({ active, updated_at: sql`now()` })
    .where(itself(scope, id));
  return getTemplate(scope, id);
}

/**
 * Deletes a template. Its groups get another one instead, if one is named; without, groups that chose it make the foreign
 * key refuse.
 */
export async function removeTemplate(
  scope: Scope,
  id: string,
  { instead }: z.output<Calls['remove']['query']>,
): Promise<undefined> {
  const { email_type } = await lockOwn(scope, id);
  if (instead !== undefined) {
    const other = instead === 'default' ? null : instead;
    if (other !== null) await requireOther(scope, other, id, email_type);
    await scope.tx
      .update(group_email_settings)
      .set({ template_id: other })
      .where(
        and(
          eq(group_email_settings.organization_id, scope.organizationId),
          eq(group_email_settings.template_id, id),
        ),
      );
  }
  await scope.tx.delete(notification_templates).where(itself(scope, id));
}

async function requireOther(scope: Scope, other: string, id: string, email_type: string): Promise<void> {
  const rows = await scope.tx
    .select({ id: notification_templates.id })
    .from(notification_templates)
    .where(
      and(
        itself(scope, other),
        ne(notification_templates.id, id),
        eq(notification_templates.email_type, email_type),
        eq(notification_templates.active, true),
      ),
    )
    .for('key share');
  if (rows.length === 0) throw invalidFields([{ path: 'instead', code: 'unknown_id' }]);
}

/** Locks a template that people may change. */
async function lockOwn(scope: Scope, id: string, version?: number) {
  const current = await lockTemplate(scope, id);
  if (current.system) throw new AppError('template_read_only');
  if (version !== undefined && current.version !== version)
    throw editConflict(await getTemplate(scope, id), contract.notification_templates.get.reply);
  return current;
}

/** Writes what a template says, and a version of it if that is something else than before. */
async function write(
  scope: Scope,
  id: string,
  current: Content,
  change: Content & { is_default?: boolean | undefined },
  restored?: number,
): Promise<void> {
  await scope.tx
    .update(notification_templates)
    .set({ ...change, updated_at: sql`now()` })
    .where(itself(scope, id));
  if (templateChanges(current, change).length > 0) await addVersion(scope, id, change, restored);
}

/** Adds a version; the template's row is locked, so that numbers follow each other. */
async function addVersion(
  { tx, organizationId, name: saved_by }: Scope,
  template_id: string,
  { name, translations, sections }: Content,
  restored?: number,
): Promise<void> {
  const versions = notification_template_versions;
  const its = and(eq(versions.organization_id, organizationId), eq(versions.template_id, template_id));
  await tx.insert(versions).values({
    ...{ organization_id: organizationId, template_id, name, translations, sections, saved_by },
    number: sql`(select coalesce(max(${versions.number}), 0) + 1 from ${versions} where ${its})`,
    ...(restored !== undefined && { restored }),
  });
}

/** Takes the mark of the default from whichever template of a type has it; of two who give it, the second waits. */
async function leaveDefault(scope: Scope, email_type: string, except?: string): Promise<void> {
  const { organization_id, is_default, id, system } = notification_templates;
  const its = and(
    eq(organization_id, scope.organizationId),
    eq(notification_templates.email_type, email_type),
  );
  // the one row that every type has
  await scope.tx.select({ id }).from(notification_templates).where(and(its, system)).for('no key update');
  await scope.tx
    .update(notification_templates)
    .set({ is_default: false, updated_at: sql`now()` })
    .where(and(its, eq(is_default, true), except === undefined ? undefined : ne(id, except)));
}

/** What a body says, without texts left to the system's words. */
function said(translations: OwnTranslations): SaidTranslations {
  const own = languages
    .filter((language) => translations[language] !== undefined)
    .map((language) => [language, nestedTexts(flatTexts(translations[language]))]);
  return Object.fromEntries(own);
}

function refuseFaulty(translations: OwnTranslations, type: EmailType): void {
  const problems = translationProblems(translations, type);
  if (problems.length > 0) throw invalidFields(problems.map(({ path, code }) => ({ path, code })));
}
