import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Places } from '../../../../ui/marks/Places.tsx';
import { groupQuery, rosterCountsQuery } from '../queries.ts';
import { takenWords } from '../taken-words.ts';
import classes from './roster.module.css';

/** Taken places of a group, and its applications that wait for a decision. */
export function RosterFact({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  const api = useApi();
  const group = useQuery(groupQuery(api, groupId)).data;
  const counts = useQuery(rosterCountsQuery(api, groupId)).data;
  if (!group || !counts) return <span />;
  const { taken, places, waiting } = group;
  return (
    <p className={classes.fact}>
      <Places taken={taken} limit={places} />
      <span>
        {takenWords(group, t)}
        {waiting > 0 && `, ${t('modules.participant.group.waiting', { count: waiting })}`}
        {counts.pending > 0 && `, ${t('modules.participant.list.fact_pending', { count: counts.pending })}`}
      </span>
    </p>
  );
}
