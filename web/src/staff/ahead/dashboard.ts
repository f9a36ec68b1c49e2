import { inZone } from '@vpisnik/contract/rules/format';
import { parseDashboardSearch } from '../features/dashboard/address.ts';
import { factsQuery, weekQuery } from '../features/dashboard/queries.ts';
import { mondayOf } from '../features/dashboard/week.ts';
import { referenceQueries } from '../features/groups/queries.ts';
import type { FirstQueries } from './read-ahead.ts';

/** The week, pending work, and what the filters offer. */
export const firstQueries: FirstQueries = ({ api, search, timeZone }) => {
  const { week, active } = parseDashboardSearch(search);
  const monday = week ?? mondayOf(inZone(new Date(), timeZone).day);
  return {
    others: [
      weekQuery(api, monday, active !== false),
      factsQuery(api),
      referenceQueries.categories(api),
      referenceQueries.locations(api),
    ],
  };
};
