import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { useCloseAsking } from '../../../ui/form/saving/use-close-asking.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';
import { ExceptionForm } from './ExceptionForm.tsx';
import type { PutBackFormProps } from './PutBackForm.tsx';
import { putBackText } from './put-back-text.ts';
import { useRefreshSessions } from './queries.ts';
import type { ExceptionTask } from './values.ts';

type TaskFormProps = Omit<ComponentProps<typeof ExceptionForm>, 'row'>;
type About = Pick<TaskFormProps, 'group' | 'locations'>;

/** The task that is done with a date of a group, in a sheet over the page; dates are fetched anew when it is saved. */
export function useTaskSheet(about: About) {
  const [task, setTask] = useState<ExceptionTask | null>(null);
  const refresh = useRefreshSessions();
  const close = () => setTask(null);
  const save = async () => {
    close();
    await refresh();
  };
  const sheet = task && <TaskSheet task={task} about={about} onSaved={save} onClose={close} />;
  return { setTask, refresh, sheet };
}

type TaskSheetProps = Pick<TaskFormProps, 'onSaved' | 'onClose'> & {
  task: ExceptionTask;
  /** The date's group and the locations to choose from; null while they are read. */
  about: About | null;
  /** Shown meanwhile. */
  waiting?: ReactNode;
};

/** The sheet of a task; asks before Escape or a tap beside it discards changes. */
export function TaskSheet({ task, about, waiting, onClose, ...props }: TaskSheetProps) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={titleOf(task, t)} onClose={closing.ask}>
      {isPlain(task) ? (
        <PutBackForm task={task} onSaved={props.onSaved} onClose={onClose} />
      ) : about ? (
        <TaskForm {...props} {...about} task={task} onDirty={closing.setDirty} onClose={closing.ask} />
      ) : (
        waiting
      )}
      {closing.dialog}
    </Sheet>
  );
}

type PlainTask = PutBackFormProps['task'];
const isPlain = (task: ExceptionTask): task is PlainTask => task.kind === 'hold' || task.kind === 'put_back';

function titleOf(task: ExceptionTask, t: Translate<MessageKey>): string {
  if (!isPlain(task)) return t(`modules.schedule.tasks.${task.kind}`);
  return task.kind === 'hold' ? t('modules.schedule.hold') : putBackText(task.session, t);
}

/** Its code comes when it is opened. */
const PutBackForm = onDemand<PutBackFormProps>(async () => (await import('./PutBackForm.tsx')).PutBackForm);

/** The form of a task; for a change, loads the present exception first. */
function TaskForm(props: TaskFormProps) {
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
  if (row.isError) return <QueryFailed error={row.error} onRetry={row.refetch} />;
  if (id !== null && !row.data) return <Pending />;
  return <ExceptionForm {...props} row={row.data ?? null} />;
}
