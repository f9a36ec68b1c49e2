import type { ExportAsked, ExportFormat } from '@vpisnik/contract/exports';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import { sql } from 'drizzle-orm';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { keptSelection } from '../bulk-jobs/selection.ts';
import type { Whom } from './chosen.ts';

type Exported = { format: ExportFormat; count: number; columns: number };

/**
 * Writes into the activity log who is exported: how many, by which filter, and why sensitive answers are. What the filter
 * names is kept by its name, as it is called now.
 */
export async function recordExport(
  scope: Scope,
  whom: Whom,
  asked: ExportAsked,
  exported: Exported,
): Promise<void> {
  const kept = 'selection' in whom ? keptSelection(whom.selection) : whom;
  const { filter } = kept as { filter?: ParticipantFilter };
  const { sensitive_reason } = asked;
  await recordBy(scope, {
    action: 'participants_exported',
    entity: 'export',
    changes: {
      ...kept,
      ...exported,
      ...(filter && { names: await namesOf(scope, filter) }),
      ...(sensitive_reason !== undefined && { sensitive_reason }),
    },
  });
}

/** Names of groups, categories, locations, leaders and fields in a filter, by their ids: texts, or a text alone. */
async function namesOf(scope: Scope, filter: ParticipantFilter): Promise<Record<string, unknown>> {
  const { group_id = [], category_id = [], location_id = [], leader_id = [], answer = [] } = filter;
  const fields = answer.map((one) => one.slice(0, 36));
  const all = [...group_id, ...category_id, ...location_id, ...leader_id, ...fields];
  if (all.length === 0) return {};
  const its = sql`organization_id = ${scope.organizationId} and id = any (${sql.param(all)}::uuid[])`;
  const { rows } = await scope.tx.execute<{ names: Record<string, unknown> }>(sql`
    select coalesce(jsonb_object_agg(id, name), '{}') as names from (
      select id, name from groups where ${its}
      union all select id, name from categories where ${its}
      union all select id, to_jsonb(name) from locations where ${its}
      union all select id, to_jsonb(name) from staff where ${its}
      union all select id, name from form_fields where ${its}
    ) as named`);
  return rows[0]?.names ?? {};
}
