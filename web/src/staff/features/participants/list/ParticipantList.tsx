import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { type ReactNode, use, useEffect, useMemo } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { type ColumnOf, useColumnChoice } from '../../../../ui/table/ColumnPicker.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { isFiltered, type ParticipantsSearch } from '../address.ts';
import { DecisionsProvider } from '../Decisions.tsx';
import { DialogsProvider } from '../Dialogs.tsx';
import { useNeighbours } from '../panel/use-neighbours.ts';
import { participantListQuery } from '../queries.ts';
import { StatusMenu } from '../Status.tsx';
import classes from './list.module.css';
import { ListPlace, useOpenParticipant } from './list-place.ts';
import { ContactCell, DateCell, GroupCell, WhoCell } from './ParticipantCells.tsx';
import { ParticipantRowMenu } from './ParticipantRowMenu.tsx';
import { type FilterChange, ParticipantsToolbar } from './ParticipantsToolbar.tsx';

const ParticipantFrame = onDemand(
  async () => (await import('../panel/ParticipantFrame.tsx')).ParticipantFrame,
);

/** Milliseconds after which the detail is fetched, so that the list comes first. */
const AHEAD = 2_000;

type ParticipantListProps = {
  filters: ParticipantsSearch;
  onChange: (change: FilterChange) => void;
  /** Takes every filter away. */
  onClear: () => void;
  /** Shown when there are no participants at all. */
  empty: ReactNode;
  /** The participant whose detail is open beside the list. */
  openId: string | undefined;
  /** Above the list; may open the dialogs. */
  head?: ReactNode;
};

/** A list of participants with its toolbar and the detail beside it; `ListPlace` says whose list it is. */
export function ParticipantList({ head, openId, ...list }: ParticipantListProps) {
  const open = useOpenParticipant();
  return (
    <DecisionsProvider openId={openId}>
      <DialogsProvider onDeleted={(id) => id === openId && open(null)}>
        {head}
        <ListWithDetail openId={openId} {...list} />
      </DialogsProvider>
    </DecisionsProvider>
  );
}

function ListWithDetail({ filters, onChange, onClear, empty, openId }: ParticipantListProps) {
  const { t } = useI18n();
  const api = useApi();
  const groupId = use(ListPlace);
  const list = useInfiniteQuery({
    ...participantListQuery(api, filters, groupId),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap((page) => page.results);
  const ids = useMemo(
    () => list.data?.pages.flatMap((page) => page.results.map(({ id }) => id)) ?? [],
    [list.data],
  );
  const { previous, next } = useNeighbours(ids, openId);
  const open = useOpenParticipant();
  const { columns, picker } = useColumnChoice('participants', useColumns(groupId === null));

  // The arrows go on where the loaded rows end.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  // a row is opened soon after the list is there
  useEffect(() => {
    const timer = setTimeout(ParticipantFrame.preload, AHEAD);
    return () => clearTimeout(timer);
  }, []);

  const isLast = openId !== undefined && openId === ids.at(-1);
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage]);

  const close = () => {
    open(null);
    document.querySelector<HTMLElement>(`[data-open-row="${openId}"]`)?.focus();
  };
  return (
    <div className={classes.split} data-open={openId !== undefined || undefined}>
      <div>
        <PagedTable
          list={list}
          caption={t(captionOf(filters))}
          columns={columns}
          isDimmed={(participant) => participant.status === 'inactive'}
          openId={openId}
          sort={sortOf(filters)}
          onSort={({ by, descending }) => onChange({ sort: sortTo(by, descending) })}
          toolbar={
            <ParticipantsToolbar
              filters={filters}
              onChange={onChange}
              ofGroups={groupId === null}
              end={picker}
            />
          }
          narrowed={
            isFiltered(filters)
              ? {
                  search: filters.search,
                  title: t('modules.participant.list.no_results_title'),
                  onClear,
                }
              : undefined
          }
          empty={empty}
        />
      </div>
      {openId !== undefined && (
        <ParticipantFrame
          id={openId}
          name={rows?.find(({ id }) => id === openId)?.name}
          previous={previous}
          next={next}
          onGo={open}
          onClose={close}
        />
      )}
    </div>
  );
}

const newestFirst = '-application_date';

function sortOf({ sort }: ParticipantsSearch) {
  const by = sort ?? newestFirst;
  return { by: by.replace('-', ''), descending: by.startsWith('-') };
}

function sortTo(by: string, descending: boolean): ParticipantsSearch['sort'] {
  if (by === 'name') return descending ? '-name' : 'name';
  return descending ? undefined : 'application_date';
}

const captions: Record<NonNullable<ParticipantsSearch['sort']>, MessageKey> = {
  application_date: 'modules.participant.list.caption_oldest',
  name: 'modules.participant.list.caption_name',
  '-name': 'modules.participant.list.caption_name_down',
};
const captionOf = ({ sort }: ParticipantsSearch): MessageKey =>
  sort ? captions[sort] : 'modules.participant.list.caption_newest';

const cells = {
  name: (participant: ParticipantSummary) => <WhoCell participant={participant} />,
  group: (participant: ParticipantSummary) => <GroupCell participant={participant} />,
  contact: (participant: ParticipantSummary) => <ContactCell participant={participant} />,
  status: (participant: ParticipantSummary) => <StatusMenu participant={participant} />,
  date: (participant: ParticipantSummary) => <DateCell participant={participant} />,
  actions: (participant: ParticipantSummary) => <ParticipantRowMenu participant={participant} />,
};

function useColumns(withGroup: boolean): Column<ParticipantSummary, ColumnOf<'participants'>>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const group: Column<ParticipantSummary, 'group'> = {
      id: 'group',
      header: t('modules.participant.list.column_group'),
      cell: cells.group,
      width: '27%',
    };
    return [
      {
        id: 'name',
        header: t('modules.participant.list.column_name'),
        cell: cells.name,
        sortable: true,
        width: '34%',
        phone: 'name',
      },
      ...(withGroup ? [group] : []),
      {
        id: 'contact',
        header: t('modules.participant.list.column_contact'),
        cell: cells.contact,
        width: '1%',
      },
      {
        id: 'status',
        header: t('modules.participant.list.column_status'),
        cell: cells.status,
        phone: 'corner',
      },
      {
        id: 'application_date',
        header: t('modules.participant.list.column_date'),
        cell: cells.date,
        sortable: true,
        phone: 'end',
      },
      {
        id: 'actions',
        header: t('modules.participant.actions.more'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'none',
      },
    ];
  }, [t, withGroup]);
}
