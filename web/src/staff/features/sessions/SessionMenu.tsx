import { useQuery } from '@tanstack/react-query';
import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MenuButton, OpenedMenu } from '../../../ui/table/MenuOnDemand.tsx';
import { groupQuery, locationsQuery, useRefreshSessions } from './queries.ts';
import { SessionItems } from './SessionItems.tsx';
import { TaskSheet } from './TaskSheet.tsx';
import type { ExceptionTask } from './values.ts';

type SessionMenuProps = { session: Session; button: MenuButton };

/** The open menu of a session in a calendar, with the sheet of what was chosen. */
export function SessionMenu({ session, button }: SessionMenuProps) {
  const refresh = useRefreshSessions();
  const [task, setTask] = useState<ExceptionTask | null>(null);
  const api = useApi();
  const group = useQuery(groupQuery(api, session.group_id)).data;
  const locations = useQuery(locationsQuery(api)).data?.results;
  const close = () => setTask(null);
  return (
    <>
      <OpenedMenu button={button} position="bottom-end">
        <SessionItems session={session} onTask={setTask} onChanged={refresh} />
      </OpenedMenu>
      {task && group && locations && (
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
      )}
    </>
  );
}
