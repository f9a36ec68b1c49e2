import { parseGroupsSearch } from '../features/groups/address.ts';
import { groupCountsQuery, groupListQuery, referenceQueries } from '../features/groups/queries.ts';
import type { FirstQueries } from './read-ahead.ts';

/** The first groups, the counts above them, and what the filters offer. */
export const firstQueries: FirstQueries = ({ api, search, locale }) => ({
  list: groupListQuery(api, parseGroupsSearch(search), locale),
  others: [
    groupCountsQuery(api),
    referenceQueries.categories(api),
    referenceQueries.locations(api),
    referenceQueries.leadersEver(api),
  ],
});
