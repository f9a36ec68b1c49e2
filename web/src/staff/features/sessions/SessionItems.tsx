import { Menu } from '@mantine/core';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';
import { putBackText } from './put-back-text.ts';
import type { SessionTask } from './values.ts';

type SessionItemsProps = {
  session: Session;
  onTask: (task: SessionTask) => void;
};

/** What can be done with a date of a group, as items of a menu. */
export function SessionItems({ session, onTask }: SessionItemsProps) {
  const { t } = useI18n();
  const { state, exception_id } = session;
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
          <Menu.Item onClick={() => onTask({ kind: 'hold', session })}>
            {t('modules.schedule.hold')}
          </Menu.Item>
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
        <Menu.Item
          {...(state === 'added' && { color: 'error' })}
          onClick={() => onTask({ kind: 'put_back', session })}
        >
          {putBackText(session, t)}
        </Menu.Item>
      )}
    </>
  );
}
