import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { Session } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { type MenuButton, OpenedMenu } from '../../../ui/table/MenuOnDemand.tsx';
import { locationsQuery, useRefreshSessions } from './queries.ts';
import { SessionItems } from './SessionItems.tsx';
import { TaskSheet } from './TaskSheet.tsx';
import type { SessionTask } from './values.ts';

type SessionMenuProps = { session: Session; button: MenuButton; onTask: (task: SessionTask) => void };

/** The open menu of a session in a calendar. */
export function SessionMenu({ session, button, onTask }: SessionMenuProps) {
  const api = useApi();
  // what the sheet asks for
  usePrefetchQuery(api.groups.get.options({ params: { id: session.group_id } }));
  usePrefetchQuery(locationsQuery(api));
  return (
    <OpenedMenu button={button} position="bottom-end">
      <SessionItems session={session} onTask={onTask} />
    </OpenedMenu>
  );
}

/** The sheet of what was chosen in the menu of a session. */
export function SessionSheet({ task, onClose }: { task: SessionTask; onClose: () => void }) {
  const api = useApi();
  const group = useQuery(api.groups.get.options({ params: { id: task.session.group_id } }));
  const locations = useQuery(locationsQuery(api));
  const failed = [group, locations].filter(({ isError, data }) => isError && !data);
  const refresh = useRefreshSessions();
  const save = async () => {
    onClose();
    await refresh();
  };
  return (
    <TaskSheet
      task={task}
      about={group.data && locations.data ? { group: group.data, locations: locations.data.results } : null}
      waiting={
        failed[0] ? (
          <QueryFailed
            error={failed[0].error}
            onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        ) : (
          <Pending />
        )
      }
      onSaved={save}
      onClose={onClose}
    />
  );
}
