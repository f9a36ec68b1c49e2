import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outboxViews } from '@vpisnik/contract/rules/mails';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { ListTabs } from '../ListTabs.tsx';
import { parseMessagesSearch } from './address.ts';
import classes from './messages.module.css';
import { outboxCountsQuery, outboxQuery } from './queries.ts';
import { useMessageColumns } from './use-message-columns.tsx';

/** The outbox: mails that wait, are held back or have failed, to send now or to stop. */
export function MessagesPage() {
  const { t } = useI18n();
  const api = useApi();
  const { view = 'waiting' } = useAddress(parseMessagesSearch).address;
  const counts = useQuery(outboxCountsQuery(api)).data;
  const list = useInfiniteQuery(outboxQuery(api, view));
  return (
    <>
      <PageHeader title={t('modules.participant.participants')} fact={t('modules.messages.fact')} />
      <ListTabs active="messages" />
      <nav className={classes.views} aria-label={t('modules.messages.views.label')}>
        {outboxViews.map((one) => (
          <Link
            key={one}
            to="/messages"
            search={one === 'waiting' ? {} : { view: one }}
            // by itself, the address without a view would count as current on every one
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={one === view ? 'page' : undefined}
          >
            {t(`modules.messages.views.${one}`)}
            {counts && <span>{counts[one]}</span>}
          </Link>
        ))}
      </nav>
      <PagedTable
        list={list}
        caption={t(`modules.messages.captions.${view}`)}
        columns={useMessageColumns()}
        empty={
          <EmptyState title={t(`modules.messages.empty.${view}`)}>
            {t('modules.messages.empty_text')}
          </EmptyState>
        }
      />
    </>
  );
}
