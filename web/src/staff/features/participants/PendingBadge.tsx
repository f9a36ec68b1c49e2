import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { setMenuBadge } from '../../layout/badges.ts';
import { useMay } from '../../permission/Permission.tsx';
import { countsQuery } from './queries.ts';

/** Keeps the number of applications that wait for a decision beside the menu's item, for whom it is there. */
export function PendingBadge(): null {
  const { organization } = useSession();
  const isShown = useMay('participants.list') && organization !== null;
  const { data } = useQuery({ ...countsQuery(useApi()), enabled: isShown });
  const pending = isShown ? (data?.pending ?? 0) : 0;
  useEffect(() => setMenuBadge('/participants', pending), [pending]);
  return null;
}
