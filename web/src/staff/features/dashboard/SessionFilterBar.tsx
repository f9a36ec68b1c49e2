import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { Session } from '@vpisnik/contract/sessions';
import { useRef } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FilterChip } from '../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../ui/filters/ListToolbar.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { referenceQueries } from '../groups/queries.ts';
import { parseDashboardSearch } from './address.ts';

const listOf = (values: string[]) => (values.length > 0 ? values : undefined);

/** Narrows the week to places, leaders and categories. */
export function SessionFilterBar({ sessions }: { sessions: readonly Session[] }) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { address, go } = useAddress(parseDashboardSearch);
  const categories = useQuery(referenceQueries.categories(api)).data?.results ?? [];
  const locations = useQuery(referenceQueries.locations(api)).data?.results ?? [];
  const leaders = useLeaders(sessions);
  const unknown = (address.leader_id ?? [])
    .filter((id) => !leaders.some((one) => one.value === id))
    .map((value) => ({ value, label: t('modules.dashboard.other_leader') }));
  return (
    <div className="no-print">
      <ListToolbar
        filters={
          <>
            <FilterChip
              label={t('modules.dashboard.filter_location')}
              options={locations.map(({ id, name }) => ({ value: id, label: name }))}
              value={address.location_id ?? []}
              onChange={(value) => go({ location_id: listOf(value) })}
              multiple
            />
            <FilterChip
              label={t('modules.dashboard.filter_leader')}
              options={[...leaders, ...unknown]}
              value={address.leader_id ?? []}
              onChange={(value) => go({ leader_id: listOf(value) })}
              multiple
            />
            <FilterChip
              label={t('modules.dashboard.filter_category')}
              options={categories.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
              value={address.category_id ?? []}
              onChange={(value) => go({ category_id: listOf(value) })}
              multiple
            />
            <FilterChip
              label={t('modules.dashboard.filter_groups')}
              options={[{ value: 'false', label: t('modules.dashboard.unpublished') }]}
              value={address.active === false ? ['false'] : []}
              onChange={([value]) => go({ active: value === 'false' ? false : undefined })}
            />
          </>
        }
      />
    </div>
  );
}

/** Leaders of all sessions seen so far, so that one without a session this week can still be chosen. */
function useLeaders(sessions: readonly Session[]) {
  const seen = useRef(new Map<string, string>());
  for (const { id, name } of sessions.flatMap((one) => one.leaders)) seen.current.set(id, name);
  return [...seen.current]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'sl'));
}
