import { type ReportGrouping, reportGroupings } from '@vpisnik/contract/rules/payment-reports';
import { dayIn, wordsIn } from '../../../lib/address.ts';

/** Address of the report: the present year by groups, unless it says otherwise. */
export type ReportSearch = {
  by?: Exclude<ReportGrouping, 'group'>;
  /** `YYYY-MM-DD`; with neither of the two it is the present year. */
  from?: string;
  to?: string;
  /** All that there is, whatever the days. */
  span?: 'all';
};

const others = reportGroupings.filter((one) => one !== 'group');

/** Reads the report out of an address; unknown parts are dropped, and a last day before the first. */
export function parseReportSearch(search: Record<string, unknown>): ReportSearch {
  const by = wordsIn(search.by, others)?.[0];
  if (search.span === 'all') return { ...(by && { by }), span: 'all' };
  const [from, to] = [dayIn(search.from), dayIn(search.to)];
  const isReversed = from !== undefined && to !== undefined && from > to;
  return { ...(by && { by }), ...(from && { from }), ...(to && !isReversed && { to }) };
}

/** The days of a report; without one it has no beginning or no end. */
export function daysOf({ from, to, span }: ReportSearch, today: string): { from?: string; to?: string } {
  if (span === 'all') return {};
  if (from === undefined && to === undefined) return yearOf(today);
  return { ...(from && { from }), ...(to && { to }) };
}

/** The year that a day is in. */
export const yearOf = (day: string, before = 0) => {
  const year = Number(day.slice(0, 4)) - before;
  return { from: `${year}-01-01`, to: `${year}-12-31` };
};
