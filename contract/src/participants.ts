import { z } from 'zod';
import {
  editedReply,
  email,
  flag,
  language,
  languages,
  line,
  listQuery,
  multiline,
  name,
  pageOf,
  params,
  phone,
  several,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { groupFilter, participantFilter, rosterFilter } from './participant-filter.ts';
import { balance } from './payments.ts';
import { type PersonFact, personFacts } from './rules/application-form.ts';
import { feePayments, movePrices } from './rules/fee-plan.ts';
import { limits, linkPattern } from './rules/limits.ts';
import { mailChoiceWays } from './rules/mail-choices.ts';
import { mailStates } from './rules/mails.ts';
import { participantSortKeys } from './rules/participant-filter.ts';
import { permissions } from './rules/permissions.ts';
import { participantStatuses } from './rules/statuses.ts';

export { type ParticipantFilter, participantFilter } from './participant-filter.ts';
export {
  holdsPlace,
  type ParticipantStatus,
  participantMoves,
  participantStatuses,
  takesPlace,
} from './rules/statuses.ts';

/** Something of a name can be seen. */
const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

/** A person's full name, which must not be a link; the space between names is one, so that a second one is no other person. */
export const personName = name
  .overwrite((value) => value.replace(/\s+/g, ' '))
  .refine((value) => value === '' || visible.test(value), { error: 'required' })
  .refine((value) => !linkPattern.test(value), { error: 'name_with_link' });

/** An answer as it is sent: text, a choice's value, several values, or a tick. */
export const answerValue = z.union([
  multiline(limits.answer),
  z.array(z.string().max(limits.label)).max(limits.options),
  z.boolean(),
]);

const answerReply = z.object({
  field_id: z.string(),
  /** The field of the catalogue that it answers, also when no form asks that any more; null for a group's own question. */
  form_field_id: z.string().nullish(),
  label: z.string().nullable(),
  name: z.string(),
  type: z.string(),
  value: z.union([z.string(), z.array(z.string()), z.boolean()]),
  text: z.string(),
  sensitive: z.boolean(),
  /** Special meaning of the answer to the application; null for an ordinary one. */
  purpose: z.string().nullish(),
});
export type Answer = z.output<typeof answerReply>;

/**
 * Short facts that the public form asks for and staff can change; null where nothing is said. `participants` and
 * `reapplications` have a column for each.
 */
const facts = { phone: phone.nullable() } satisfies Record<PersonFact, z.ZodType>;
const ofEach = <Value>(value: Value) =>
  Object.fromEntries(personFacts.map((fact) => [fact, value])) as Record<PersonFact, Value>;
/** The same, which need not be there. */
export const factsOrNull = Object.fromEntries(
  personFacts.map((fact) => [fact, facts[fact].default(null)]),
) as { [Fact in PersonFact]: z.ZodDefault<(typeof facts)[Fact]> };

const listed = z.object({
  ...editedReply,
  group_id: z.string(),
  group_name: textsReply,
  name: z.string(),
  email: z.string().nullable(),
  ...ofEach(z.string().nullable()),
  /** A minor's contact, from the answers with these purposes; null if not asked or if the answer is sensitive. */
  guardian_name: z.string().nullable(),
  guardian_phone: z.string().nullable(),
  /** `YYYY-MM-DD`, from the answer with this purpose; null if not asked or if the answer is sensitive. */
  birth_date: z.string().nullable(),
  status: z.enum(participantStatuses),
  /** When its applicant withdrew it; null unless they did. */
  withdrawn_at: z.string().nullable(),
  /** Why, one of `storedWithdrawalReasons`; empty where they gave no reason. */
  withdrawal_reason: z.string(),
  application_date: z.string(),
  reference: z.string(),
  language: z.enum(languages),
  /** Place in the waiting list, from 1, in order of application; null unless waitlisted without an offer. */
  waiting_position: z.number().nullable(),
  /** Until when a place is offered to them; null without an offer. */
  offer_until: z.string().nullable(),
  /** When the last offer was made, and how many there were. */
  offered_at: z.string().nullable(),
  offer_no: z.number(),
  /** Since when nothing is offered to them by itself, because an offer has passed in silence or was taken back. */
  offer_paused_at: z.string().nullable(),
  /** Whether staff took the last offer back. */
  offer_taken_back: z.boolean(),
  /** What siblings of one group have in common who want a place together or none. */
  offer_tie: z.string().nullable(),
  /** Version of the privacy notice they were shown; null when staff added them. */
  privacy_version: z.string().nullable(),
  /** Those that the list was asked for. */
  answers: z.array(answerReply).optional(),
  /** What they owe and have paid, when the list was asked for it from rank 3 on; empty without payments. */
  balances: z.array(balance).optional(),
});

export const mailReply = z.object({
  id: z.string(),
  email_type: z.string(),
  variant: z.string(),
  recipient_kind: z.string(),
  to_address: z.string().nullable(),
  status_at: z.string().nullable(),
  state: z.enum(mailStates),
  state_reason: z.string(),
  send_after: z.string(),
  sent_at: z.string().nullable(),
  created_at: z.string(),
  /** Reason of a rejection that the mail gives; empty without one. */
  decision_reason: z.string(),
  /** The mail that it repeats; null for a first one. */
  again_of: z.string().nullable(),
  /** Who had it sent again; empty for a first one. */
  requested_by: z.string(),
  /** Whether the template that the group had chosen was inactive or gone when it was sent. */
  template_missed: z.boolean(),
});

/** Differences in a repeated application of the same person; unchanged fields are null, unchanged answers absent. */
const reapplicationReply = z.object({
  id: z.string(),
  created_at: z.string(),
  name: z.string().nullable(),
  ...ofEach(z.string().nullable()),
  notes: z.string().nullable(),
  answers: z.array(answerReply),
});
export type Reapplication = z.output<typeof reapplicationReply>;

/** A search result: enough to tell participants apart and to open one. */
const found = listed.pick({
  id: true,
  name: true,
  phone: true,
  guardian_name: true,
  guardian_phone: true,
  status: true,
  withdrawn_at: true,
  group_id: true,
  group_name: true,
});

const reply = listed.extend({
  notes: z.string(),
  answers: z.array(answerReply),
  mails: z.array(mailReply),
  /** Whether no more mail is sent to their address, by what came back from there. */
  address_bounced: z.boolean(),
  /** The "no" to news that holds for their address, with its proof; null while news may be sent there. */
  declined_news: z
    .object({
      since: z.string(),
      how: z.enum(mailChoiceWays),
      /** Name of who noted what the person has told them; empty where the person did it. */
      noted_by: z.string(),
    })
    .nullable(),
  /** Later applications of the same person to the same group, the latest first. */
  /** The latest hundred. */
  reapplications: z.array(reapplicationReply),
  older_reapplications_count: z.number().int(),
  /** Other enrolments of the same person (same e-mail and name) in this organisation, within scope. */
  elsewhere: z.array(
    z.object({
      id: z.string(),
      group_id: z.string(),
      group_name: textsReply,
      status: z.enum(participantStatuses),
      withdrawn_at: z.string().nullable(),
    }),
  ),
});

export type ParticipantSummary = z.output<typeof listed>;
export type Participant = z.output<typeof reply>;
/** A participant as calls answer one. */
export const participantReply = reply;
export type MailRecord = z.output<typeof mailReply>;

const status = z.enum(participantStatuses);

/** The order of a list, and what its rows tell beside the usual. */
const shown = {
  sort: z.enum(participantSortKeys).default('-application_date'),
  /** Fields of the catalogue and questions of groups whose answers the rows tell. */
  with_answers: several(uuid).optional(),
  /** Whether they tell what each owes and has paid. */
  with_balances: flag.optional(),
  /** A participant beside whom the reply tells who stands before and after them, wherever in the list that is. */
  neighbours_of: uuid.optional(),
};

/** With the total, `as_of` is the moment at which it was right: "all that match" are those of that moment. */
const selectable = pageOf(listed).extend({
  as_of: z.string().optional(),
  neighbours: z.object({ previous: z.string().nullable(), next: z.string().nullable() }).optional(),
});

/** A participant whom staff add. */
export const createBody = z.strictObject({
  /** The sender's own: a request sent again with the same id adds once. */
  id: uuid.optional(),
  group_id: uuid,
  name: personName,
  email: email.nullable().default(null),
  ...factsOrNull,
  status: status.default('pending'),
  language: language,
  notes: multiline(limits.notes).default(''),
  /** Becomes the first of the staff's notes. */
  staff_notes: multiline(limits.notes).default(''),
  answers: z.record(uuid, answerValue).default({}),
  notify: z.boolean().default(true),
  allow_overbooking: z.boolean().default(false),
  /** Which payments the group's plan makes for an approved one; none unless it is said. */
  payments: z.enum(feePayments).default('none'),
});

/** Whether a reason goes with a rejection whose mail can tell it. */
export const isReasonTold = ({ reason, status, notify }: Decision): boolean =>
  !reason || (status === 'rejected' && notify);
type Decision = { reason?: string | undefined; status: string; notify: boolean };
/** The refusal of any other. */
export const reasonUntold = { error: 'invalid_value', path: ['reason'] };

const read = { scope: 'organization', rank: permissions['participants.read'] } as const;
const decide = { scope: 'organization', rank: permissions['participants.decide'] } as const;
const manage = { scope: 'organization', rank: permissions['participants.manage'] } as const;

export const participants = {
  list: endpoint({
    withSession: true,
    scope: 'organization',
    rank: permissions['participants.list'],
    method: 'GET',
    path: '/participants',
    summary: 'Participants of all groups',
    query: z.strictObject({ ...listQuery, ...participantFilter.shape, ...shown }),
    reply: selectable,
  }),
  ofGroup: endpoint({
    ...read,
    method: 'GET',
    path: '/groups/{id}/participants',
    summary: "A group's participants",
    params,
    query: z.strictObject({ ...listQuery, ...rosterFilter.shape, ...shown }),
    reply: selectable,
  }),
  find: endpoint({
    ...read,
    method: 'GET',
    path: '/participants/found',
    summary:
      'The latest participants in scope whose name, address, telephone or reference holds what is sought',
    query: z.strictObject({
      search: line(limits.search).min(2),
      limit: z.coerce.number().int().min(1).max(20).default(10),
    }),
    reply: z.object({ results: z.array(found) }),
  }),
  questions: endpoint({
    ...read,
    method: 'GET',
    path: '/participants/questions',
    summary: 'Questions of their own that groups in scope ask, those whose answers the caller may read',
    query: z.strictObject(groupFilter),
    reply: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          group_id: z.string(),
          group_name: textsReply,
          name: textsReply,
          type: z.string(),
          sensitive: z.boolean(),
        }),
      ),
    }),
  }),
  counts: endpoint({
    withSession: true,
    ...read,
    method: 'GET',
    path: '/participants/counts',
    summary: 'How many participants in scope have each status',
    query: z.strictObject({ group_id: uuid.optional() }),
    reply: z.object({
      pending: z.number(),
      approved: z.number(),
      waitlisted: z.number(),
      rejected: z.number(),
      inactive: z.number(),
      /** When the longest waiting pending application arrived. */
      oldest_pending: z.string().nullable(),
    }),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants',
    summary: 'Add a participant',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/participants/{id}',
    summary: 'One participant',
    params,
    reply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/participants/{id}',
    summary: "Change a participant's data, or move them to another group",
    params,
    body: z
      .strictObject({
        group_id: uuid,
        name: personName,
        email: email.nullable(),
        ...facts,
        language,
        notes: multiline(limits.notes),
        answers: z.record(uuid, answerValue),
        allow_overbooking: z.boolean(),
        /** What those who move pay by: the former group's plan unless it says otherwise. */
        fees: z.enum(movePrices),
        /** Whether the applicant of one who moves is told by mail; nobody is unless it says so. */
        notify: z.boolean(),
        version,
      })
      .partial()
      .required({ version: true }),
    reply,
  }),
  setStatus: endpoint({
    ...decide,
    method: 'PATCH',
    path: '/participants/{id}/status',
    summary: 'Decide about a participant; the same status again does nothing',
    // the limit of a group is rank 3's, and so is going beyond it; money other than what the plan says is theirs who see it
    fieldRanks: { allow_overbooking: 3, payments: permissions['payments.manage'] },
    params,
    body: z
      .strictObject({
        status,
        notify: z.boolean().default(true),
        allow_overbooking: z.boolean().default(false),
        /** Reason of a rejection, for the mail about it; without a mail there is none. */
        reason: multiline(limits.shortText).default(''),
        /** Which payments an approval makes by the group's plan: those it asks for, one for all of them, or none. */
        payments: z.enum(feePayments).default('plan'),
        version: version.optional(),
      })
      .refine(isReasonTold, reasonUntold),
    reply,
  }),
  undoStatus: endpoint({
    ...decide,
    method: 'POST',
    path: '/participants/{id}/status/undo',
    summary: 'Take the last decision back, and its mail with it, while that has not left',
    params,
    body: z.strictObject({ version }),
    reply,
  }),
  declineNews: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/decline-news',
    summary: 'Note that a person has told they want no news at their address; they alone can take that back',
    params,
    reply,
  }),
  sendMailAgain: endpoint({
    ...decide,
    method: 'POST',
    path: '/participant-mails/{id}/again',
    summary:
      'Send a mail to a participant once more, to the present address or to a corrected one; the same call again does nothing',
    fieldRanks: { email: 3 },
    params,
    body: z
      .strictObject({ email, version })
      .partial()
      .refine((body) => body.email === undefined || body.version !== undefined, {
        error: 'required',
        path: ['version'],
      }),
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/participants/{id}',
    summary: 'Delete a participant',
    params,
    reply: null,
  }),
};
