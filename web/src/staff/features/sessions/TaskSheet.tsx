import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { useCloseAsking } from '../../../ui/form/use-close-asking.tsx';
import { SkeletonRows } from '../../../ui/table/SkeletonRows.tsx';
import { ExceptionForm } from './ExceptionForm.tsx';

type TaskFormProps = Omit<ComponentProps<typeof ExceptionForm>, 'row'>;

/** The sheet of a task; asks before Escape or a tap beside it discards changes. */
export function TaskSheet({ onClose, ...props }: Omit<TaskFormProps, 'onDirty'>) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t(`modules.schedule.tasks.${props.task.kind}`)} onClose={closing.ask}>
      <TaskForm {...props} onDirty={closing.setDirty} onClose={closing.ask} />
      {closing.dialog}
    </Sheet>
  );
}

/** The form of a task; for a change, loads the present exception first. */
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
