import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import type { MessageView } from '../address.ts';
import { messagesQuery } from '../queries.ts';
import { StoppedNotice } from './StoppedNotice.tsx';
import { useMessageColumns } from './use-message-columns.tsx';

type MessageListProps = { view: MessageView | undefined; groupId: string | null };

/** Messages that people wrote, the latest first: drafts, planned ones, and what became of those that left. */
export function MessageList({ view, groupId }: MessageListProps) {
  const { t } = useI18n();
  const list = useInfiniteQuery(messagesQuery(useApi(), view, groupId));
  return (
    <>
      <StoppedNotice groupId={groupId} />
      <PagedTable
        list={list}
        caption={t('modules.messages.list.caption')}
        columns={useMessageColumns()}
        empty={
          <EmptyState title={t(`modules.messages.list.empty.${view ?? 'all'}`)}>
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
