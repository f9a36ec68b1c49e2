import type { BulkJob } from '@vpisnik/contract/bulk-jobs';
import type { contract } from '@vpisnik/contract/contract';
import {
  holdsName,
  type PersonColumn,
  type PersonImport,
  type PersonMapping,
  type PersonOutcome,
  personFields,
} from '@vpisnik/contract/participant-imports';
import type { z } from 'zod';
import type { Scope } from '../../../db/scope.ts';
import { found, invalidFields } from '../../../errors.ts';
import type { InScope } from '../../../http/mount.ts';
import { findPresent } from '../../bulk-jobs/making.ts';
import { createPlaces } from '../../bulk-jobs/places.ts';
import { get as readJob, startMaking } from '../../bulk-jobs/service.ts';
import { insertImport, lockImport, saveReport, selectImport } from '../queries.ts';
import { peopleSheet } from '../sheets/limits.ts';
import { readSheetApart } from '../sheets/read-sheet-apart.ts';
import { guessColumns, questionsOf } from './columns.ts';
import { inOrder, judgePeople, outcomeOf } from './judge.ts';
import { type PeopleKnown, selectPeopleKnown, selectSilent } from './known.ts';
import { readPeople } from './rows.ts';

type Asked = z.output<typeof contract.participant_imports.run.body>;
type Kept = Awaited<ReturnType<typeof insertImport>>;

/** Sample values shown per column. */
const SAMPLES = 3;

const kind = 'participants';

/** Reads a spreadsheet and keeps it, with a guess at what its columns are. */
export async function keepPeople(
  inScope: InScope<Scope>,
  file_name: string,
  file: Buffer,
): Promise<PersonImport> {
  const cells = await readSheetApart(file, peopleSheet);
  return inScope(async (scope) => described(scope, await insertImport(scope, { kind, file_name, cells })));
}

/** Returns the caller's upload. */
export async function readPeopleImport(scope: Scope, id: string): Promise<PersonImport> {
  return described(scope, found(await selectImport(scope, id, kind)));
}

async function described(scope: Scope, kept: Kept): Promise<PersonImport> {
  const known = await selectPeopleKnown(scope);
  const [header = [], ...rows] = kept.cells;
  const columns = header.map((name, at) => ({ name, samples: samplesOf(rows, at) }));
  return {
    ...kept,
    columns,
    rows: rows.filter((row) => row.some((cell) => cell !== '')).length,
    questions: questionsOf(known),
    mapping: guessColumns(header, known) as Record<string, number>,
    report: kept.report as PersonImport['report'],
  };
}

/** The first values of a column. */
function samplesOf(rows: readonly string[][], at: number): string[] {
  const samples: string[] = [];
  for (const row of rows) {
    if (samples.length === SAMPLES) break;
    if (row[at]) samples.push(row[at]);
  }
  return samples;
}

/** Previews what would become of the rows. */
export async function previewPeople(scope: Scope, id: string, asked: Asked): Promise<PersonOutcome> {
  const kept = found(await selectImport(scope, id, kind));
  return (await judged(scope, kept, asked)).outcome;
}

/**
 * Begins to add the people of a spreadsheet as bulk work; a second call waits for the first and answers its work.
 *
 * @throws {AppError} selection_empty, too_many_jobs, invalid_fields
 */
export async function runPeople(
  scope: Scope,
  id: string,
  asked: Asked,
  delaySeconds: number,
): Promise<BulkJob> {
  const kept = found(await lockImport(scope, id, kind));
  const before = kept.report as PersonImport['report'];
  if (before) return readJob(scope, before.job_id, delaySeconds);
  const { people, outcome } = await judged(scope, kept, asked);
  const { full, notify } = asked;
  const parameters = { import_id: id, file_name: kept.file_name, full, notify };
  const job = await startMaking(scope, parameters, people, delaySeconds);
  await saveReport(scope, id, { job_id: job.id, outcome });
  return job;
}

async function judged(scope: Scope, { cells }: Kept, asked: Asked) {
  const known = await selectPeopleKnown(scope);
  const mapping = asked.mapping as PersonMapping;
  requireMapping(mapping, cells[0]?.length ?? 0, known);
  // another organisation's group reads as one that there is not
  if (asked.group_id !== null && !known.groups.some(({ id }) => id === asked.group_id))
    throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
  const sheet = { cells, mapping, known, chosen: asked, now: new Date() };
  const { rows: read, orders } = await readPeople(sheet);
  const wishes = read.flatMap(({ person }) => (person ? [{ ...person, key: person.row }] : []));
  const rows = judgePeople(read, await findPresent(scope, wishes), asked.include);
  const people = inOrder(rows);
  const places = createPlaces(scope);
  await places.load(people.map(({ group_id }) => group_id));
  const silent = await selectSilent(scope);
  return { people, outcome: outcomeOf({ rows, people, chosen: asked, places, silent, orders, known }) };
}

/** Each column once, only what there is, and a name. */
function requireMapping(mapping: PersonMapping, columns: number, known: PeopleKnown): void {
  const offered = new Set<string>([...personFields, ...questionsOf(known).map(({ column }) => column)]);
  const chosen = Object.entries(mapping) as [PersonColumn, number][];
  const problems = chosen.flatMap(([column, at]) => {
    const path = `mapping.${column}`;
    if (!offered.has(column)) return [{ path, code: 'unknown_field' }];
    if (at >= columns) return [{ path, code: 'unknown_column' }];
    const again = chosen.some(([other, place]) => other !== column && place === at);
    return again ? [{ path, code: 'duplicate' }] : [];
  });
  if (!holdsName(mapping)) problems.push({ path: 'mapping.name', code: 'required' });
  if (problems.length > 0) throw invalidFields(problems);
}
