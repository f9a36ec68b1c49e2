/** Data of the page that a link in each mail to an applicant leads to; in no language, and without the link's secret. */

import type { PublicField, PublicGroup, PublicOrganization } from '../public.ts';
import type { CodeDrawing } from '../slips.ts';
import type { FormEntries } from './application-form.ts';
import type { ErrorCode, FieldError } from './errors.ts';
import type { Slot } from './schedule.ts';
import { shownStatusOf } from './statuses.ts';
import type { Language, Texts } from './texts.ts';
import type { PlannedState } from './timetable.ts';

/**
 * How an application stands for its applicant: `offered` and `lapsed` wait in the queue with a place to answer for,
 * `taken_back` waits until staff offer it a place again,
 * `withdrawn` is inactive by the applicant's own wish.
 */
export const applicantStates = [
  'pending',
  'approved',
  'waitlisted',
  'offered',
  'lapsed',
  'taken_back',
  'rejected',
  'withdrawn',
  'inactive',
] as const;
export type ApplicantState = (typeof applicantStates)[number];

/** Field `act` of the page's forms. */
export const applicantActNames = [
  'accept',
  'decline',
  'want_still',
  'withdraw',
  'absent',
  'coming',
  'save',
  'send_code',
  'confirm_address',
  'withdraw_consent',
] as const;
export type ApplicantAct = (typeof applicantActNames)[number];

/** Why people withdraw, as they may say; the field `reason` of the form. */
export const withdrawalReasons = ['timetable', 'moving', 'health', 'other'] as const;
/** The same as stored: who declines an offered place withdraws with it. */
export const storedWithdrawalReasons = [...withdrawalReasons, 'declined_offer'] as const;

type Row = {
  status: string;
  offer_until: string | null;
  offer_paused_at: string | null;
  offer_taken_back: boolean;
  withdrawn_at: string | null;
};

/** How an application stands; an offer counts until its last instant. */
export function applicantStateOf(row: Row, now: Date): ApplicantState {
  const { status, offer_until, offer_paused_at, offer_taken_back } = row;
  if (status === 'waitlisted') {
    if (offer_until !== null) return new Date(offer_until) >= now ? 'offered' : 'lapsed';
    if (offer_paused_at === null) return 'waitlisted';
    return offer_taken_back ? 'taken_back' : 'lapsed';
  }
  const shown = shownStatusOf(row);
  return applicantStates.find((state) => state === shown) ?? 'inactive';
}

/** Whether an application is in the queue of its group, with a place to answer for or without one. */
export const isInQueue = (state: ApplicantState): boolean =>
  state === 'waitlisted' || state === 'offered' || state === 'lapsed' || state === 'taken_back';

/** Acts on one's own data in any state of an application: a consent is withdrawn at any time. */
const always = ['withdraw_consent'] as const;
/** Acts on one's own data as long as an application lives. */
const correcting = ['save', 'send_code', 'confirm_address', ...always] as const;

/** What an applicant may do; `want_still` is for an offer that has passed in silence. */
export const actsOf: Record<ApplicantState, readonly ApplicantAct[]> = {
  pending: ['withdraw', ...correcting],
  approved: ['withdraw', 'absent', 'coming', ...correcting],
  waitlisted: ['withdraw', ...correcting],
  offered: ['accept', 'decline', ...correcting],
  lapsed: ['want_still', 'withdraw', ...correcting],
  taken_back: ['withdraw', ...correcting],
  rejected: always,
  withdrawn: always,
  inactive: always,
};

/** An instant as whole days, hours and minutes from now; null when it is past. */
export function timeLeft(
  until: string,
  now: string,
): { days: number; hours: number; minutes: number } | null {
  // a minute that has begun counts: the rest is never shown as nothing
  const left = Math.ceil((Date.parse(until) - Date.parse(now)) / 60_000);
  if (left <= 0) return null;
  return { days: Math.floor(left / 1440), hours: Math.floor((left % 1440) / 60), minutes: left % 60 };
}

type TimeLeft = NonNullable<ReturnType<typeof timeLeft>>;

/** The units by which a time that is left is told, the largest two: minutes beside days would say more than matters. */
export function unitsOf(left: TimeLeft): (keyof TimeLeft)[] {
  const units = (['days', 'hours', 'minutes'] as const).filter((unit) => left[unit] > 0).slice(0, 2);
  return left.days > 0 ? units.filter((unit) => unit !== 'minutes') : units;
}

/** Money that is expected or has come. */
export type ApplicantPayment = {
  id: string;
  /** As its payer reads it; empty where nothing was written. */
  purpose: string;
  amount: string;
  currency: string;
  instalment: number | null;
  instalments: number | null;
  due_date: string | null;
  /** Day on which it came. */
  payment_date: string | null;
  state: 'due' | 'overdue' | 'paid';
  /** What of it came before, where `amount` is the rest of a payment. */
  paid_before: string | null;
};

/** What a payer copies or scans. */
export type ApplicantSlip = {
  payment_id: string;
  iban: string;
  reference: string;
  recipient: string;
  purpose: string;
  code: CodeDrawing | null;
  kind: 'UPN QR' | 'EPC QR';
};

export type ApplicantSession = {
  date: string;
  start_time: string;
  duration: number;
  state: PlannedState;
  reason: Texts;
  moved_from: { date: string; start_time: string } | null;
  /** Where it is, when not where the group is. */
  other_place: string | null;
  /** Whether its applicant has said that they don't come on this day. */
  absent: boolean;
};

