import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session/context.ts';
import { useMay } from '../permission/Permission.tsx';
import type { RoutePath } from '../routing/meta.ts';

const minute = 60_000;

/** The numbers beside menu items: applications that wait for a decision, for those who have the list of them. */
export function useMenuBadges(): { readonly [Path in RoutePath]?: number } {
  const api = useApi();
  const { organization } = useSession();
  const seesAll = useMay('participants.list');
  const { data } = useQuery({
    ...api.participants.counts.options(),
    refetchInterval: minute,
    enabled: organization !== null && seesAll,
  });
  return data ? { '/participants': data.pending } : {};
}
