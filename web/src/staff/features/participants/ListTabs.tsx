import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import classes from '../../../ui/tabs.module.css';
import { countAll, countsQuery } from './queries.ts';

type ListTabsProps = {
  active: 'participants' | 'payments' | 'messages';
  /** How many payments there are, where that is known. */
  payments?: number | undefined;
};

/** Applications of all groups, their payments, those of this month first, and mails that wait, as tabs with addresses of their own. */
export function ListTabs({ active, payments }: ListTabsProps) {
  const { t } = useI18n();
  const counts = useQuery(countsQuery(useApi())).data;
  const today = localDay(new Date(), useTimeZone());
  const all = counts && countAll(counts);
  return (
    <nav className={classes.tabs} aria-label={t('modules.participant.tabs.label')}>
      <Link to="/participants" activeProps={{}} aria-current={active === 'participants' ? 'page' : undefined}>
        {t('modules.participant.tabs.participants')}
        {all !== undefined && <span className={classes.count}>{all}</span>}
      </Link>
      <Link
        to="/payments"
        search={{ due_month: today.slice(0, 7) }}
        activeProps={{}}
        aria-current={active === 'payments' ? 'page' : undefined}
      >
        {t('modules.participant.tabs.payments')}
        {payments !== undefined && <span className={classes.count}>{payments}</span>}
      </Link>
      <Link to="/messages" activeProps={{}} aria-current={active === 'messages' ? 'page' : undefined}>
        {t('modules.participant.tabs.messages')}
      </Link>
    </nav>
  );
}
