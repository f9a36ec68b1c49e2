import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import { addDays } from '@vpisnik/contract/rules/dates';
import { formatDay } from '@vpisnik/contract/rules/format';
import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { BulkBar } from '../../../ui/table/BulkBar.tsx';
import { SessionRow } from './SessionRow.tsx';
import { SeveralSheet } from './SeveralSheet.tsx';
import classes from './schedule.module.css';
import { sessionKey } from './session-key.ts';
import { useTaskSheet } from './TaskSheet.tsx';
import type { SeveralKind } from './values.ts';

/** Days of a page of dates: what one call may ask for. */
const pageDays = 62;
/** Pages before the first day that are looked through for dates that were added: a year. */
const mostBefore = 6;

const pagesFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    from: addDays(day, at * pageDays),
    to: addDays(day, (at + 1) * pageDays - 1),
  }));

/** So many pages of a group's dates since its first day, and those before it: something may have been added there. */
function spansOf(today: string, first: string, pages: number) {
  const before = Math.ceil((Date.parse(first) - Date.parse(today)) / (pageDays * 86_400_000));
  return before > mostBefore
    ? [...pagesFrom(today, mostBefore), ...pagesFrom(first, pages)]
    : pagesFrom(today, before + pages);
}

type ComingSessionsProps = {
  group: Pick<Group, 'id' | 'languages' | 'start_date' | 'location_id' | 'leaders'>;
  /** Locations to choose from. */
  locations: readonly Location[];
  /** Whether the dates may only be read. */
  isLocked: boolean;
};

/** The dates of a group from today on, two months at a time; each can be cancelled, moved and put back. */
export function ComingSessions({ group, locations, isLocked }: ComingSessionsProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { day: today } = useNow(useTimeZone());
  const [pages, setPages] = useState(1);
  const { setTask, refresh, sheet } = useTaskSheet({ group, locations });
  const first = group.start_date && group.start_date > today ? group.start_date : today;
  const spans = spansOf(today, first, pages);
  const queries = useQueries({
    queries: spans.map((span) => api.sessions.list.options({ query: { ...span, group_id: group.id } })),
  });
  const failed = queries.find((one) => one.isError && !one.data);
  const isPending = queries.some((one) => one.isPending);
  const sessions = queries.flatMap((one) => one.data?.results ?? []);
  const shown = spans.at(-1)?.to ?? today;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [several, setSeveral] = useState<SeveralKind | null>(null);
  const picked = sessions.filter((one) => one.state === 'regular' && chosen.includes(keyOf(one)));
  const choose = (key: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, key] : chosen.filter((one) => one !== key));
  return (
    <div className={classes.coming}>
      {!isLocked && (
        <div>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setTask({ kind: 'add' })}
          >
            {t('modules.schedule.add')}
          </Button>
        </div>
      )}
      {failed ? (
        <PartFailed error={failed.error} onRetry={failed.refetch} />
      ) : (
        <>
          {sessions.length === 0 && !isPending && (
            <p className={classes.none}>{t('modules.schedule.none')}</p>
          )}
          <ul className={classes.dates} aria-label={t('modules.schedule.dates')}>
            {sessions.map((session) => (
              <SessionRow
                key={sessionKey(session)}
                session={session}
                chosen={isLocked || session.state !== 'regular' ? undefined : chosen.includes(keyOf(session))}
                onChoose={(isChosen) => choose(keyOf(session), isChosen)}
                isLocked={isLocked}
                onTask={setTask}
              />
            ))}
          </ul>
          {isPending && <Pending />}
          {/* also after the last day: something may have been added there */}
          {!isPending && (
            <Button variant="subtle" onClick={() => setPages((count) => count + 1)}>
              {t('modules.schedule.more', { date: formatDay(addDays(shown, pageDays), locale) })}
            </Button>
          )}
          {/* below the dates, which would move under the pointer */}
          <BulkBar
            label={t('modules.schedule.several.label')}
            count={t('modules.schedule.several.count', { count: picked.length })}
            selected={picked.length}
            onClear={() => setChosen([])}
          >
            <Button onClick={() => setSeveral('move')} data-on>
              {t('modules.schedule.move')}
            </Button>
            <Button onClick={() => setSeveral('cancel')}>{t('modules.schedule.several.cancel_them')}</Button>
          </BulkBar>
        </>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the sheets' events from the group's form around them */}
      <div
        onSubmit={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        role="presentation"
      >
        {several && (
          <SeveralSheet
            kind={several}
            sessions={picked}
            group={group}
            locations={locations}
            onDone={async (left) => {
              setChosen(left.map(keyOf));
              await refresh();
              if (left.length === 0) setSeveral(null);
            }}
            onClose={() => setSeveral(null)}
          />
        )}
        {sheet}
      </div>
    </div>
  );
}

/** Names a date among those of a group. */
const keyOf = ({ date, start_time }: Session) => `${date} ${start_time}`;
