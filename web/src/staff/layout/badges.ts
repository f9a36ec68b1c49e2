import { useQuery } from '@tanstack/react-query';
import { may } from '@vpisnik/contract/permissions';
import { useApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session/context.ts';
import type { RoutePath } from '../routing/meta.ts';

const minute = 60_000;

/** The numbers beside menu items: applications that wait for a decision, for those who have the list of them. */
export function useMenuBadges(): { readonly [Path in RoutePath]?: number } {
  const api = useApi();
  const { role, organization } = useSession();
  const { data } = useQuery({
    ...api.participants.counts.options(),
    refetchInterval: minute,
    enabled: role !== null && organization !== null && may(role, 'participants.list'),
  });
  return data ? { '/participants': data.pending } : {};
}
