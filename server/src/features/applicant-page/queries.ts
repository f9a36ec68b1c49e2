import type { Answer } from '@vpisnik/contract/participants';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import type { OwnSections, SaidTranslations } from '@vpisnik/contract/rules/templates';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import type { Reader } from '../closures/queries.ts';
import { wasMoved } from '../participants/questions.ts';

/** One address of an organisation, in lower case: all that an applicant may see. */
export type Applicant = Reader & { address: string };

/** Applications of one address that a page lists at most. */
const MOST_LISTED = 100;

/** An application as lists of them have it. */
export type ListedRow = {
  id: string;
  reference: string;
  name: string;
  status: string;
  group_id: string;
  group_name: Texts;
  /** What siblings have in common who want a place together or none. */
  offer_tie: string | null;
  offer_until: string | null;
  offer_paused_at: string | null;
  offer_taken_back: boolean;
  withdrawn_at: string | null;
  /** Whether something is owed; null where nothing was ever to be paid. */
  owes: boolean | null;
};

/** The applications of an address, the latest first. */
export async function selectApplications({ tx, organizationId, address }: Applicant): Promise<ListedRow[]> {
  const { rows } = await tx.execute<ListedRow>(sql`
    select p.id, p.reference, p.name, p.status, p.group_id, g.name as group_name, p.offer_tie, ${offerColumns},
      (select bool_or(y.status in ${[...openStatuses]}) from payments y
        where y.organization_id = p.organization_id and y.participant_id = p.id
          and (y.status in ${[...openStatuses]} or y.status = 'completed')) as owes
    from participants p
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where p.organization_id = ${organizationId} and lower(p.email) = ${address}
    order by p.application_date desc, p.id desc
    limit ${MOST_LISTED}`);
  return rows;
}

/** Columns of offers and of a withdrawal. */
const offerColumns = sql`${sql.raw(instantColumn('p.offer_until'))} as offer_until,
  ${sql.raw(instantColumn('p.offer_paused_at'))} as offer_paused_at, p.offer_taken_back,
  ${sql.raw(instantColumn('p.withdrawn_at'))} as withdrawn_at`;

/** An application with its group, as the page shows them. */
export type ApplicationRow = {
  id: string;
  group_id: string;
  email: string;
  phone: string | null;
  notes: string;
  language: Language;
  answers: Answer[];
  /** Null for an application that staff entered. */
  privacy_version: string | null;
  /** Whether they were moved here, and so have seen another group's form. */
  moved: boolean;
  birth_date: string | null;
  guardian_name: string | null;
  applied_at: string;
  decided_at: string | null;
  name: Texts;
  label: string;
  price_text: Texts;
  schedule: Slot[];
  start_date: string | null;
  end_date: string | null;
  age_from: number | null;
  age_to: number | null;
  /** Published: it has a page and a calendar of its own. */
  published: boolean;
  location_name: string | null;
  location_address: string | null;
  map: string | null;
  places: number | null;
  taken: number;
  leaders: string[];
  /** Days on which the person won't come. */
  absences: string[];
  /** Whether payments were cancelled when the place was given up. */
  released: boolean;
  /** People who wait without an offer and applied before. */
  ahead: number;
};

/** One of the address's applications; undefined for others. */
export async function selectApplication(
  { tx, organizationId, address }: Applicant,
  id: string,
): Promise<ApplicationRow | undefined> {
  const { rows } = await tx.execute<ApplicationRow>(sql`
    select p.id, p.group_id, p.email, p.phone, p.notes, p.language, p.answers, p.privacy_version,
      p.date_of_birth::text as birth_date, p.guardian_name,
      ${sql.raw(instantColumn('p.application_date'))} as applied_at, ${sql.raw(instantColumn('p.decided_at'))} as decided_at,
      g.name, g.label, g.price_text, g.schedule, g.start_date::text, g.end_date::text, g.age_from, g.age_to,
      g.active and g.archived_at is null as published,
      l.name as location_name, l.address as location_address, l.google_maps_link as map,
      s.places, s.taken, queue.ahead,
      ${wasMoved} as moved,
      exists (
        select from payments y
        where y.organization_id = p.organization_id and y.participant_id = p.id
          and y.status = 'cancelled' and y.left_at is not null
      ) as released,
      array(
        select a.name from group_leaders d
        join memberships m on m.organization_id = d.organization_id and m.account_id = d.account_id and m.active
        join accounts a on a.id = m.account_id
        where d.organization_id = g.organization_id and d.group_id = g.id
        order by a.name collate "sl-x-icu"
      ) as leaders,
      array(
        select b.date::text from session_absences b
        where b.organization_id = p.organization_id and b.participant_id = p.id
      ) as absences
    from participants p
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    join group_standings s on s.organization_id = g.organization_id and s.group_id = g.id
    cross join lateral (
      select count(*)::integer as ahead from participants o
      where o.organization_id = p.organization_id and o.group_id = p.group_id
        and o.status = 'waitlisted' and o.offer_until is null and (o.application_date, o.id) < (p.application_date, p.id)
    ) queue
    left join locations l on l.organization_id = g.organization_id and l.id = g.location_id
    where p.organization_id = ${organizationId} and p.id = ${id} and lower(p.email) = ${address}`);
  return rows[0];
}

