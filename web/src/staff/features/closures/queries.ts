import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { addMonths } from '../../../ui/date/date.ts';

/** How far ahead closed days are listed, in months. */
const ahead = 12;

/** The closed days from a day on. */
export const closuresQuery = (api: Api, from: string) =>
  queryOptions(api.closures.list.options({ query: { from, to: addMonths(from, ahead) } }));
