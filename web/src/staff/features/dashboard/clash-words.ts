import { bestText } from '@vpisnik/contract/common';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { SessionClash } from './queries.ts';

/** Describes a session's clash: `Dvorana Šiška je zasedena tudi za »Hip hop mladi«`. */
export function useClashWords(): (clash: SessionClash) => string {
  const { t, locale } = useI18n();
  return ({ other, location, leaders }) => {
    const group = bestText(other.group_name, locale).text;
    return [
      ...(location ? [t('modules.dashboard.clash_place', { place: other.location_name ?? '', group })] : []),
      ...leaders.map((leader) => t('modules.dashboard.clash_leader', { leader, group })),
    ].join('. ');
  };
}
