import {
  type ApplicantApplication,
  type ApplicantEdit,
  type ApplicantFact,
  type ApplicantPage,
  type ApplicantPayment,
  type ApplicantSession,
  type ApplicantState,
  actsOf,
  applicantActNames,
  applicantStates,
  type EditField,
  isInQueue,
  type OtherApplication,
} from '@vpisnik/contract/rules/applicant-page';
import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import { group, organization } from './public-pages.ts';

// fixed days: each page is given the moment it was made at

const offer_until = '2026-09-03T16:00:00.000Z';

const session = (date: string, given: Partial<ApplicantSession> = {}): ApplicantSession => ({
  date,
  start_time: '17:30',
  duration: 75,
  state: 'regular',
  reason: {},
  moved_from: null,
  other_place: null,
  absent: false,
  ...given,
});

/** An instalment that is to be paid. */
export const payment = (given: Partial<ApplicantPayment> = {}): ApplicantPayment => ({
  id: '01990000-0000-7000-8000-0000000000e1',
  purpose: 'Moderni ples, 1. obrok',
  amount: '85.00',
  currency: 'EUR',
  instalment: 1,
  instalments: 3,
  due_date: '2026-09-13',
  payment_date: null,
  state: 'due',
  paid_before: null,
  ...given,
});

export const slip: NonNullable<ApplicantApplication['slip']> = {
  payment_id: payment().id,
  iban: 'SI56191000000123438',
  reference: 'SI1220410845073110',
  recipient: 'Plesna šola Zvezda, d. o. o.',
  purpose: 'Moderni ples, 1. obrok',
  code: { size: 3, path: 'M0 0h2v1h-2z' },
  kind: 'UPN QR',
};

const fact = (given: Pick<ApplicantFact, 'id' | 'value'> & Partial<ApplicantFact>): ApplicantFact => ({
  ...{ name: 'answer', question: null, kind: 'text', withdrawable: false },
  ...given,
});

/** An application in a state; what a test is about is given. */
export function application(
  state: ApplicantState,
  given: Partial<ApplicantApplication> = {},
): ApplicantApplication {
  return {
    reference: '7KQ2M4XT',
    name: 'Špela Žnidaršič',
    for_child: true,
    state,
    applied_at: '2026-08-16T15:02:00.000Z',
    withdrawn_at: state === 'withdrawn' ? '2026-08-18T12:20:00.000Z' : null,
    reason: '',
    next_steps: {},
    email: 'barbara.znidarsic@mail.test',
    language: 'sl',
    group: {
      id: group().id,
      name: group().name,
      price_text: group().price_text,
      schedule: group().schedule,
      end_date: '2027-06-17',
      place: { name: 'Dvorana Šiška', address: 'Celovška 72, Ljubljana', map: 'https://maps.example/siska' },
      leaders: ['Nina Bergant', 'Katja Šega'],
      apply_path: '/zvezda/moderni-ples',
      has_calendar: true,
      feed: 'webcal://vpisnik.test/public/zvezda/groups/moderni/calendar.ics',
    },
    queue: isInQueue(state) ? { position: 2, places: 14, taken: 14 } : null,
    offer_until: state === 'offered' ? offer_until : null,
    payments: state === 'approved' ? [payment()] : [],
    slip: state === 'approved' ? slip : null,
    released: state === 'withdrawn',
    sessions: [
      session('2026-09-15'),
      session('2026-09-17', {
        state: 'moved',
        other_place: 'Mala dvorana',
        moved_from: { date: '2026-09-17', start_time: '17:30' },
      }),
      session('2026-09-22', { state: 'cancelled', reason: { sl: 'Dvorana je zasedena' } }),
      session('2026-09-26', { state: 'moved', moved_from: { date: '2026-09-24', start_time: '17:30' } }),
      session('2026-09-29'),
      session('2026-10-01', { state: 'added' }),
    ],
    has_later_sessions: true,
    facts: [
      fact({ id: 'email', name: 'email', value: 'barbara.znidarsic@mail.test' }),
      fact({ id: 'phone', name: 'phone', value: '031 777 188' }),
      fact({ id: 'f1', question: 'Datum rojstva', kind: 'day', value: '2012-03-04' }),
      fact({ id: 'f2', question: 'Zdravstvene posebnosti', value: null }),
      fact({ id: 'f3', question: 'Objava fotografij', kind: 'tick', value: 'false' }),
      fact({
        ...{ id: 'f4', question: 'Objava posnetkov na spletu in v tisku', kind: 'tick', value: 'true' },
        withdrawable: !actsOf[state].includes('save'),
      }),
    ],
    ...given,
  };
}

export const offered: OtherApplication = {
  reference: '4HNR8WCE',
  name: 'Zala Žnidaršič',
  group_name: { sl: 'Otroški balet I', en: 'Ballet for children I' },
  state: 'offered',
  offer_until,
  together: false,
  owes: null,
};
export const settled: OtherApplication = {
  ...offered,
  reference: '9TTR8WCE',
  name: 'Jakob Žnidaršič',
  state: 'approved',
  offer_until: null,
  owes: false,
};

const nonces = Object.fromEntries(
  applicantActNames.map((act) => [act, `nonce-to-${act}`]),
) as ApplicantPage['nonces'];

