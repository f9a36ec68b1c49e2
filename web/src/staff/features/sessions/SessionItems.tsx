import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notify } from '../../../ui/notice/notify.ts';
import type { ExceptionTask } from './values.ts';

type SessionItemsProps = {
  session: Session;
  onTask: (task: ExceptionTask) => void;
  onChanged: () => Promise<unknown>;
};

/** What can be done with a date of a group, as items of a menu. */
export function SessionItems({ session, onTask, onChanged }: SessionItemsProps) {
  const { t } = useI18n();
  const api = useApi();
  const { state, date, start_time, group_id, exception_id } = session;
  const onError = (error: unknown) => {
    const isTaken = refusedFields(error).some(({ code }) => code === 'slots_overlap');
    const message = isTaken
      ? t('modules.schedule.problems.taken_meanwhile')
      : errorText(error, t, 'errors.session.save');
    notify({ translate: false, message, color: 'error' });
  };
  const restore = useMutation({
    mutationFn: () => api.session_exceptions.remove({ params: { id: exception_id ?? '' } }),
    onSuccess: onChanged,
    onError,
  });
  const hold = useMutation({
    mutationFn: () =>
      api.session_exceptions.create({
        params: { id: group_id },
        body: { kind: 'held', date, start_time },
      }),
    onSuccess: onChanged,
    onError,
  });
  return (
    <>
      {state === 'regular' && (
        <>
          <Menu.Item onClick={() => onTask({ kind: 'move', session })}>
            {t('modules.schedule.move')}
          </Menu.Item>
          <Menu.Item color="error" onClick={() => onTask({ kind: 'cancel', session })}>
            {t('modules.schedule.cancel')}
          </Menu.Item>
        </>
      )}
      {state === 'closed' && (
        <>
          <Menu.Item onClick={() => hold.mutate()}>{t('modules.schedule.hold')}</Menu.Item>
          <Menu.Item onClick={() => onTask({ kind: 'move', session })}>
            {t('modules.schedule.move')}
          </Menu.Item>
        </>
      )}
      {(state === 'moved' || state === 'added') && (
        <Menu.Item onClick={() => onTask({ kind: 'change', session })}>
          {t('modules.schedule.change')}
        </Menu.Item>
      )}
      {exception_id !== null && state !== 'regular' && (
        <Menu.Item {...(state === 'added' && { color: 'error' })} onClick={() => restore.mutate()}>
          {t(
            state === 'added'
              ? 'modules.schedule.remove'
              : state === 'held'
                ? 'modules.schedule.cancel'
                : 'modules.schedule.restore',
          )}
        </Menu.Item>
      )}
    </>
  );
}
