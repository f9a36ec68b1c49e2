import type { Session } from '@vpisnik/contract/sessions';

/** Names a session among all, also after it was cancelled, moved or put back. */
export function sessionKey({ group_id, state, date, start_time, moved_from, exception_id }: Session): string {
  const planned = moved_from ?? { date, start_time };
  return [group_id, ...(state === 'added' ? [exception_id] : [planned.date, planned.start_time])].join(' ');
}
