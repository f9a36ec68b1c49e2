import type { Answer } from '@vpisnik/contract/participants';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import type { ReferenceModel } from '@vpisnik/contract/rules/references';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { groups, organizations, participants, payment_settings, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** What the statements need of a scope; the worker has no more. */
export type Reader = Pick<Scope, 'tx' | 'organizationId'>;

/** A payment with what its slip tells of participant and group. */
export type PaymentRow = {
  id: string;
  participant_id: string;
  participant_status: string;
  status: string;
  payment_date: string | null;
  amount: string;
  currency: string;
  expiration_date: string | null;
  purpose: string;
  reference_number: string;
  name: string;
  guardian_name: string | null;
  email: string | null;
  answers: readonly Pick<Answer, 'purpose' | 'value'>[];
  language: Language;
  reference: string;
  group_name: Texts;
  age_to: number | null;
};

const select = (scope: Reader, ...where: (SQL | undefined)[]) =>
  scope.tx
    .select({
      id: payments.id,
      participant_id: payments.participant_id,
      participant_status: participants.status,
      status: payments.status,
      payment_date: payments.payment_date,
      amount: payments.amount,
      currency: payments.currency,
      expiration_date: payments.expiration_date,
      purpose: payments.purpose,
      reference_number: payments.reference_number,
      name: participants.name,
      guardian_name: participants.guardian_name,
      email: participants.email,
      answers: participants.answers,
      language: sql<Language>`${participants.language}`,
      reference: participants.reference,
      group_name: sql<Texts>`${groups.name}`,
      age_to: groups.age_to,
    })
    .from(payments)
    .innerJoin(participants, referenced(participants, payments, payments.participant_id))
    .innerJoin(groups, referenced(groups, payments, payments.group_id))
    .where(and(eq(payments.organization_id, scope.organizationId), ...where));

const byNameAndDay = [
  asc(sql`app.fold(${participants.name})`),
  asc(participants.id),
  asc(payments.expiration_date),
  asc(payments.id),
];

/** One payment in scope; undefined for others. */
export async function selectPayment(scope: Scope, id: string): Promise<PaymentRow | undefined> {
  return ((await select(scope, eq(payments.id, id))) as PaymentRow[])[0];
}

/** The open payments of a group, by name and day. */
export async function selectOpen(scope: Scope, groupId: string): Promise<PaymentRow[]> {
  const rows = select(
    scope,
    eq(payments.group_id, groupId),
    inArray(payments.status, [...openStatuses]),
  ).orderBy(...byNameAndDay);
  return (await rows) as PaymentRow[];
}

/** Payments that meet a condition, by name and day. */
export async function selectPayments(reader: Reader, where: SQL): Promise<PaymentRow[]> {
  return (await select(reader, where).orderBy(...byNameAndDay)) as PaymentRow[];
}

/** A group in scope by its name; undefined for others. */
export async function selectGroupName(scope: Scope, id: string): Promise<Texts | undefined> {
  const [row] = await scope.tx
    .select({ name: groups.name })
    .from(groups)
    .where(and(eq(groups.organization_id, scope.organizationId), eq(groups.id, id)));
  return row?.name as Texts | undefined;
}

/** Where the organisation is paid, and how it names itself on paper. */
export type Payee = {
  recipient: string;
  street: string;
  town: string;
  iban: string;
  bic: string;
  purpose: string;
  purpose_code: string;
  reference_model: ReferenceModel;
  name: string;
  contact_email: string | null;
  profile: { phone_number?: string; address?: string; postal_code?: string; city?: string };
};

/** The payee; undefined until its settings are there. */
export async function selectPayee(scope: Reader): Promise<Payee | undefined> {
  const [row] = await scope.tx
    .select({
      recipient: payment_settings.recipient,
      street: payment_settings.street,
      town: payment_settings.town,
      iban: payment_settings.iban,
      bic: payment_settings.bic,
      purpose: payment_settings.purpose,
      purpose_code: payment_settings.purpose_code,
      reference_model: sql<ReferenceModel>`${payment_settings.reference_model}`,
      name: organizations.name,
      contact_email: organizations.contact_email,
      profile: sql<Payee['profile']>`${organizations.profile}`,
    })
    .from(payment_settings)
    .innerJoin(organizations, eq(organizations.id, payment_settings.organization_id))
    .where(eq(payment_settings.organization_id, scope.organizationId));
  return row;
}
