import {
  type ActivityAction,
  type ActivityObject,
  activityActions,
  activityObjects,
} from '@vpisnik/contract/activity';
import { dayIn, idsIn, wordsIn } from '../../../lib/address.ts';

/** Address of the activity log. */
export type ActivitySearch = {
  user_id?: string;
  about?: ActivityObject[];
  action?: ActivityAction[];
  from?: string;
  to?: string;
};

/** Reads the filters of an address; drops invalid ones. */
export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const user_id = idsIn(search.user_id)?.[0];
  const about = wordsIn(search.about, activityObjects);
  const action = wordsIn(search.action, activityActions);
  const from = dayIn(search.from);
  const to = dayIn(search.to);
  return {
    ...(user_id && { user_id }),
    ...(about && { about }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
