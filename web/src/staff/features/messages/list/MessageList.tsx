import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ListToolbar } from '../../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../../ui/filters/SearchField.tsx';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import type { MessageView } from '../address.ts';
import { messagesQuery } from '../queries.ts';
import { NewMessage } from './NewMessage.tsx';
import { StoppedNotice } from './StoppedNotice.tsx';
import { useMessageColumns } from './use-message-columns.tsx';

type MessageListProps = {
  view: MessageView | undefined;
  groupId: string | null;
  search?: string | undefined;
  /** Absent where nothing is searched for. */
  onSearch?: (search: string | undefined) => void;
};

/**
 * Messages that people wrote, the latest first: drafts, planned ones, and what became of those that left. Where none is
 * written yet, it has the act that writes one.
 */
export function MessageList({ view, groupId, search, onSearch }: MessageListProps) {
  const { t } = useI18n();
  const list = useInfiniteQuery({
    ...messagesQuery(useApi(), { view, search }, groupId),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <StoppedNotice groupId={groupId} />
      <PagedTable
        list={list}
        caption={t('modules.messages.list.caption')}
        columns={useMessageColumns()}
        toolbar={
          onSearch && (
            <ListToolbar
              search={
                <SearchField
                  label={t('modules.messages.list.search')}
                  value={search ?? ''}
                  onChange={(text) => onSearch(text || undefined)}
                />
              }
            />
          )
        }
        narrowed={
          search && onSearch
            ? { search, title: t('modules.messages.list.no_results'), onClear: () => onSearch(undefined) }
            : undefined
        }
        empty={
          <EmptyState
            title={t(`modules.messages.list.empty.${view ?? 'all'}`)}
            actions={view === undefined && <NewMessage groupId={groupId} variant="filled" />}
          >
            {t(
              groupId === null
                ? 'modules.messages.list.empty_text'
                : 'modules.messages.list.empty_text_group',
            )}
          </EmptyState>
        }
      />
    </>
  );
}
