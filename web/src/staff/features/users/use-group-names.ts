import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { allGroupsQuery } from '../participants/queries.ts';

/** Says what a group is called; one that is not known is called so, once all are there. */
export function useGroupNames(): (id: string) => string {
  const { t, locale } = useI18n();
  const groups = useQuery(allGroupsQuery(useApi(), locale)).data;
  return (id) => {
    if (!groups) return t('layout.pending');
    const group = groups.find((one) => one.id === id);
    return group ? bestText(group.name, locale).text : t('modules.user.unknown_group');
  };
}
