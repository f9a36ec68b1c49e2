import { useI18n } from '../../../../lib/text/i18n.ts';
import type { FilterOption } from '../../../../ui/filters/OptionList.tsx';

/** Whether what a filter is chosen from has been read. */
export type Source = { isSuccess: boolean; isError: boolean };

/** Options that come with the page. */
export const there: Source = { isSuccess: true, isError: false };

/** Names chosen values; says of others that they are gone, or while the options are not read that their names are missing. */
export function useChosenNames() {
  const { t } = useI18n();
  return (value: readonly string[], options: readonly FilterOption[], source: Source): string[] => {
    const named = options.filter((option) => value.includes(option.value)).map((option) => option.label);
    const count = value.length - named.length;
    if (count === 0) return named;
    if (source.isSuccess) return [...named, t('modules.participant.filters.unknown', { count })];
    return [t(source.isError ? 'modules.participant.filters.unread' : 'modules.participant.filters.loading')];
  };
}

/** The values, or undefined without any, as an address has them. */
export const filled = (values: string[]): string[] | undefined => (values.length > 0 ? values : undefined);
