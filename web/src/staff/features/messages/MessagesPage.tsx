import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outboxViews } from '@vpisnik/contract/rules/mails';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { ListTabs } from '../participants/ListTabs.tsx';
import { useWriteMessage } from '../participants/writing/use-write-message.ts';
import { everybodyIn } from '../participants/writing/with-count.ts';
import { isOutbox, type MessagesSearch, messageViews, parseMessagesSearch } from './address.ts';
import { MessageList } from './list/MessageList.tsx';
import classes from './messages.module.css';
import { Outbox } from './outbox/Outbox.tsx';
import { outboxCountsQuery } from './outbox/queries.ts';

/** Messages that people wrote, and the outbox with every mail that waits, is held back or has failed. */
export function MessagesPage() {
  const { t } = useI18n();
  const { address, go } = useAddress(parseMessagesSearch);
  const { view, search } = address;
  const counts = useQuery(outboxCountsQuery(useApi())).data;
  const write = useWriteMessage();
  return (
    <>
      <PageHeader
        title={t('modules.participant.participants')}
        fact={t(isOutbox(view) ? 'modules.messages.fact' : 'modules.messages.no_tracking')}
        actions={
          <Button
            variant="filled"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            onClick={() => void write(everybodyIn({}), null)}
          >
            {t('modules.message.new')}
          </Button>
        }
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
      search={view ? { view } : {}}
      // by itself, the address without a view would count as current on every one
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={view === active ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}
