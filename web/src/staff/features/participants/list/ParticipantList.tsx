import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { type ReactNode, use, useEffect, useMemo } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { filtersOf, isFiltered, type ParticipantsSearch, parseRosterSearch } from '../address.ts';
import { useChoosing } from '../choosing/use-choosing.tsx';
import { DecisionsProvider } from '../Decisions.tsx';
import { DialogsProvider } from '../Dialogs.tsx';
import { ExportAll } from '../export/ExportAll.tsx';
import { useAppliedFilters } from '../filters/use-answer-filters.tsx';
import { type ChangeFilters, useFilters } from '../filters/use-filters.tsx';
import { useNeighbours } from '../panel/use-neighbours.ts';
import { participantListQuery } from '../queries.ts';
import classes from './list.module.css';
import { ListPlace, useOpenParticipant } from './list-place.ts';
import { ParticipantsToolbar } from './ParticipantsToolbar.tsx';
import { useParticipantColumns } from './use-columns.tsx';
import { useFocusAfterClose } from './use-focus-after-close.ts';

const ParticipantFrame = onDemand(
  async () => (await import('../panel/ParticipantFrame.tsx')).ParticipantFrame,
);

const DropFilter = onDemand(async () => (await import('./DropFilter.tsx')).DropFilter);

/** Milliseconds after which the detail is fetched, so that the list comes first. */
const AHEAD = 2_000;

type ParticipantListProps = {
  filters: ParticipantsSearch;
  onChange: ChangeFilters;
  /** Takes every filter away. */
  onClear: () => void;
  /** Shown when there are no participants at all. */
  empty: ReactNode;
  /** The participant whose detail is open beside the list. */
  openId: string | undefined;
  /** Above the list; may open the dialogs. */
  head?: ReactNode;
  /** Saved views; gets the columns that are shown. */
  views?: (columns: string[]) => ReactNode;
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

function ListWithDetail({ filters, onChange, onClear, empty, openId, views }: ParticipantListProps) {
  const { t } = useI18n();
  const api = useApi();
  const groupId = use(ListPlace);
  const {
    columns,
    picker,
    answers,
    ids: shown,
  } = useParticipantColumns({
    search: filters,
    groupId,
    onViewColumns: (choose) => onChange(({ columns: now }) => ({ columns: now && choose(now) })),
  });
  const all = useFilters({ filters, onChange, ofGroups: groupId === null });
  const { applied, failed } = useAppliedFilters(filters);
  const list = useInfiniteQuery({
    ...participantListQuery(api, applied ?? filters, groupId, answers, shown.includes('balance')),
    enabled: applied !== undefined,
    placeholderData: keepPreviousData,
    select: onceEach,
  });
  const rows = list.data?.pages.flatMap((page) => page.results);
  const ids = useMemo(
    () => list.data?.pages.flatMap((page) => page.results.map(({ id }) => id)) ?? [],
    [list.data],
  );
  const { position, isBeyond, ...ways } = useNeighbours(ids, openId);
  // rows that a decision took out of the filter stay in the list while it is worked through
  const count = Math.max(list.data?.pages.at(-1)?.total ?? 0, ids.length);
  const open = useOpenParticipant();
  const { bar, jobs, ...choosing } = useChoosing({
    pages: list.data?.pages,
    filters: applied ?? filters,
    groupId,
    columns: columns.map(({ id }) => String(id)),
    isReviewing: openId !== undefined,
  });

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

  useFocusAfterClose(openId !== undefined, openId);
  return (
    <div className={classes.split} data-open={openId !== undefined || undefined}>
      <div>
        {jobs}
        <PagedTable
          list={list}
          failed={failed}
          caption={t(captionOf(filters))}
          columns={columns}
          isDimmed={(participant) => participant.status === 'inactive'}
          openId={openId}
          {...choosing}
          sort={sortOf(filters)}
          onSort={({ by, descending }) => onChange({ sort: sortTo(by, descending) })}
          toolbar={
            <ParticipantsToolbar
              search={filters.search}
              onSearch={(search) => onChange({ search })}
              filters={all.filters}
              onOffer={all.onOffer}
              onClearFilters={onClear}
              views={views?.(shown)}
              end={
                <>
                  <ExportAll
                    search={applied ?? filters}
                    columns={columns.map(({ id }) => String(id))}
                    last={list.data?.pages.at(-1)}
                  />
                  {picker}
                </>
              }
            />
          }
          narrowed={
            isFiltered(filters)
              ? {
                  search: filters.search,
                  ...(asksForNew(filters)
                    ? {
                        title: t('modules.participant.list.none_new_title'),
                        text: t('modules.participant.list.none_new_text'),
                      }
                    : { title: t('modules.participant.list.no_results_title') }),
                  onClear,
                  help: applied && <DropFilter search={applied} filters={all.filters} onChange={onChange} />,
                }
              : undefined
          }
          empty={empty}
        />
        {bar}
      </div>
      {openId !== undefined && (
        <ParticipantFrame
          id={openId}
          name={rows?.find(({ id }) => id === openId)?.name}
          {...ways}
          beyond={isBeyond && list.isSuccess ? (applied ?? filters) : undefined}
          place={position === undefined ? undefined : { position, count }}
          onGo={open}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

type Pages = InfiniteData<{
  results: ParticipantSummary[];
  last_id: string | null;
  total?: number | undefined;
}>;

/** A row that was changed between two pages may be in both: it stays where it was first. */
function onceEach(data: Pages): Pages {
  const seen = new Set<string>();
  const isNew = ({ id }: ParticipantSummary) => !seen.has(id) && Boolean(seen.add(id));
  return { ...data, pages: data.pages.map((page) => ({ ...page, results: page.results.filter(isNew) })) };
}

/** Whether the list is the inbox: applications that nobody has decided yet, without any other filter. */
const asksForNew = (filters: ParticipantsSearch): boolean =>
  Object.keys(filtersOf(filters)).length === 1 && filters.status?.join() === 'pending';

const newestFirst = '-application_date';

function sortOf({ sort }: ParticipantsSearch) {
  const by = sort ?? newestFirst;
  return { by: by.replace('-', ''), descending: by.startsWith('-') };
}

function sortTo(by: string, descending: boolean): ParticipantsSearch['sort'] {
  return parseRosterSearch({ sort: `${descending ? '-' : ''}${by}` }).sort;
}

const captions: Record<NonNullable<ParticipantsSearch['sort']>, MessageKey> = {
  application_date: 'modules.participant.list.caption_oldest',
  name: 'modules.participant.list.caption_name',
  '-name': 'modules.participant.list.caption_name_down',
  group: 'modules.participant.list.caption_group',
  '-group': 'modules.participant.list.caption_group_down',
  status: 'modules.participant.list.caption_status',
  '-status': 'modules.participant.list.caption_status_down',
  age: 'modules.participant.list.caption_age',
  '-age': 'modules.participant.list.caption_age_down',
  waiting_position: 'modules.participant.list.caption_waiting',
  '-waiting_position': 'modules.participant.list.caption_waiting_down',
};
const captionOf = ({ sort }: ParticipantsSearch): MessageKey =>
  sort ? captions[sort] : 'modules.participant.list.caption_newest';
