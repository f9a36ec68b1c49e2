import type { contract } from '@vpisnik/contract/contract';
import type { EmailType } from '@vpisnik/contract/notification-templates';
import { emailTypeRules } from '@vpisnik/contract/rules/email-types';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { translationProblems } from '@vpisnik/contract/rules/templates';
import type { TemplatePreview } from '@vpisnik/contract/template-previews';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { referenced } from '../../db/referenced.ts';
import { groups, locations, notification_templates, organizations, participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { found, invalidFields } from '../../errors.ts';
import { applicantPage } from '../../mail/links.ts';
import { type MailSubject, mailData, subjectColumns } from '../application-mails/content.ts';
import { enqueueTest } from '../application-mails/enqueue.ts';
import { type Mark, renderMail } from '../application-mails/rendering/render.ts';
import { TRANSFERRED, transferParts } from '../application-mails/transfers.ts';
import { offerParts, shownStatus } from '../offer-mails/words.ts';
import { sampleDates, samplePayment, sampleSubject, sampleTexts } from './sample.ts';

type Body = z.output<(typeof contract.template_previews.show)['body']>;

/**
 * The mail that a template makes, as it is being edited or as it is stored: by the renderer that sends, of a real group and
 * participant in scope, or of a sample.
 *
 * @param mark marks the texts of the template in it
 * @throws {AppError} not_found, invalid_fields (a text that can't be sent, an unknown group or participant)
 */
export async function previewTemplate(
  scope: Scope,
  id: string,
  body: Body,
  publicUrl: string,
  mark?: Mark,
): Promise<TemplatePreview & { email_type: EmailType }> {
  const { language, status } = body;
  const [row] = await previewed(scope.tx, {
    organization: scope.organizationId,
    template: id,
    group: body.group_id,
    participant: body.participant_id,
  });
  const { template, organization, ...about } = found(row);
  const email_type = template.email_type as EmailType;
  const translations = body.translations ?? (template.system ? {} : template.translations);
  const problems: FieldError[] = translationProblems(translations, email_type).map(({ path, code }) => ({
    path,
    code,
  }));
  if (body.group_id && !about.group) problems.push({ path: 'group_id', code: 'unknown_id' });
  if (body.participant_id && !about.participant)
    problems.push({ path: 'participant_id', code: 'unknown_id' });
  const rule = emailTypeRules[email_type];
  const variants: readonly string[] = rule.variants;
  if (body.variant !== null && !variants.includes(body.variant))
    problems.push({ path: 'variant', code: 'invalid_value' });
  if (problems.length > 0) throw invalidFields(problems);
  const staff = rule.recipient === 'staff';
  const variant = body.variant ?? '';
  const application = mailData({
    ...subjectOf(about, language),
    ...{
      organization,
      email_type,
      variant,
      staff,
      language,
      status: rule.about === 'offers' ? shownStatus({ email_type, variant }) : (afterAct[variant] ?? status),
      reason: '',
      may_decide: true,
    },
    publicUrl,
  });
  const day = (ahead: number) => localDay(new Date(Date.now() + ahead * 86_400_000), organization.time_zone);
  // eight days on, as a fee plan's are by itself
  const days = { due: body.variant === null ? day(8) : day(-3), paid: day(0) };
  const former = { [language]: sampleTexts[language].former_group };
  const data = {
    ...(variant === TRANSFERRED ? transferParts(application, { former, price_after: 'taken' }) : application),
    ...(rule.about === 'offers' &&
      offerParts(application, { day: day(2), time: '18:00' }, { page: applicantPage(publicUrl) })),
    ...(rule.about === 'payments' && samplePayment(application, days, organization.name)),
    ...(rule.about === 'sessions' &&
      sampleDates(application, { cancelled: day(7), moved: day(8), to: day(9), added: day(14) })),
  };
  const rendered = renderMail(
    { translations, sections: { ...template.sections, ...body.sections } },
    body.with_name ? data : { ...data, addressee: '' },
    mark,
  );
  return { ...rendered, email_type, group_name: data.group_name, participant_name: data.participant_name };
}

/** How an application stands after what its applicant did: a mail about it tells that of no other. */
const afterAct: Partial<Record<string, Body['status']>> = {
  accepted: 'approved',
  declined: 'inactive',
  withdrawn: 'inactive',
};

/** Sends such a mail to the caller, in the words of this moment. */
export async function sendTest(
  scope: Scope,
  id: string,
  body: Body,
  publicUrl: string,
): Promise<{ to_address: string }> {
  const { email_type, ...written } = await previewTemplate(scope, id, body, publicUrl);
  return enqueueTest(scope, email_type, { ...written, language: body.language });
}

type Found = Omit<Awaited<ReturnType<typeof previewed>>[number], 'template' | 'organization'>;

/** Facts of the chosen group and participant, and a sample's for the rest. */
function subjectOf(about: Found, language: Body['language']): MailSubject {
  const sample = sampleSubject(language);
  if (!about.group) return sample;
  const { group, location, written, participant } = about;
  return { group, location, written, participant: participant ?? sample.participant };
}

type Value = (name: 'organization' | 'template' | 'group' | 'participant') => Placeholder;

const previewed = statement((tx, value: Value) => {
  const { email_type, system, translations, sections } = notification_templates;
  const { name, time_zone, profile, public_holidays, school_breaks } = organizations;
  return tx
    .select({
      template: { email_type, system, translations, sections },
      organization: { name, time_zone, profile, public_holidays, school_breaks },
      ...subjectColumns,
    })
    .from(notification_templates)
    .innerJoin(organizations, eq(organizations.id, notification_templates.organization_id))
    .leftJoin(
      participants,
      and(
        eq(participants.organization_id, notification_templates.organization_id),
        sql`${participants.id} = ${value('participant')}::uuid`,
      ),
    )
    .leftJoin(
      groups,
      and(
        eq(groups.organization_id, notification_templates.organization_id),
        // not coalesce(), beside which row-level security lets no index be used
        sql`${groups.id} = case when ${participants.group_id} is null then ${value('group')}::uuid else ${participants.group_id} end`,
      ),
    )
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .where(
      and(
        eq(notification_templates.organization_id, value('organization')),
        eq(notification_templates.id, value('template')),
      ),
    );
});
