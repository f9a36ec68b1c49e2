import { inZone } from '@vpisnik/contract/rules/format';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, type Placeholder, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { groups, locations, mail_people, participants } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { applicantPage } from '../../mail/links.ts';
import {
  mailData,
  namingAll,
  partSiblings,
  type ReadContent,
  subjectColumns,
  templateOf,
  usedTemplate,
} from '../application-mails/content.ts';
import type { Fact } from '../application-mails/facts.ts';
import type { Details, MailData } from '../application-mails/rendering/render.ts';
import { proposeByDecision } from '../fee-plans/decisions.ts';
import { asksForAnswer, costWords, offerParts, shownStatus } from './words.ts';

/** Reads what a mail about offers says to those of whom it still is true; none: nothing. */
export const offerContent: ReadContent = async (tx, { mail, organization }, publicUrl) => {
  const language = mail.language as Language;
  const named = await selectNamed(tx, {
    organization: mail.organization_id,
    mail: mail.id,
    variant: mail.variant,
    template: mail.template_id,
    email_type: mail.email_type,
  });
  await partSiblings(tx, mail, named);
  const rows = named.filter(({ email, is_told }) => is_told && email?.toLowerCase() === mail.to_address);
  const [first] = rows;
  if (!first) return named.some(({ has_passed }) => has_passed) ? 'offer_passed' : 'outdated';
  const type = {
    email_type: mail.email_type as MailData['email_type'],
    variant: mail.variant,
    language,
  };
  const data = mailData({
    ...first,
    ...{ organization, ...type, staff: false },
    ...{ status: shownStatus(type), reason: '', may_decide: false },
    publicUrl,
  });
  const together = rows.length > 1 && rows.every(({ tie }) => tie !== null && tie === first.tie);
  const deadline = inZone(rows.map(({ until }) => until).sort()[0] ?? '', organization.time_zone);
  const isAsking = asksForAnswer(type);
  const costs = isAsking ? await costOf(tx, mail.organization_id, rows) : null;
  const told = namingAll(data, rows, organization);
  return {
    ...usedTemplate(first.template),
    data: {
      ...told,
      ...offerParts(type, deadline, {
        page: applicantPage(publicUrl),
        of: rows.length === 1 ? 'one' : together ? 'together' : 'each',
      }),
      details: costs ? withCost(told.details, costWords(costs, language)) : told.details,
    },
  };
};

/** What accepting would ask of people by the plans of their groups, as a decision of staff proposes it; null for nothing. */
const costOf = (
  tx: Transaction,
  organizationId: string,
  rows: readonly { participant: { id: string }; group: { id: string } }[],
) =>
  proposeByDecision(
    { tx, organizationId },
    rows.map(({ participant, group }) => ({ id: participant.id, group_id: group.id })),
  );

/** Facts with the one that says what accepting costs, before the reference. */
const withCost = (details: readonly Details[], value: string): Details[] =>
  details.map(({ facts, ...rest }) => ({
    ...rest,
    facts: facts.flatMap((fact): Fact[] =>
      fact.label === 'reference' ? [{ label: 'on_accepting', value }, fact] : [fact],
    ),
  }));

type Value = (name: 'organization' | 'mail' | 'variant' | 'template' | 'email_type') => Placeholder;

/** Whom a mail names, whether it still is true of them, and whether their offer passed before it left. */
const selectNamed = statement((tx: Transaction, value: Value) => {
  const { offered_at, offer_until, offer_paused_at, status } = participants;
  return tx
    .select({
      ...subjectColumns,
      email: participants.email,
      tie: participants.offer_tie,
      until: sql<string>`to_char(coalesce(${offer_until}, ${mail_people.offer_until}) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      is_told: sql<boolean>`app.tells_offer(${value('variant')}, ${mail_people.offered_at}, ${status}, ${offered_at},
        ${offer_until}, ${offer_paused_at})`,
      has_passed: sql<boolean>`${value('variant')} = '' and ${status} = 'waitlisted'
        and ${offered_at} = ${mail_people.offered_at}
        and coalesce(${offer_until}, ${mail_people.offer_until}) < clock_timestamp()`,
      template: templateOf(value),
    })
    .from(mail_people)
    .innerJoin(participants, referenced(participants, mail_people, mail_people.participant_id))
    .innerJoin(groups, referenced(groups, participants, participants.group_id))
    .leftJoin(locations, referenced(locations, groups, groups.location_id))
    .where(
      and(eq(mail_people.organization_id, value('organization')), eq(mail_people.mail_id, value('mail'))),
    )
    .orderBy(sql`app.fold(${participants.name})`, participants.id);
});
