import { filtersOf, type ParticipantsSearch, parseParticipantsSearch, usualColumns } from '../address.ts';
import type { Viewed } from './viewed.ts';

/** Views of participants that every organisation has, by the key of their name. */
export const starterViews = {
  new: { status: ['pending'] },
  waiting: { status: ['waitlisted'], sort: 'waiting_position' },
  incomplete: { look: ['incomplete'] },
  debts: { payment: ['open'], columns: [...usualColumns, 'balance'] },
} satisfies Record<string, ParticipantsSearch>;
type StarterView = keyof typeof starterViews;
export const starterNames = Object.keys(starterViews) as StarterView[];

/** Views of participants. */
export const peopleViews: Viewed<ParticipantsSearch> = {
  list: 'participants',
  sort: '-application_date',
  usual: usualColumns,
  parse: parseParticipantsSearch,
  filtersOf,
};
