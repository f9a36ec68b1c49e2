import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { daysOf, type ReportSearch } from './address.ts';

/** Owed and received amounts; changes of payments show within a minute. */
export const reportQuery = (api: Api, search: ReportSearch, today: string) =>
  queryOptions({
    ...api.payment_reports.get.options({
      query: { ...(search.by && { by: search.by }), ...daysOf(search, today) },
    }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
