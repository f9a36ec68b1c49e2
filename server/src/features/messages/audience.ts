import type { Selection } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { choosePeople } from '../bulk-jobs/people.ts';
import { requireSelection } from '../bulk-jobs/selection.ts';
import type { Values } from './queries.ts';

/**
 * An audience as a message keeps it, with the groups that its people are in.
 *
 * @param anew whether its filter is that of another message, so that it may match others now
 * @throws {AppError} selection_empty, selection_too_large, selection_changed
 */
export async function keepAudience(scope: Scope, given: Selection, anew = false): Promise<Values> {
  const as_of = new Date().toISOString();
  const read = anew && 'filter' in given ? { ...given, as_of } : given;
  requireSelection(read);
  const { total, groups } = await readGroups(scope, read);
  if (!anew && 'filter' in read && read.expected_count !== total)
    throw new AppError('selection_changed', { count: total });
  const selection = 'filter' in read ? { ...read, expected_count: total } : read;
  return {
    // of another author's message there are always some, or the caller would not see it
    ...(groups.length > 0 && { group_ids: groups }),
    audience: 'filter' in selection ? selection : null,
    audience_ids: 'ids' in selection ? [...new Set(selection.ids)] : null,
  };
}

async function readGroups(scope: Scope, selection: Selection): Promise<{ total: number; groups: string[] }> {
  const chosen = await choosePeople(scope, selection, 'application');
  const { rows } = await scope.tx.execute<{ total: number; groups: string[] }>(sql`
    select count(*)::integer as total,
      coalesce(array_agg(distinct p.group_id) filter (where p.id is not null), '{}') as groups
    from (${chosen}) as chosen
    left join participants p on p.organization_id = ${scope.organizationId} and p.id = chosen.participant_id
  `);
  return rows[0] ?? { total: 0, groups: [] };
}