/** A line of what the applicant has told. A sensitive answer has no value here. */
export type ApplicantFact = {
  /** The question's, or the name of one of the form's first ones. */
  id: string;
  /** The question as it was asked; null for the form's first ones. */
  question: string | null;
  name: 'email' | 'phone' | 'notes' | 'answer';
  kind: 'text' | 'day' | 'tick';
  /** Null where it is kept but not shown. */
  value: string | null;
  /** Whether it is a consent that is withdrawn by a button beside it, as no form asks for it any more. */
  withdrawable: boolean;
};

export type ApplicantApplication = {
  reference: string;
  /** The person who takes part. */
  name: string;
  /** Whether a parent has applied for a child: the page then speaks to a family. */
  for_child: boolean;
  state: ApplicantState;
  applied_at: string;
  withdrawn_at: string | null;
  /** What staff wrote about a rejection; empty without. */
  reason: string;
  /** The organisation's own words about what follows, in the template's notation. */
  next_steps: Texts;
  email: string;
  language: Language;
  group: {
    id: string;
    name: Texts;
    price_text: Texts;
    schedule: Slot[];
    end_date: string | null;
    /** Where it meets; `map` is an address that the organisation gave. */
    place: { name: string; address: string; map: string } | null;
    leaders: string[];
    /** Path of its form; null where it is not published. */
    apply_path: string | null;
    /** Whether there is anything for a calendar. */
    has_calendar: boolean;
    /** Address that calendar programs follow; null where the group is not published. */
    feed: string | null;
  };
  /** Place in the queue by time of application, and the group's places; null for who doesn't wait. */
  queue: { position: number; places: number | null; taken: number } | null;
  offer_until: string | null;
  /** Open ones by their day, then received ones. */
  payments: ApplicantPayment[];
  /** Of the first open payment; null where none is open, or the organisation has no account written down. */
  slip: ApplicantSlip | null;
  /** Whether payments were cancelled since the place was given up. */
  released: boolean;
  sessions: ApplicantSession[];
  /** Whether later dates may follow: the group goes on after the last day that people are told of. */
  has_later_sessions: boolean;
  facts: ApplicantFact[];
};

export type OtherApplication = {
  reference: string;
  name: string;
  group_name: Texts;
  state: ApplicantState;
  offer_until: string | null;
  /** Whether its place is accepted or declined together with that of the application that is shown. */
  together: boolean;
  /** Whether something is owed; null where nothing was ever to be paid. */
  owes: boolean | null;
};

/** What the page says of the act that led to it. */
export const applicantNotices = [
  'accepted',
  'declined',
  'still_wanted',
  'withdrawn',
  'absent',
  'coming',
  'date_over',
  'saved',
  'consent_withdrawn',
  'unchanged',
  'code_sent',
  'not_saved',
  'read_only',
  'again',
  'too_late',
  'over',
] as const;
export type ApplicantNotice = (typeof applicantNotices)[number];

/** Views below an application's path, each with a name of its own there. */
export const applicantViews = ['withdraw', 'edit', 'address', 'another'] as const;
export type ApplicantView = 'application' | (typeof applicantViews)[number];

/** A question that the applicant may answer anew. */
export type EditField = PublicField & {
  /** Whether there is an answer that is not shown: an empty control leaves it as it is. */
  kept: boolean;
};

/** The form of one's own data: contact, answers that may still be changed, language and news. */
export type ApplicantEdit = {
  /** Whether the form asks for a telephone of the participant's own. */
  own_phone: boolean;
  /** Whether the notes may still be changed. */
  has_notes: boolean;
  fields: EditField[];
  /** Values of the controls: stored, or typed ones. */
  entries: FormEntries;
  problems: FieldError[];
  /** Why nothing was saved, beside problems of fields. */
  failure: ErrorCode | null;
  /** What the form has shown, sealed: so that a change by staff meanwhile is noticed. */
  seen: string;
  languages: readonly Language[];
  /** Applications of the address to which the contact also belongs. */
  siblings: number;
};

/** A new address that waits for its code. */
export type AddressChange = { new_address: string; problem: AddressProblem | null };
/** Problems of a code, or of sending one. */
export type AddressProblem = 'wrong' | 'expired' | 'tried_out' | 'taken' | 'too_many';

/** A group that another child may apply to, with what its form asks of a guardian filled in. */
export type AnotherGroup = { group: PublicGroup; entries: FormEntries };

/** One application of an address, and a line about each of the others. */
export type ApplicantPage = {
  kind: 'applicant';
  view: ApplicantView;
  organization: PublicOrganization;
  /** Path that links of the page begin with, without a slash at its end. */
  base: string;
  /** Field `nonce` of its forms, by what they do; null where the page is only looked at. */
  nonces: Record<ApplicantAct, string> | null;
  notice: ApplicantNotice | null;
  application: ApplicantApplication;
  others: OtherApplication[];
  /** Groups with free places for who was rejected. */
  free_groups: PublicGroup[];
  /** In the view `edit`. */
  edit: ApplicantEdit | null;
  /** In the view `address`. */
  address_change: AddressChange | null;
  /** In the view `another`. */
  another: AnotherGroup[] | null;
};

/** The page of a link that leads nowhere, which asks for the address; and the one after that. */
export type ApplicantLinkPage = {
  kind: 'applicant_link';
  organization: PublicOrganization | null;
  state: 'ended' | 'invalid' | 'sent' | 'moved' | 'read_only';
  /** As it was typed. */
  address: string;
};
