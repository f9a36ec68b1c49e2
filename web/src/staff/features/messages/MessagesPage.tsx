import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outboxViews } from '@vpisnik/contract/rules/mails';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { ListTabs } from '../participants/ListTabs.tsx';
import { isOutbox, type MessagesSearch, messageViews, parseMessagesSearch } from './address.ts';
import { MessageList } from './list/MessageList.tsx';
import { NewMessage } from './list/NewMessage.tsx';
import classes from './messages.module.css';
import { Outbox } from './outbox/Outbox.tsx';
import { outboxCountsQuery } from './outbox/queries.ts';
import { useIsUnwritten } from './queries.ts';

/** Messages that people wrote, and the outbox with every mail that waits, is held back or has failed. */
export function MessagesPage() {
  const { t } = useI18n();
  const { address, go } = useAddress(parseMessagesSearch);
  const { view, search } = address;
  const counts = useQuery(outboxCountsQuery(useApi())).data;
  // the empty list of all has the button itself
  const isEmpty = useIsUnwritten(null, view === undefined && search === undefined);
  return (
    <>
      <PageHeader
        title={t('modules.participant.participants')}
        tab={t('modules.participant.tabs.messages')}
        fact={t(isOutbox(view) ? 'modules.messages.fact' : 'modules.messages.no_tracking')}
        actions={!isEmpty && <NewMessage groupId={null} variant="filled" />}
      />
      <ListTabs active="messages" />
      <div className={classes.bars}>
        <nav className={classes.views} aria-label={t('modules.messages.written')}>
          {[undefined, ...messageViews].map((one) => (
            <ViewLink key={one ?? 'all'} view={one} active={view}>
              {t(`modules.messages.written_views.${one ?? 'all'}`)}
            </ViewLink>
          ))}
        </nav>
        <nav className={classes.views} aria-labelledby="outbox-views">
          <span id="outbox-views" className={classes.label}>
            {t('modules.messages.outbox')}
          </span>
          {outboxViews.map((one) => (
            <ViewLink key={one} view={one} active={view}>
              {t(`modules.messages.views.${one}`)}
              {counts && <span>{counts[one]}</span>}
            </ViewLink>
          ))}
        </nav>
      </div>
      {isOutbox(view) ? (
        <Outbox view={view} />
      ) : (
        <MessageList
          view={view}
          groupId={null}
          search={search}
          onSearch={(text) => void go({ search: text })}
        />
      )}
    </>
  );
}

type ViewLinkProps = {
  view: MessagesSearch['view'];
  active: MessagesSearch['view'];
  children: React.ReactNode;
};

function ViewLink({ view, active, children }: ViewLinkProps) {
  return (
    <Link
      to="/messages"
      search={(now) => parseMessagesSearch({ ...now, view })}
      // by itself, the address without a view would count as current on every one
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={view === active ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}
