import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';
import { addMonths } from '../../../ui/date/date.ts';

/** Months ahead for which closed days are listed. */
const ahead = 12;

/** The closed days from a day on. */
export const closuresQuery = (api: Api, from: string) =>
  queryOptions(api.closures.list.options({ query: { from, to: addMonths(from, ahead) } }));

/** Refetches closed days, and the sessions that they take out. */
export const useRefreshClosures = () =>
  useRefresh((api) => [api.closures.list.key(), api.sessions.list.key()]);
