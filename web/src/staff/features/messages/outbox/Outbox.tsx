import { useInfiniteQuery } from '@tanstack/react-query';
import type { OutboxView } from '@vpisnik/contract/rules/mails';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { outboxQuery } from './queries.ts';
import { useOutboxColumns } from './use-outbox-columns.tsx';

/** The outbox: mails that wait, are held back or have failed, to send now or to stop. */
export function Outbox({ view }: { view: OutboxView }) {
  const { t } = useI18n();
  const list = useInfiniteQuery(outboxQuery(useApi(), view));
  return (
    <PagedTable
      list={list}
      caption={t(`modules.messages.captions.${view}`)}
      columns={useOutboxColumns()}
      empty={
        <EmptyState title={t(`modules.messages.empty.${view}`)}>
          {t('modules.messages.empty_text')}
        </EmptyState>
      }
    />
  );
}
