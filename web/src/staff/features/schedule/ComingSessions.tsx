import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { addDays } from '@vpisnik/contract/dates';
import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import type { Session } from '@vpisnik/contract/sessions';
import { type ComponentProps, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDay } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { Sheet } from '../../../ui/FormSheet.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useCloseAsking } from '../../../ui/use-close-asking.tsx';
import { useNow } from '../dashboard/use-now.ts';
import { useTimeZone } from '../groups/Enrolment.tsx';
import { ExceptionForm, type ExceptionTask } from './ExceptionForm.tsx';
import { SessionRow } from './SessionRow.tsx';
import classes from './schedule.module.css';

/** Days of a page of dates: what one call may ask for. */
const pageDays = 62;

type ComingSessionsProps = {
  group: Pick<Group, 'id' | 'languages' | 'start_date' | 'end_date' | 'location_id' | 'leaders'>;
  /** Where its sessions may be. */
  locations: readonly Location[];
  /** Whether the dates may only be read. */
  isLocked: boolean;
};

/** The dates of a group from today on, two months at a time; each can be cancelled, moved and put back. */
export function ComingSessions({ group, locations, isLocked }: ComingSessionsProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const { day: today } = useNow(useTimeZone());
  const [pages, setPages] = useState(1);
  const [task, setTask] = useState<ExceptionTask | null>(null);
  const first = group.start_date && group.start_date > today ? group.start_date : today;
  const spans = Array.from({ length: pages }, (_, at) => ({
    from: at === 0 ? today : addDays(first, at * pageDays),
    to: addDays(first, (at + 1) * pageDays - 1),
  })).flatMap(({ from, to }) =>
    // what was added before the first day is shown as well
    Date.parse(to) - Date.parse(from) < pageDays * 86_400_000
      ? [{ from, to }]
      : [
          { from, to: addDays(from, pageDays - 1) },
          { from: first, to },
        ],
  );
  const queries = useQueries({
    queries: spans.map((span) => api.sessions.list.options({ query: { ...span, group_id: group.id } })),
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.sessions.list.key() });
  const failed = queries.find((one) => one.isError && !one.data);
  const isPending = queries.some((one) => one.isPending);
  const sessions = distinct(queries.flatMap((one) => one.data?.results ?? []));
  const shown = spans.at(-1)?.to ?? today;
  const isAll = group.end_date !== null && group.end_date <= shown;
  const close = () => setTask(null);
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
        <div role="alert">
          <p>{errorText(failed.error, t, 'errors.general.query')}</p>
          <Button onClick={() => failed.refetch()}>{t('ui.query.retry')}</Button>
        </div>
      ) : (
        <>
          {sessions.length === 0 && !isPending && (
            <p className={classes.none}>{t('modules.schedule.none')}</p>
          )}
          <ul className={classes.dates} aria-label={t('modules.schedule.dates')}>
            {sessions.map((session) => (
              <SessionRow
                key={`${session.date} ${session.start_time} ${session.exception_id}`}
                session={session}
                isLocked={isLocked}
                onTask={setTask}
                onChanged={refresh}
              />
            ))}
          </ul>
          {isPending && (
            <div role="status" aria-label={t('ui.list.loading')}>
              <SkeletonRows />
            </div>
          )}
          {!isAll && !isPending && (
            <Button variant="subtle" onClick={() => setPages((count) => count + 1)}>
              {t('modules.schedule.more', { date: formatDay(addDays(shown, pageDays), locale) })}
            </Button>
          )}
        </>
      )}
      {task && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps the sheet's events from the group's form around it
        <div
          onSubmit={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          role="presentation"
        >
          <TaskSheet
            task={task}
            group={group}
            locations={locations}
            onSaved={async () => {
              close();
              await refresh();
            }}
            onClose={close}
          />
        </div>
      )}
    </div>
  );
}

type TaskFormProps = Omit<ComponentProps<typeof ExceptionForm>, 'row'>;

/** The sheet of a task; what was typed in it is not lost by a key or a tap beside it. */
function TaskSheet({ onClose, ...props }: Omit<TaskFormProps, 'onDirty'>) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t(`modules.schedule.tasks.${props.task.kind}`)} onClose={closing.ask}>
      <TaskForm {...props} onDirty={closing.setDirty} onClose={closing.ask} />
      {closing.dialog}
    </Sheet>
  );
}

/** The form of a task; what is changed is read first, as it is now. */
function TaskForm(props: TaskFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const { task } = props;
  const id = task.kind === 'change' ? task.session.exception_id : null;
  const row = useQuery({
    ...api.session_exceptions.get.options({ params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (row.isError) return <p role="alert">{errorText(row.error, t, 'errors.general.query')}</p>;
  if (id !== null && !row.data) return <SkeletonRows />;
  return <ExceptionForm {...props} row={row.data ?? null} />;
}

/** Spans may overlap where they meet. */
function distinct(sessions: readonly Session[]): Session[] {
  return [
    ...new Map(sessions.map((one) => [`${one.date} ${one.start_time} ${one.exception_id}`, one])).values(),
  ];
}
