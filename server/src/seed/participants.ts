import type { FieldType } from '@vpisnik/contract/form-fields';
import { holdsPlace, type ParticipantStatus } from '@vpisnik/contract/participants';
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { centsOf, sharesOf, wireOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import { mails, participant_notes, participants, payments } from '../db/schema.ts';
import type { Transaction } from '../db/scope.ts';
import { checkAnswers, type GivenAnswers } from '../features/participants/answers.ts';
import type { Question } from '../features/participants/questions.ts';
import type { Calendar } from './days.ts';
import type { DemoGroup, DemoPerson } from './demo.ts';
import { inventor, numbers, pick } from './people.ts';

type Group = DemoGroup & { id: string; questions: Question[] };

/** Fills the groups of an organisation with people, what they paid and the mails they got. */
export async function insertPeople(
  tx: Transaction,
  organization_id: string,
  groups: Group[],
  calendar: Calendar,
): Promise<void> {
  const next = numbers(groups.length);
  const invent = inventor(next);
  for (const group of groups) {
    const people = [...(group.named ?? []), ...inventedPeople(group, invent, next)];
    if (people.length === 0) continue;
    const ties = new Map(people.map(({ email }) => [email, crypto.randomUUID() as string]));
    const rows = await tx
      .insert(participants)
      .values(
        people.map((person) => ({
          ...participantOf(person, group, calendar, next, ties),
          organization_id,
          group_id: group.id,
          reference: sql<string>`app.new_reference()`,
        })),
      )
      .returning();
    const related = { organization_id, group_id: group.id };
    const paid = rows.flatMap((row, at) =>
      paymentOf(row.status as ParticipantStatus, at, group, calendar).map((payment) => ({
        ...payment,
        ...related,
        participant_id: row.id,
      })),
    );
    if (paid.length > 0) await tx.insert(payments).values(paid);
    const noted = rows.flatMap(({ id: participant_id, application_date: created_at }, at) => {
      const { staff_notes: text } = people[at] ?? {};
      return text ? [{ organization_id, participant_id, text, created_at, updated_at: created_at }] : [];
    });
    if (noted.length > 0) await tx.insert(participant_notes).values(noted);
    await tx.insert(mails).values(
      rows.flatMap((row) =>
        mailsOf(row).map((mail) => ({
          ...mail,
          ...related,
          participant_id: row.id,
          recipient_kind: 'applicant',
          to_address: row.email,
          language: row.language,
          state: 'sent',
        })),
      ),
    );
  }
}

const hoursAgo: Record<ParticipantStatus, [least: number, most: number]> = {
  pending: [12, 96],
  waitlisted: [48, 400],
  approved: [500, 2_300],
  rejected: [300, 1_500],
  inactive: [600, 2_000],
};

function inventedPeople(group: Group, invent: ReturnType<typeof inventor>, next: () => number): DemoPerson[] {
  const isChild = group.asks.some((label) => label.startsWith('guardian-name'));
  return Object.entries(group.people).flatMap(([status, count]) =>
    Array.from({ length: count ?? 0 }, () => {
      const [least, most] = hoursAgo[status as ParticipantStatus];
      const { guardian, ...person } = invent(isChild);
      return {
        ...person,
        status: status as ParticipantStatus,
        hours: least + next() * (most - least),
        answers: { 'guardian-name': guardian, 'guardian-phone': person.phone },
      };
    }),
  );
}

function participantOf(
  person: DemoPerson,
  group: Group,
  calendar: Calendar,
  next: () => number,
  ties: Map<string, string>,
) {
  const { hours, answers: known = {}, status, language = 'sl', staff_notes: _, ...rest } = person;
  const { offer_days, tied = false, ...values } = rest;
  const given: GivenAnswers = {};
  for (const question of group.questions) {
    const answer = known[question.label ?? ''] ?? invented(question, group, person, calendar, next);
    if (answer !== undefined) given[question.id] = answer;
  }
  const { answers, problems } = checkAnswers(group.questions, given, language, { required: true });
  if (problems.length > 0) throw new Error(`${person.name} in ${group.label}: ${JSON.stringify(problems)}`);
  const wasDecided = status !== 'pending' && status !== 'waitlisted';
  return {
    ...values,
    status,
    answers,
    language,
    privacy_version: privacyVersion,
    application_date: calendar.ago(hours),
    ...(offer_days !== undefined && offerOf(offer_days, calendar)),
    offer_tie: tied ? (ties.get(person.email) ?? null) : null,
    ...(wasDecided && { previous_status: 'pending', decided_at: calendar.ago(hours - 26) }),
  };
}

/** An offer that was made two days before it ends, or ended. */
function offerOf(days: number, { day }: Calendar) {
  const end = `${day(days)}T16:00:00Z`;
  const given = { offered_at: `${day(days - 2)}T16:00:00Z`, offer_no: 1 };
  return days > 0 ? { ...given, offer_until: end } : { ...given, offer_paused_at: end };
}

function invented(
  { label, type, options, required }: Question,
  group: Group,
  { phone }: DemoPerson,
  calendar: Calendar,
  next: () => number,
): GivenAnswers[string] | undefined {
  if (!required && next() < 0.3) return undefined;
  const byType: Partial<Record<FieldType, () => GivenAnswers[string] | undefined>> = {
    date: () => birthday(group, calendar, next),
    phone_number: () => phone,
    single_choice: () => pick(options, next).value,
    multiple_choice: () => [pick(options, next).value],
    checkbox: () => next() < 0.8,
  };
  if (label === 'health-notes')
    return next() < 0.2 ? pick(['Astma, pršilo ima s seboj.', 'Alergija na arašide.'], next) : undefined;
  if (label === 'address')
    return `${pick(['Poljanska', 'Zaloška', 'Rožna', 'Litijska'], next)} cesta ${1 + Math.floor(next() * 90)}, Ljubljana`;
  if (label === 'guardian-name') return 'Mojca Novak';
  return byType[type]?.();
}

function birthday({ age_from, age_to }: Group, { now }: Calendar, next: () => number): string {
  const from = age_from ?? 12;
  const age = from + Math.floor(next() * ((age_to ?? from + 5) - from + 1));
  const month = 1 + Math.floor(next() * 12);
  return `${now.getUTCFullYear() - age}-${pad(month)}-${pad(1 + Math.floor(next() * 28))}`;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Payments in every state, spread over the people of a group. */
function paymentOf(status: ParticipantStatus, at: number, { fee, days }: Group, { day }: Calendar) {
  if (!fee || status === 'waitlisted') return [];
  const begun = Math.min(days?.[0] ?? -60, -3);
  const one = { amount: fee, purpose: 'Vadnina' };
  const pending = { ...one, status: 'pending', expiration_date: day(9 + (at % 5)) };
  const paid = (method: string) => ({
    ...one,
    status: 'completed',
    method,
    payment_date: day(begun + (at % 9)),
    expiration_date: day(begun + 14),
    invoice_number: `2026-${String(100 + at * 3).padStart(4, '0')}`,
  });
  if (status === 'pending') return holdsPlace(status) && at % 3 !== 2 ? [pending] : [];
  if (status === 'rejected') return [{ ...one, status: 'cancelled', expiration_date: day(begun + 14) }];
  if (status === 'inactive')
    return [
      { ...paid('bank_transfer'), status: 'refunded', notes: 'Izpis pred začetkom, vrnjeno v celoti.' },
    ];
  switch (at % 10) {
    case 1:
      return partlyPaid(paid('bank_transfer'));
    case 2:
      return sharesOf(centsOf(fee), 3).map((share, instalment) => ({
        ...[paid('bank_transfer'), { ...one, status: 'expired', expiration_date: day(-12) }, pending][
          instalment
        ],
        amount: wireOf(share),
        purpose: `Vadnina, ${instalment + 1}. obrok`,
      }));
    case 3:
      return [pending];
    case 5:
      return [{ ...one, status: 'expired', expiration_date: day(-4) }];
    case 7:
      return [
        { ...one, status: 'failed', method: 'credit_card', expiration_date: day(begun + 14) },
        paid('paypal'),
      ];
    case 9:
      return [{ ...paid('other'), notes: 'Šolski sklad.' }];
    default:
      return [paid(at % 4 === 0 ? 'cash' : at % 4 === 1 ? 'credit_card' : 'bank_transfer')];
  }
}

/** A payment of which two thirds came; the last one is still expected. */
function partlyPaid<Paid extends { amount: string; expiration_date: string }>(paid: Paid) {
  const [third = 0n, ...rest] = sharesOf(centsOf(paid.amount), 3);
  const split_from = crypto.randomUUID();
  const open = { status: 'pending', method: null, payment_date: null, invoice_number: '' };
  return [
    { ...paid, id: split_from, amount: wireOf(rest.reduce((sum, share) => sum + share, 0n)) },
    { ...paid, ...open, amount: wireOf(third), split_from, split_total: paid.amount },
  ];
}

/** A confirmation, and the decision if there was one. */
function mailsOf({ application_date, decided_at, status }: typeof participants.$inferSelect) {
  const sent = (email_type: string, at: string, status_at: string) => ({
    email_type,
    status_at,
    created_at: at,
    send_after: at,
    sent_at: at,
    attempts: 1,
  });
  const first = status === 'waitlisted' ? status : 'pending';
  return [
    sent('application_confirmation', application_date, first),
    ...(decided_at ? [sent('application_status_update', decided_at, status)] : []),
  ];
}
