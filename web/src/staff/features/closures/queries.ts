import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { addMonths } from '../../../ui/date/date.ts';

/** Months ahead for which closed days are listed. */
const ahead = 12;

/** The closed days from a day on. */
export const closuresQuery = (api: Api, from: string) =>
  queryOptions(api.closures.list.options({ query: { from, to: addMonths(from, ahead) } }));
