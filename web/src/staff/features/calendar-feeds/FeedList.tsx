import { useQuery } from '@tanstack/react-query';
import type { CalendarFeed } from '@vpisnik/contract/calendar-feeds';
import { bestText } from '@vpisnik/contract/common';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { FeedRow } from './FeedRow.tsx';
import classes from './feeds.module.css';
import { useRefreshFeeds } from './queries.ts';

/** Scope of the offered calendars: the organisation's, or one group's. */
export type FeedOf = 'organization' | { group_id: string; name: string };

type Kind = CalendarFeed['kind'];

/** Calendars that can be subscribed to, each with its address if it has one. */
export function FeedList({ of }: { of: FeedOf }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const refresh = useRefreshFeeds();
  const feeds = useQuery(api.calendar_feeds.list.options());
  /** New addresses, which the server returns only once; kept while the list is open. */
  const [urls, setUrls] = useState<Record<string, string>>({});
  if (feeds.isError && !feeds.data) {
    return <PartFailed error={feeds.error} onRetry={feeds.refetch} />;
  }
  if (!feeds.data) return <Pending />;
  const { results } = feeds.data;
  const offered: { kind: Kind; group_id: string | null; name: string }[] =
    of === 'organization'
      ? [
          { kind: 'mine', group_id: null, name: '' },
          { kind: 'organization', group_id: null, name: '' },
          // made in a group's editor, and to be found here as well
          ...results.flatMap(({ kind, group_id, group_name }) =>
            kind === 'group' ? [{ kind, group_id, name: bestText(group_name ?? {}, locale).text }] : [],
          ),
        ]
      : [{ kind: 'group', ...of }];
  return (
    <div className={classes.list}>
      <p>{t('modules.calendar_feed.text')}</p>
      {offered.map(({ kind, group_id, name }) => {
        const key = `${kind} ${group_id}`;
        return (
          <FeedRow
            key={key}
            kind={kind}
            groupId={group_id}
            name={name}
            feed={results.find((one) => one.kind === kind && one.group_id === group_id)}
            url={urls[key]}
            onMade={(url) => {
              setUrls((now) => ({ ...now, [key]: url }));
              return refresh();
            }}
            onRevoked={() => {
              setUrls(({ [key]: _, ...now }) => now);
              return refresh();
            }}
          />
        );
      })}
    </div>
  );
}
