import {
  type Concern,
  concerns,
  type OfferStand,
  offerStands,
  type ParticipantSort,
  type PaymentStand,
  participantSortKeys,
  paymentStands,
  sources,
} from '@vpisnik/contract/rules/participant-filter';
import { periods, type ShownStatus, shownStatuses } from '@vpisnik/contract/rules/statuses';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import { dayIn, flagIn, idsIn, searchIn, wordsIn } from '../../../lib/address.ts';

/** Filters of a group's roster. */
export type RosterFilters = {
  search?: string;
  status?: ShownStatus[];
  applied_from?: string;
  applied_to?: string;
  language?: Language[];
  source?: (typeof sources)[number][];
  age_from?: number;
  age_to?: number;
  /** The day on which they have that age; absent: today. */
  age_on?: string;
  /** `<field id>:<value>`, as the call takes them. */
  answer?: string[];
  look?: Concern[];
  /** How they stand with an offer of a place. */
  offer?: OfferStand[];
};

/** Filters of the list of all participants. */
export type ParticipantFilters = RosterFilters & {
  group_id?: string[];
  category_id?: string[];
  location_id?: string[];
  leader_id?: string[];
  period?: (typeof periods)[number][];
  /** How they stand with their payments. */
  payment?: PaymentStand[];
};

type Shown = {
  /** Absent: the newest application first. */
  sort?: Exclude<ParticipantSort, '-application_date'>;
};

/** Address of a group's roster; unknown parts are dropped. */
export type RosterSearch = RosterFilters & Shown;

/** Address of the list of all participants. */
export type ParticipantsSearch = ParticipantFilters &
  Shown & {
    /** The saved view that the list was opened with. */
    view?: string;
    /** Columns that are shown instead of those of the account; empty: none of those that can be chosen. */
    columns?: string[];
  };

/** Columns of a list that nobody has changed. */
export const usualColumns: readonly string[] = ['group', 'contact', 'status', 'application_date'];

const answerPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:([a-z0-9_-]+|[*!])$/;

/** The field of the catalogue that a filter of answers is about. */
export const fieldOfAnswer = (answer: string): string => answer.slice(0, answer.indexOf(':'));

/** The values that a filter of answers asks of one field. */
export const answersTo = (field: string, answer: readonly string[]): string[] =>
  answer.filter((one) => fieldOfAnswer(one) === field).map((one) => one.slice(field.length + 1));

/** Only the parts that are given. */
export function given<Parts extends object>(
  parts: Parts,
): { [Name in keyof Parts]?: NonNullable<Parts[Name]> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Parts]?: NonNullable<Parts[Name]>;
  };
}

function ageIn(value: unknown): number | undefined {
  const age = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof age === 'number' && Number.isInteger(age) && age >= 0 && age <= 150 ? age : undefined;
}

function textsIn(value: unknown, pattern: RegExp): string[] | undefined {
  const list = [value].flat().filter((one): one is string => typeof one === 'string' && pattern.test(one));
  return list.length > 0 ? [...new Set(list)].slice(0, 100) : undefined;
}

/** Whether the ends of a range are in the wrong order; such a range filters nothing. */
export const isReversed = <End extends string | number>(
  from: End | null | undefined,
  to: End | null | undefined,
): boolean => from != null && to != null && from > to;

function rangeIn<End extends string | number>(from: End | undefined, to: End | undefined) {
  return isReversed(from, to) ? [] : [from, to];
}

/** Reads a roster's filters out of an address. */
export function parseRosterSearch(search: Record<string, unknown>): RosterSearch {
  const [applied_from, applied_to] = rangeIn(dayIn(search.applied_from), dayIn(search.applied_to));
  const [age_from, age_to] = rangeIn(ageIn(search.age_from), ageIn(search.age_to));
  const sort = wordsIn(search.sort, participantSortKeys)?.find((one) => one !== '-application_date');
  return given({
    search: searchIn(search.search),
    status: wordsIn(search.status, shownStatuses),
    applied_from,
    applied_to,
    language: wordsIn(search.language, languages),
    source: wordsIn(search.source, sources),
    age_from,
    age_to,
    age_on: dayIn(search.age_on),
    answer: textsIn(search.answer, answerPattern),
    look: wordsIn(search.look, concerns),
    offer: wordsIn(search.offer, offerStands),
    sort,
  });
}

/** Reads the filters of the list of participants out of an address. */
export function parseParticipantsSearch(search: Record<string, unknown>): ParticipantsSearch {
  return {
    ...parseRosterSearch(search),
    ...given({
      group_id: idsIn(search.group_id),
      category_id: idsIn(search.category_id),
      location_id: idsIn(search.location_id),
      leader_id: idsIn(search.leader_id),
      period: wordsIn(search.period, periods),
      payment: wordsIn(flagIn(search.overdue) ? 'overdue' : search.payment, paymentStands),
      view: idsIn(search.view)?.[0],
      columns: columnsIn(search.columns),
    }),
  };
}

/** Columns of an address; even none may be chosen. */
export const columnsIn = (value: unknown): string[] | undefined =>
  textsIn(value, /^[a-z0-9_-]{1,36}$/) ?? (Array.isArray(value) ? [] : undefined);

/** The filters alone, as the call takes them. */
export function filtersOf({
  sort: _,
  view: __,
  columns: ___,
  ...filters
}: ParticipantsSearch): ParticipantFilters {
  return filters;
}

/** Whether anything narrows the list. */
export const isFiltered = (search: ParticipantsSearch): boolean =>
  Object.keys(filtersOf(search)).some((name) => name !== 'age_on');