/** A question of the form of corrections; what a test is about is given. */
const editField = (given: Partial<EditField>): EditField => ({
  ...{ id: 'f', type: 'text', widget: 'text', required: false, sensitive: false, purpose: null, kept: false },
  ...{ name: { sl: 'Starš ali skrbnik', en: 'Parent or guardian' }, description: {}, options: [] },
  ...given,
});

/** The form of corrections; what a test is about is given. */
const edit = (given: Partial<ApplicantEdit> = {}): ApplicantEdit => ({
  ...{ own_phone: true, has_notes: true, problems: [], failure: null, seen: 'sealed', siblings: 2 },
  fields: [
    editField({
      id: 'f1',
      widget: 'date',
      type: 'date',
      required: true,
      name: { sl: 'Datum rojstva', en: 'Date of birth' },
    }),
    editField({ id: 'f2', purpose: 'guardian_name' }),
    editField({
      ...{ id: 'f3', type: 'textarea', widget: 'textarea', sensitive: true, kept: true },
      name: { sl: 'Zdravstvene posebnosti', en: 'Health' },
    }),
    editField({
      ...{ id: 'f4', type: 'checkbox', widget: 'checkbox' },
      name: { sl: 'Objava fotografij z nastopov', en: 'Photographs may be published' },
    }),
  ],
  entries: [
    ...([['email', 'barbara.znidarsic@mail.test']] as const),
    ...([['phone', '031 777 188']] as const),
    ...([['answers.f1', '2012-03-04']] as const),
    ...([['answers.f2', 'Barbara Žnidaršič']] as const),
    ...([['mail_language', 'sl']] as const),
    ...([['news', 'yes']] as const),
  ],
  languages: ['sl', 'en'],
  ...given,
});

/** The page of an applicant with one application. */
export function applicantPage(of: ApplicantApplication, given: Partial<ApplicantPage> = {}): ApplicantPage {
  return {
    kind: 'applicant',
    view: 'application',
    organization,
    base: '/my/secret',
    nonces,
    notice: null,
    application: of,
    others: [offered, settled],
    free_groups: of.state === 'rejected' ? [group()] : [],
    ...{ edit: null, address_change: null, another: null },
    ...given,
  };
}

/** An applicant's page in every state, and the pages of links. */
export const applicantPages: Record<string, PublicPage> = {
  ...Object.fromEntries(
    applicantStates.map((state) => [`applicant_${state}`, applicantPage(application(state))]),
  ),
  applicant_new: applicantPage(
    application('approved', {
      sessions: [],
      payments: [],
      slip: null,
      next_steps: { sl: '**Prinesite** copate.\n\n- vodo\n- brisačo' },
    }),
    { others: [] },
  ),
  applicant_part_paid: applicantPage(
    application('approved', {
      payments: [
        payment({ paid_before: '40.00', amount: '45.00', state: 'overdue', due_date: '2026-08-20' }),
        payment({ id: 'e2', instalment: 2, due_date: '2026-12-15' }),
        payment({ id: 'e3', state: 'paid', amount: '40.00', payment_date: '2026-08-12' }),
      ],
    }),
  ),
  applicant_paid: applicantPage(
    application('approved', {
      payments: [payment({ state: 'paid', payment_date: '2026-08-22' })],
      slip: null,
    }),
    { others: [settled] },
  ),
  applicant_withdraw: applicantPage(application('approved'), { view: 'withdraw' }),
  applicant_edit: applicantPage(application('approved'), { view: 'edit', edit: edit() }),
  applicant_edit_refused: applicantPage(application('approved'), {
    view: 'edit',
    edit: edit({
      entries: [
        ['email', 'barbara'],
        ['phone', '12'],
        ['answers.f1', '30.2.2012'],
      ],
      problems: [
        { path: 'email', code: 'invalid_email' },
        { path: 'phone', code: 'changed_meanwhile' },
        { path: 'answers.f1', code: 'invalid_date' },
      ],
      failure: 'edit_conflict',
    }),
  }),
  applicant_address: applicantPage(application('approved'), {
    ...{ view: 'address', notice: 'code_sent' },
    address_change: { new_address: 'nova@mail.test', problem: null },
  }),
  applicant_address_wrong: applicantPage(application('approved'), {
    ...{ view: 'address' },
    address_change: { new_address: 'nova@mail.test', problem: 'wrong' },
  }),
  applicant_another: applicantPage(application('approved'), {
    view: 'another',
    another: [
      {
        group: group(),
        entries: [
          ['email', 'barbara.znidarsic@mail.test'],
          ['answers.g1', '<b>"Barbara"</b>'],
        ],
      },
    ],
  }),
  applicant_offered_together: applicantPage(application('offered'), {
    others: [{ ...offered, group_name: group().name, together: true }, settled],
  }),
  applicant_looked_at: applicantPage(application('offered'), { nonces: null, notice: 'too_late' }),
  link_ended: { kind: 'applicant_link', organization: null, state: 'ended', address: '' },
  link_invalid: { kind: 'applicant_link', organization: null, state: 'invalid', address: 'barbara' },
  link_read_only: {
    kind: 'applicant_link',
    organization: null,
    state: 'read_only',
    address: 'barbara@posta.test',
  },
  link_moved: { kind: 'applicant_link', organization, state: 'moved', address: 'nova@mail.test' },
  link_sent: { kind: 'applicant_link', organization, state: 'sent', address: 'barbara@posta.test' },
};
