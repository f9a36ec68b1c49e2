import { existing } from '@vpisnik/contract/rules/dates';
import { flagIn, idsIn } from '../../../lib/address.ts';
import { mondayOf } from './week.ts';

/** Filters of the sessions. */
export type SessionFilters = {
  category_id?: string[];
  location_id?: string[];
  leader_id?: string[];
  /** `false`: sessions of unpublished groups instead of published ones. */
  active?: false;
};

/** Address of the dashboard. */
export type DashboardSearch = SessionFilters & {
  /** The Monday of the week shown; absent: this week. */
  week?: string;
  view?: 'list';
};

/** Reads the dashboard's part of an address; any day stands for its week. */
export function parseDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const day = typeof search.week === 'string' ? existing(search.week) : null;
  const [categories, locations] = [idsIn(search.category_id), idsIn(search.location_id)];
  const leaders = idsIn(search.leader_id);
  return {
    ...(day && { week: mondayOf(day) }),
    ...(search.view === 'list' && { view: 'list' as const }),
    ...(categories && { category_id: categories }),
    ...(locations && { location_id: locations }),
    ...(leaders && { leader_id: leaders }),
    ...(flagIn(search.active) === false && { active: false as const }),
  };
}

/** Whether a filter is set; week and view are not filters. */
export const isFiltered = ({ week: _, view: __, ...filters }: DashboardSearch): boolean =>
  Object.keys(filters).length > 0;
