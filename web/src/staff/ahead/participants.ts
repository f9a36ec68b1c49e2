import { parseParticipantsSearch } from '../features/participants/address.ts';
import { allGroupsQuery, participantListQuery } from '../features/participants/queries.ts';
import type { FirstQueries } from './read-ahead.ts';

/** The first participants, and the groups for the count above them. */
export const firstQueries: FirstQueries = ({ api, search, locale }) => ({
  list: participantListQuery(api, parseParticipantsSearch(search), null),
  others: [allGroupsQuery(api, locale)],
});
