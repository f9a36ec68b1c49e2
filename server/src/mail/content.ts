import { bestText, type Language } from '@vpisnik/contract/common';
import type { EmailType } from '@vpisnik/contract/notification-templates';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { Slot } from '@vpisnik/contract/schedule';
import { and, desc, eq, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { groups, locations, notification_templates, participants } from '../db/schema.ts';
import { lastAhead, wallTime } from '../features/sessions/coming.ts';
import { loadDepartures } from '../features/sessions/departures.ts';
import { type Fact, groupFacts } from './facts.ts';
import type { ClaimedMail, Mail } from './outbox.ts';
import type { MailData, MailTemplate } from './render.ts';

/** Everything that a mail about an application is rendered from, as it is at this moment. */
export async function mailContent(
  db: NodePgDatabase,
  { mail, organization }: ClaimedMail,
  publicUrl: string,
): Promise<{ template: MailTemplate | null; data: MailData }> {
  const { group, location, participant } = await subject(db, mail);
  const language = mail.language as Language;
  const status = (mail.status_at ?? participant.status) as ParticipantStatus;
  const group_name = bestText(group.name, language).text;
  const reference: Fact = { label: 'reference', value: participant.reference };
  const named: Fact = { label: 'group', value: group_name };
  const staff = mail.recipient_kind === 'staff';
  const now = wallTime(new Date(), organization.time_zone);
  const about: Fact[] = staff
    ? [{ label: 'participant', value: participant.name }, named]
    : // somebody who has no place needs no times
      ['rejected', 'inactive'].includes(status)
      ? [named]
      : groupFacts(
          {
            schedule: group.schedule as Slot[],
            start_date: group.start_date,
            end_date: group.end_date,
            location,
            price: bestText(group.price_text, language).text,
          },
          language,
          now,
          await departuresFrom(db, mail.organization_id, group, now.day),
        );
  const { profile } = organization;
  const city = [profile.postal_code, profile.city].filter(Boolean).join(' ');
  const link = `${publicUrl}/groups/${group.id}?tab=participants&participant=${participant.id}`;
  return {
    template: await templateOf(db, mail),
    data: {
      email_type: mail.email_type as EmailType,
      variant: mail.variant === 'duplicate' ? 'duplicate' : '',
      recipient_kind: staff ? 'staff' : 'applicant',
      language,
      organization: {
        name: organization.name,
        address: [profile.address, city].filter(Boolean).join(', '),
        phone_number: profile.phone_number ?? '',
      },
      group_name,
      participant_name: participant.name,
      status,
      details: [...about, reference],
      link: staff ? link : null,
      home: publicUrl,
    },
  };
}

async function subject(db: NodePgDatabase, mail: Mail) {
  const [row] = await db
    .select({
      group: groups,
      location: { name: locations.name, address: locations.address },
      participant: {
        id: participants.id,
        name: participants.name,
        status: participants.status,
        reference: participants.reference,
      },
    })
    .from(participants)
    .innerJoin(
      groups,
      and(eq(groups.organization_id, participants.organization_id), eq(groups.id, participants.group_id)),
    )
    .leftJoin(
      locations,
      and(eq(locations.organization_id, groups.organization_id), eq(locations.id, groups.location_id)),
    )
    .where(
      and(
        eq(participants.organization_id, mail.organization_id),
        eq(participants.id, mail.participant_id ?? ''),
      ),
    );
  if (!row) throw new Error('A mail about an application needs its participant.');
  return row;
}

/** The template that the group chose, else the organisation's system template; null leaves the built-in words. */
async function templateOf(db: NodePgDatabase, mail: Mail): Promise<MailTemplate | null> {
  const { id, email_type, system, translations, sections } = notification_templates;
  const byDefault = and(eq(system, true), eq(email_type, mail.email_type));
  const [template] = await db
    .select({ translations, sections })
    .from(notification_templates)
    .where(
      and(
        eq(notification_templates.organization_id, mail.organization_id),
        mail.template_id === null ? byDefault : or(eq(id, mail.template_id), byDefault),
      ),
    )
    // the chosen one first; it may be a system template itself
    .orderBy(desc(eq(id, mail.template_id ?? mail.id)))
    .limit(1);
  return template ?? null;
}

/** What keeps the sessions that a mail may name from following the schedule: those soon, and the very first one. */
async function departuresFrom(
  tx: NodePgDatabase,
  organizationId: string,
  group: { id: string; start_date: string | null },
  today: string,
) {
  const { id, start_date } = group;
  const from = start_date !== null && start_date < today ? start_date : today;
  return (await loadDepartures({ tx, organizationId }, from, lastAhead(group, today), id))(id);
}
