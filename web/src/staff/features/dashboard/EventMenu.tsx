import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { bestText } from '@vpisnik/contract/common';
import { formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { sessionKey } from '../sessions/session-key.ts';
import type { SessionTask } from '../sessions/values.ts';
import { useKeptFocus } from './use-kept-focus.ts';

const SessionMenu = onDemand(async () => (await import('../sessions/SessionMenu.tsx')).SessionMenu);
const SessionSheet = onDemand(async () => (await import('../sessions/SessionMenu.tsx')).SessionSheet);

const OpenSheet = createContext<(task: SessionTask) => void>(() => {});

/**
 * A calendar with the sheet of what is chosen in the menus of its sessions. The menus go with the view that draws them, when the
 * window gets narrower or wider; the sheet stays, with what is typed in it.
 */
export function SessionTasks({ children }: { children: ReactNode }) {
  const [task, setTask] = useState<SessionTask | null>(null);
  return (
    <OpenSheet value={setTask}>
      {children}
      {task && <SessionSheet task={task} onClose={() => setTask(null)} />}
    </OpenSheet>
  );
}

type EventMenuProps = { session: Session; today: string; className: string | undefined };

/** Cancels or moves a session from the calendar; renders nothing for one that is past, or for those who may not. */
export function EventMenu({ session, today, className }: EventMenuProps) {
  const { t, locale } = useI18n();
  const [wanted, setWanted] = useState(false);
  const mayChange = useMay('groups.edit');
  const openSheet = use(OpenSheet);
  const key = sessionKey(session);
  useKeptFocus(key, wanted);
  if (!mayChange || session.date < today) return null;
  const { date, start_time, group_name } = session;
  const when = `${weekdayName(dayOf(date), locale)} ${formatTime(start_time, locale)}`;
  const name = `${bestText(group_name, locale).text}, ${when}`;
  const button = (props: ActionIconProps & ComponentProps<'button'>) => (
    <ActionIcon
      {...props}
      className={className ?? ''}
      data-session={key}
      variant="default"
      aria-label={t('ui.list.row_actions', { name })}
    >
      <IconDots size={16} stroke={2} />
    </ActionIcon>
  );
  if (wanted) return <SessionMenu session={session} button={button} onTask={openSheet} />;
  return button({
    onClick: () => setWanted(true),
    onPointerEnter: SessionMenu.preload,
    onFocus: SessionMenu.preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
}
