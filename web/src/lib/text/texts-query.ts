import { queryOptions } from '@tanstack/react-query';
import { translateIn } from './i18n.ts';
import type { Locale } from './locale.ts';

/** The texts of a language beside the one that is shown; none are fetched as long as it is not known. */
export const textsQuery = (locale: Locale | undefined) =>
  queryOptions({
    queryKey: ['texts', locale],
    queryFn: () => translateIn(locale ?? 'sl'),
    enabled: locale !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
