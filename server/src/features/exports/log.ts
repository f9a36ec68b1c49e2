import type { ExportAsked, ExportFormat } from '@vpisnik/contract/exports';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { keptSelection, loggedFilter } from '../bulk-jobs/selection.ts';
import type { Whom } from './chosen.ts';
import type { Column } from './columns.ts';

type Exported = { format: ExportFormat; count: number; columns: readonly Column[] };

/**
 * Writes into the activity log who is exported: how many, by which filter without what was searched for, which facts and
 * questions, and why sensitive answers are. What the filter names is kept by its name, as it is called now; of answers nothing
 * is.
 */
export async function recordExport(
  scope: Scope,
  whom: Whom,
  asked: ExportAsked,
  { columns, ...exported }: Exported,
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
      columns: columns.length,
      facts: columns.flatMap((column) => ('fact' in column ? [column.fact] : [])),
      questions: columns.flatMap((column) =>
        'question' in column ? [{ name: column.header, ...(column.sensitive && { sensitive: true }) }] : [],
      ),
      ...(filter && (await loggedFilter(scope, filter))),
      ...(sensitive_reason !== undefined && { sensitive_reason }),
    },
  });
}
