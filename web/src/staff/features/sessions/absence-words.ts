import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';

/** Names those who have said that they won't come to a session; empty where all come, or nobody is expected. */
export function useAbsenceWords(): (session: Pick<Session, 'absent' | 'state'>) => string {
  const { t } = useI18n();
  return ({ absent, state }) =>
    absent.length > 0 && goesAhead({ state })
      ? t('modules.dashboard.absent', {
          count: absent.length,
          names: absent.map(({ name }) => name).join(', '),
        })
      : '';
}
