import {
  type Import,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportOutcome,
  type ImportRow,
  importFields,
  importRanks,
} from '@vpisnik/contract/imports';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { fold } from '@vpisnik/contract/rules/slug';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { type Judged, judge, missingOf } from './judge.ts';
import { insertMissing } from './missing.ts';
import {
  holdReferences,
  insertImport,
  lockImport,
  saveReport,
  selectImport,
  selectKnown,
  selectOwnLanguage,
} from './queries.ts';
import { readSheetApart } from './sheets/read-sheet-apart.ts';
import { guessMapping } from './words.ts';
import { insertRows } from './writes.ts';

type Asked = { mapping: ImportMapping; create_missing: boolean };
type Kept = Awaited<ReturnType<typeof insertImport>>;

/** Sample values shown per column. */
const SAMPLES = 3;

function requireRank(scope: Scope, kind: ImportKind): void {
  if (scope.rank < importRanks[kind]) throw new AppError('forbidden');
}

/** Reads a spreadsheet and keeps it, with a guess at what its columns are. */
export async function keepImport(
  inScope: InScope<Scope>,
  { kind, file_name }: { kind: ImportKind; file_name: string },
  file: Buffer,
): Promise<Import> {
  // not worth reading for who may not import it
  await inScope(async (scope) => requireRank(scope, kind));
  const cells = await readSheetApart(file);
  return inScope(async (scope) => {
    requireRank(scope, kind);
    return described(scope, await insertImport(scope, { kind, file_name, cells }));
  });
}

/** Returns the caller's upload. */
export async function readImport(scope: Scope, id: string): Promise<Import> {
  return described(scope, found(await selectImport(scope, id)));
}

async function described(scope: Scope, kept: Kept): Promise<Import> {
  const kind = kept.kind as ImportKind;
  const own = await selectOwnLanguage(scope);
  const [header = [], ...rows] = kept.cells;
  const columns = header.map((name, at) => ({
    name,
    samples: rows.flatMap((row) => row[at] || []).slice(0, SAMPLES),
  }));
  return {
    ...kept,
    kind,
    columns,
    rows: rows.filter((row) => row.some((cell) => cell !== '')).length,
    mapping: guessMapping(kind, importFields[kind], header, own),
    report: kept.report as ImportOutcome | null,
  };
}

/** Previews the outcome of each row. */
export async function previewImport(scope: Scope, id: string, asked: Asked): Promise<ImportOutcome> {
  const kept = found(await selectImport(scope, id));
  const { rows } = await judged(scope, kept, asked);
  return { rows: rows.map(shown), missing: missingOf(rows) };
}

/**
 * Makes what can be made of the rows, in one transaction; a second call waits for the first and answers what that one
 * did.
 */
export async function runImport(scope: Scope, id: string, asked: Asked): Promise<ImportOutcome> {
  const kept = found(await lockImport(scope, id));
  if (kept.report) return kept.report as ImportOutcome;
  const kind = kept.kind as ImportKind;
  if (kind === 'groups') await holdReferences(scope, { withFields: asked.mapping.fields !== undefined });
  const first = await judged(scope, kept, asked);
  const missing = first.mayMake ? missingOf(first.rows) : { categories: [], locations: [] };
  const added = await insertMissing(scope, missing, first.known);
  const rows = first.rows.map((row) => settled(row, added));
  const ready = rows.filter((row) => row.status === 'ready');
  const ids = await insertRows(
    scope,
    kind,
    ready.map(({ body }) => body ?? {}),
  );
  const idOf = new Map(ready.map(({ row }, at) => [row, ids[at]]));
  const report = { rows: rows.map((row) => made(row, idOf)), missing };
  await saveReport(scope, id, report);
  return report;
}

async function judged(scope: Scope, kept: Kept, { mapping, create_missing }: Asked) {
  const kind = kept.kind as ImportKind;
  requireRank(scope, kind);
  requireMapping(kind, mapping, kept.cells[0]?.length ?? 0);
  const known = await selectKnown(scope, kind);
  const mayMake =
    create_missing &&
    scope.rank >= Math.max(permissions['categories.manage'], permissions['locations.manage']);
  return { known, mayMake, rows: judge(kind, kept.cells, mapping, known, mayMake) };
}

/** Each column once, and only what there is. */
function requireMapping(kind: ImportKind, mapping: ImportMapping, columns: number): void {
  const fields: readonly ImportField[] = importFields[kind];
  const chosen = Object.entries(mapping) as [ImportField, number][];
  const problems = chosen.flatMap(([field, column]) => {
    const path = `mapping.${field}`;
    if (!fields.includes(field)) return [{ path, code: 'unknown_field' }];
    if (column >= columns) return [{ path, code: 'unknown_column' }];
    const again = chosen.some(([other, at]) => other !== field && at === column);
    return again ? [{ path, code: 'duplicate' }] : [];
  });
  if (problems.length > 0) throw invalidFields(problems);
}

type Added = Awaited<ReturnType<typeof insertMissing>>;

/** Puts the ids of created categories and locations into a row; if one could not be created, only this row fails. */
function settled(row: Judged, added: Added): Judged {
  if (!row.body) return row;
  const wanted = (['category', 'location'] as const).flatMap((field) => {
    const value = row.missing[field];
    return value ? [{ field, value, id: added[field].get(fold(value)) }] : [];
  });
  const lost = wanted.filter(({ id }) => id === undefined);
  if (lost.length === 0) {
    const ids = Object.fromEntries(wanted.map(({ field, id }) => [`${field}_id`, id]));
    return { ...row, body: { ...row.body, ...ids } };
  }
  const problems = lost.map(({ field, value }) => ({ field, code: `${field}_not_found`, value }));
  return { ...row, status: 'error', problems, body: undefined };
}

function shown({ body: _body, missing: _missing, ...row }: Judged): ImportRow {
  return row;
}

/** A label may be taken by a group that the importer doesn't see; that is a duplicate as well. */
function made(row: Judged, idOf: ReadonlyMap<number, string | undefined>): ImportRow {
  if (row.status !== 'ready') return shown(row);
  const id = idOf.get(row.row);
  return id
    ? { ...shown(row), status: 'created', id }
    : {
        ...shown(row),
        status: 'duplicate',
        problems: [{ field: null, code: 'already_there', value: row.title }],
      };
}
