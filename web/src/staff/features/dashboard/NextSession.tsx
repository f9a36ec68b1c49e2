import { useQuery } from '@tanstack/react-query';
import { inAlphabet } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { Agenda } from './Agenda.tsx';
import type { DashboardSearch } from './address.ts';
import classes from './agenda.module.css';
import { filteredSessions, soonQuery } from './queries.ts';
import { mondayOf } from './week.ts';

type NextSessionProps = {
  /** The Monday from which it is looked for. */
  monday: string;
  search: DashboardSearch;
};

const noClashes = new Map();
/** Everything shown is ahead. */
const before = { day: '', time: '00:00' };

/** The first day with sessions after a week that is over; says so when none is near. */
export function NextSession({ monday, search }: NextSessionProps) {
  const { t } = useI18n();
  const soon = useQuery(soonQuery(useApi(), monday, search.active !== false));
  if (soon.isPending) return <Pending rows={1} />;
  const ahead = filteredSessions(soon.data?.results ?? [], search).filter(goesAhead);
  const [first] = ahead.sort((a, b) => inAlphabet(a.date, b.date));
  if (!first) return <p className={classes.none}>{t('modules.dashboard.no_more')}</p>;
  return (
    <div className={classes.next}>
      <p className={classes.none}>{t('modules.dashboard.next_is')}</p>
      <Agenda
        label={t('modules.dashboard.next')}
        monday={mondayOf(first.date)}
        from={first.date}
        sessions={ahead.filter(({ date }) => date === first.date)}
        clashes={noClashes}
        now={before}
      />
    </div>
  );
}