export type PaymentRow = {
  id: string;
  purpose: string;
  amount: string;
  currency: string;
  instalment: number | null;
  instalments: number | null;
  status: string;
  due_date: string | null;
  payment_date: string | null;
  split_total: string | null;
};

/** What an application owes and what has come of it, by its day. */
export async function selectItsPayments({ tx, organizationId }: Reader, id: string): Promise<PaymentRow[]> {
  const { rows } = await tx.execute<PaymentRow>(sql`
    select id, purpose, amount::text, currency, instalment, instalments, status, expiration_date::text as due_date,
      payment_date::text, split_total::text
    from payments
    where organization_id = ${organizationId} and participant_id = ${id}
      and (status in ${[...openStatuses]} or status = 'completed')
    order by coalesce(expiration_date, payment_date, 'infinity'), id`);
  return rows;
}

/** The words of a template that the group or the organisation chose, and which parts it shows. */
type Chosen = { translations: SaidTranslations; sections: OwnSections };

/** The template that mails of a type about this group have; undefined where they are in the system's words. */
export async function selectOwnWords(
  { tx, organizationId }: Reader,
  groupId: string,
  emailType: 'application_confirmation' | 'application_status_update',
): Promise<Chosen | undefined> {
  const { rows } = await tx.execute<Chosen & { system: boolean }>(sql`
    select t.translations, t.sections, t.system
    from notification_templates t
    left join group_email_settings s on s.organization_id = t.organization_id and s.group_id = ${groupId}
      and s.email_type = ${emailType} and s.template_id = t.id
    where t.organization_id = ${organizationId} and t.active
      and (s.template_id is not null or t.email_type = ${emailType} and t.is_default)
    order by s.template_id is not null desc
    limit 1`);
  const [row] = rows;
  return row && !row.system ? row : undefined;
}

/** What the mail about a rejection gave as its reason; empty without one. */
export async function selectReason({ tx, organizationId }: Reader, id: string): Promise<string> {
  const { rows } = await tx.execute<{ decision_reason: string }>(sql`
    select decision_reason from mails
    where organization_id = ${organizationId} and participant_id = ${id}
      and email_type = 'application_status_update' and status_at = 'rejected' and variant <> 'test'
      and state <> 'cancelled'
    order by created_at desc, id desc
    limit 1`);
  return rows[0]?.decision_reason ?? '';
}

type MeetingsRow = {
  language: Language;
  organization: { label: string; name: string; time_zone: string };
  group: {
    id: string;
    label: string;
    name: Texts;
    schedule: Slot[];
    start_date: string | null;
    end_date: string | null;
    location_name: string | null;
    location_address: string | null;
  };
};

/** When and where the group of an application meets; undefined for people without a place and for others. */
export async function selectMeetings(
  { tx, organizationId, address }: Applicant,
  reference: string,
): Promise<MeetingsRow | undefined> {
  const { rows } = await tx.execute<MeetingsRow>(sql`
    select p.language, jsonb_build_object('label', o.label, 'name', o.name, 'time_zone', o.time_zone) as organization,
      jsonb_build_object('id', g.id, 'label', g.label, 'name', g.name, 'schedule', g.schedule,
        'start_date', g.start_date, 'end_date', g.end_date,
        'location_name', l.name, 'location_address', l.address) as "group"
    from participants p
    join organizations o on o.id = p.organization_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    left join locations l on l.organization_id = g.organization_id and l.id = g.location_id
    where p.organization_id = ${organizationId} and p.reference = ${reference} and lower(p.email) = ${address}
      and p.status in ('pending', 'approved')`);
  return rows[0];
}

/** Today where the organisation is. */
export async function selectDay({ tx, organizationId }: Reader): Promise<string> {
  const { rows } = await tx.execute<{ today: string }>(
    sql`select (now() at time zone time_zone)::date::text as today from organizations where id = ${organizationId}`,
  );
  return rows[0]?.today ?? '';
}
