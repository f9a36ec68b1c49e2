import type { ReactNode } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { type BarFilter, FilterBar } from '../../../../ui/filters/FilterBar.tsx';
import { ListToolbar } from '../../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../../ui/filters/SearchField.tsx';

type ParticipantsToolbarProps = {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  filters: readonly BarFilter[];
  onOffer: () => void;
  onClearFilters: () => void;
  /** The menu of saved views. */
  views: ReactNode;
  /** The choice of columns. */
  end: ReactNode;
};

/** Search and filters of a list of participants. */
export function ParticipantsToolbar(props: ParticipantsToolbarProps) {
  const { search, onSearch, filters, onOffer, onClearFilters, views, end } = props;
  const { t } = useI18n();
  return (
    <ListToolbar
      end={end}
      search={
        <SearchField
          label={t('modules.participant.list.search')}
          value={search ?? ''}
          onChange={(next) => onSearch(next || undefined)}
        />
      }
      filters={
        <>
          {views}
          <FilterBar filters={filters} onOffer={onOffer} onClearAll={onClearFilters} />
        </>
      }
    />
  );
}
