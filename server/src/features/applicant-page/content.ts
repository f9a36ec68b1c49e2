import {
  type ApplicantApplication,
  type ApplicantFact,
  type ApplicantPayment,
  type ApplicantSession,
  type ApplicantSlip,
  type ApplicantState,
  isInQueue,
} from '@vpisnik/contract/rules/applicant-page';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { applicationPath } from '@vpisnik/contract/rules/public-addresses';
import { shownSections } from '@vpisnik/contract/rules/templates';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { bestText, languages } from '@vpisnik/contract/rules/texts';
import type { Slip } from '@vpisnik/contract/slips';
import { isWithdrawable } from '../applicant-data/rules.ts';
import { isForChild } from '../application-mails/addressee.ts';
import { placesOf } from '../calendar-feeds/places.ts';
import { type AskedQuestion, isLeftEmpty } from '../participants/questions.ts';
import { lastAhead, sessionsAhead, type WallTime } from '../sessions/coming.ts';
import type { WrittenDepartures } from '../sessions/departures.ts';
import type { ApplicationRow, ListedRow, PaymentRow, selectOwnWords } from './queries.ts';

type Told = {
  row: ApplicationRow;
  listed: ListedRow;
  state: ApplicantState;
  payments: ApplicantPayment[];
  slip: Slip | null;
  departures: WrittenDepartures | null;
  own: Awaited<ReturnType<typeof selectOwnWords>>;
  reason: string;
  questions: readonly AskedQuestion[];
  now: WallTime;
  organization: { id: string; label: string };
  publicUrl: string;
};

/** An application as its applicant sees it: nothing that staff keep for themselves, no sensitive answer. */
export function applicationOf(told: Told): ApplicantApplication {
  const { row, listed, state, payments, slip, departures, reason, now, organization, publicUrl } = told;
  const { schedule, start_date, published } = row;
  const sessions = departures ? sessionsOf(row, now, departures) : [];
  return {
    reference: listed.reference,
    name: listed.name,
    for_child: isForChild(row, row, now.day),
    state,
    applied_at: row.applied_at,
    withdrawn_at: listed.withdrawn_at,
    reason,
    next_steps: ownWords(told),
    email: row.email,
    language: row.language,
    group: {
      id: row.group_id,
      name: row.name,
      price_text: row.price_text,
      schedule,
      end_date: row.end_date,
      place:
        row.location_name === null
          ? null
          : { name: row.location_name, address: row.location_address ?? '', map: row.map ?? '' },
      leaders: row.leaders,
      apply_path: published ? applicationPath(organization, row) : null,
      has_calendar: schedule.length > 0 || start_date !== null || sessions.length > 0,
      feed: published ? feedOf(organization, row, publicUrl) : null,
    },
    queue: isInQueue(state) ? { position: row.ahead + 1, places: row.places, taken: row.taken } : null,
    offer_until: listed.offer_until,
    payments,
    slip: slip && slipOf(slip),
    released: row.released,
    sessions,
    has_later_sessions: row.end_date === null || row.end_date > lastAhead(row, now.day),
    facts: factsOf(told),
  };
}

/** Where calendar programs follow a published group; their own scheme makes them subscribe instead of import. */
const feedOf = ({ id }: { id: string }, { group_id }: ApplicationRow, publicUrl: string) =>
  `${publicUrl.replace(/^https?:/, 'webcal:')}/public/${id}/groups/${group_id}/calendar.ics`;

/** What the template says of this status in each language; nothing where the system's words would say what the page says. */
function ownWords({ own, state }: Told): Texts {
  if (!own || !shownSections(own.sections).next_steps) return {};
  if (state === 'offered' || state === 'lapsed' || state === 'taken_back' || state === 'withdrawn') return {};
  return Object.fromEntries(
    languages.flatMap((language) => {
      const said = own.translations[language]?.next_steps?.[state];
      return said ? [[language, said]] : [];
    }),
  );
}

function sessionsOf(row: ApplicationRow, now: WallTime, departures: WrittenDepartures): ApplicantSession[] {
  const places = placesOf(departures);
  return sessionsAhead(row, now, departures).map(
    ({ date, start_time, duration, state, reason, moved_from, other_location_id }) => ({
      ...{ date, start_time, duration, state, reason, moved_from, absent: row.absences.includes(date) },
      other_place: other_location_id === null ? null : (places[other_location_id] ?? null),
    }),
  );
}

/** Payments as their payer reads them; a payment is late as its mails say it. */
export function paymentsOf(rows: readonly PaymentRow[], today: string): ApplicantPayment[] {
  const asRead = ({ status, split_total, ...row }: PaymentRow): ApplicantPayment => {
    const isPaid = status === 'completed';
    const isLate = status === 'expired' || (row.due_date !== null && row.due_date < today);
    const before = split_total === null ? 0n : centsOf(split_total) - centsOf(row.amount);
    return {
      ...row,
      state: isPaid ? 'paid' : isLate ? 'overdue' : 'due',
      paid_before: !isPaid && before > 0n ? wireOf(before) : null,
    };
  };
  const all = rows.map(asRead);
  return [...all.filter(({ state }) => state !== 'paid'), ...all.filter(({ state }) => state === 'paid')];
}

const slipOf = (slip: Slip): ApplicantSlip => ({
  payment_id: slip.payment_id,
  iban: slip.iban,
  reference: slip.reference,
  recipient: slip.recipient.name,
  purpose: slip.purpose,
  code: slip.upn ?? slip.epc,
  kind: slip.upn ? 'UPN QR' : 'EPC QR',
});

/** What was told with the application, in the form's order, then what was not ticked: no consent is an answer too. */
function factsOf({ row, state, questions, now }: Told): ApplicantFact[] {
  const { email, phone, notes, language, answers } = row;
  const standing = { state, questions, term: { ...row, today: now.day } };
  const plain = { withdrawable: false };
  const application = { ...row, application_date: row.applied_at };
  // a sensitive one is left out, since no answer to it is shown
  const unticked = questions.filter((question) => !question.sensitive && isLeftEmpty(question, application));
  const given = (name: 'email' | 'phone' | 'notes', value: string | null): ApplicantFact[] =>
    value ? [{ id: name, name, question: null, kind: 'text', value, ...plain }] : [];
  return [
    ...given('email', email),
    ...given('phone', phone),
    ...answers.map((answer): ApplicantFact => {
      const { field_id, name, type, value, text, sensitive } = answer;
      const withdrawable = isWithdrawable(answer, standing);
      const kind = typeof value === 'boolean' ? 'tick' : type === 'date' ? 'day' : 'text';
      const said = kind === 'text' ? text || [value].flat().join(', ') : String(value);
      return {
        id: field_id,
        name: 'answer',
        question: name,
        kind,
        value: sensitive ? null : said,
        withdrawable,
      };
    }),
    ...unticked.map(({ id, name }): ApplicantFact => {
      const question = bestText(name, language).text;
      return { id, name: 'answer', question, kind: 'tick', value: 'false', ...plain };
    }),
    ...given('notes', notes),
  ];
}
