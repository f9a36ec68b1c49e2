import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { allGroupsQuery, countAll, countsQuery } from './queries.ts';

/** How many applications there are in how many groups, and the way to those that wait for a decision. */
export function PeopleFact() {
  const { t, locale } = useI18n();
  const api = useApi();
  const counts = useQuery(countsQuery(api)).data;
  const groups = useQuery(allGroupsQuery(api, locale)).data;
  const count = counts && countAll(counts);
  if (!count || !groups) return null;
  return (
    <>
      {t('modules.participant.list.fact', { count })}{' '}
      {t('modules.participant.list.fact_groups', { count: groups.length })}
      {counts.pending > 0 && (
        <>
          {', '}
          <Link to="/participants" search={{ status: ['pending'] }}>
            {t('modules.participant.list.fact_pending', { count: counts.pending })}
          </Link>
        </>
      )}
    </>
  );
}
