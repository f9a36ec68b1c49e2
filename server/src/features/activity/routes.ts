import type { ActivityAction, ActivityEntry } from '@vpisnik/contract/activity';
import type { contract } from '@vpisnik/contract/contract';
import { csv, csvDay } from '@vpisnik/contract/rules/csv';
import type { Language } from '@vpisnik/contract/rules/texts';
import { recordBy } from '../../db/activity.ts';
import type { Handlers } from '../../http/mount.ts';
import { selectTimeZone } from '../participants/filters.ts';
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
      return exported(rows, scope.language, await selectTimeZone(scope));
    });
    reply.header('content-disposition', 'attachment; filename="activity.csv"');
    return file;
  },
};

/** A fact as text; of several or of a filter its parts, and nothing where it has none. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (value === null) return '';
  return typeof value === 'object' ? parts(value, ' = ', ', ') : String(value);
}

const parts = (facts: object, equals: string, between: string): string =>
  Object.entries(facts)
    .map(([fact, value]) => [fact, plain(value)])
    .filter(([, text]) => text !== '')
    .map((part) => part.join(equals))
    .join(between);

/** A moment by the organisation's clocks, as spreadsheets in the language read it. */
function momentOf(instant: string, language: Language, timeZone: string): string {
  const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return csvDay(wall.toString({ smallestUnit: 'second' }).replace('T', ' '), language);
}

function exported(rows: ActivityEntry[], language: Language, timeZone: string): string {
  const { columns, actions } = activityWords[language];
  const lines = rows.map(({ created_at, actor, action, changes: { name = '', ...details } }) => [
    momentOf(created_at, language, timeZone),
    actor,
    actions[action as ActivityAction] ?? action,
    String(name),
    parts(details, ': ', '; '),
  ]);
  return csv([[...columns], ...lines], language === 'sl' ? ';' : ',');
}
