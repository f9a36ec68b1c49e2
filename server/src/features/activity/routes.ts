import type { ActivityAction, ActivityEntry } from '@vpisnik/contract/activity';
import type { contract } from '@vpisnik/contract/contract';
import { csv } from '@vpisnik/contract/rules/csv';
import type { Language } from '@vpisnik/contract/rules/texts';
import { recordBy } from '../../db/activity.ts';
import type { Handlers } from '../../http/mount.ts';
import { countActivity, listActivity } from './queries.ts';
import { activityWords } from './words.ts';

const EXPORTED = 10_000;

/** The audit trail, for reading and as a file. */
export const activityRoutes: Handlers<typeof contract.activity> = {
  async list({ scope, query: { limit, last_id, with_total, ...filters } }) {
    const rows = await listActivity(scope, filters, { limit: limit + 1, before: last_id });
    const results = rows.slice(0, limit);
    const last = results.at(-1);
    return {
      results,
      last_id: rows.length > limit && last ? String(last.id) : null,
      ...(with_total && { total: await countActivity(scope, filters) }),
    };
  },
  async export({ inScope, query, reply }) {
    const file = await inScope(async (scope) => {
      const rows = await listActivity(scope, query, { limit: EXPORTED });
      await recordBy(scope, {
        action: 'activity_exported',
        entity: 'export',
        changes: { count: rows.length },
      });
      return exported(rows, scope.language);
    });
    reply.header('content-disposition', 'attachment; filename="activity.csv"');
    return file;
  },
};

/** A fact as text; of a filter its parts. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([part, its]) => `${part} = ${plain(its)}`)
    .join(', ');
}

function exported(rows: ActivityEntry[], language: Language): string {
  const { columns, actions } = activityWords[language];
  const lines = rows.map(({ created_at, actor, action, changes: { name = '', ...details } }) => [
    created_at,
    actor,
    actions[action as ActivityAction] ?? action,
    String(name),
    Object.entries(details)
      .map(([fact, value]) => `${fact}: ${plain(value)}`)
      .join('; '),
  ]);
  return csv([[...columns], ...lines], language === 'sl' ? ';' : ',');
}
