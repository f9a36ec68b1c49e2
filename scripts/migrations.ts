import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, inPieces } from '../server/src/db/migrating/steps.ts';
import { type Release, readReleases } from './releases.ts';
import { root, run } from './run.ts';

/** A migration as it is written. */
export interface Migration {
  name: string;
  text: string;
}

/** What a step may do beside others; how, squawk says. Only what takes something away may do more. */
const expanding = [
  /^create (table|type|sequence|(unique )?index)\b/i,
  /^drop index concurrently if exists\b/i,
  /^alter table (only )?\S+ (add (column|constraint)|validate constraint|drop constraint)\b/i,
  /^alter table (only )?\S+ alter column \S+ (set|drop) default\b/i,
  /^insert into\b/i,
  /^comment on\b/i,
];
const backfill = /^(with|update|delete)\b[\s\S]*\blimit\b/i;

/** Rules of squawk that don't fit: our steps are noted, each waits briefly for locks, and ids are what we want them to be. */
const otherwise = [
  ...['prefer-robust-stmts', 'require-timeout-settings', 'ban-concurrent-index-creation-in-transaction'],
  ...['prefer-bigint-over-int', 'prefer-identity', 'prefer-text-field', 'prefer-timestamp-tz'],
];
const contracting = ['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null'];

interface Step {
  migration: string;
  /** Counted from one, as `drizzle.unfinished` has it. */
  number: number;
  statement: string;
  /** Tables that earlier steps have made, which nobody uses yet. */
  made: string[];
  takesAway: boolean;
}

/** Names each step that would hold up those who use the database, or take from the release before what it needs. */
export async function findHarm(
  migrations: readonly Migration[],
  releases: readonly Release[],
): Promise<string[]> {
  const problems: string[] = [];
  const steps: Step[] = [];
  for (const { name, text } of migrations) {
    const unused = contracts.exec(text)?.[1];
    if (unused !== undefined && !releases.some(({ version }) => version === unused))
      problems.push(`${name}: there is no release ${unused}; what it still uses can't be taken away`);
    const made: string[] = [];
    for (const [at, step] of text.split('--> statement-breakpoint').entries()) {
      const statement = step.replaceAll(/^\s*--.*$/gm, '').trim();
      const number = at + 1;
      const problem = unused === undefined ? problemOf(statement, inPieces.test(step)) : undefined;
      if (problem) problems.push(`${name}, step ${number}: ${problem}`);
      steps.push({ migration: name, number, statement, made: [...made], takesAway: unused !== undefined });
      if (/^create table/i.test(statement)) made.push(statement);
    }
  }
  return [...problems, ...(await askSquawk(steps))];
}

function problemOf(statement: string, pieces: boolean): string | undefined {
  if (/;\s*\S/.test(statement.replaceAll(/'[^']*'/g, '')))
    return 'two statements; put a breakpoint between them';
  if (pieces) return backfill.test(statement) ? undefined : 'a piece changes rows up to a limit';
  if (/^(with|update|delete)\b/i.test(statement))
    return 'rows are changed in pieces: "-- in pieces" above, and a limit within';
  if (/^alter table \S+ add column\b.*\bcheck\s*\(/is.test(statement))
    return 'the check reads the whole table: add it as a constraint of its own, not valid';
  if (!expanding.some((pattern) => pattern.test(statement)))
    return 'this is no step that adds; what takes away begins with "-- contract: unused since <release>"';
  return undefined;
}

interface Finding {
  file: string;
  line: number;
  message: string;
  help: string | null;
  rule_name: string;
}

async function askSquawk(steps: readonly Step[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vpisnik-migrations-'));
  try {
    const found = await Promise.all(
      [false, true].map(async (takesAway) => {
        const chosen = steps.filter((step) => step.takesAway === takesAway);
        if (chosen.length === 0) return [];
        const files = new Map(
          chosen.map((step, at) => {
            const before = [...step.made.map((table) => `${table}\n;`), ''].join('\n');
            const file = join(folder, `${takesAway}-${at}.sql`);
            writeFileSync(file, `${before}${step.statement}`);
            return [file, { step, lines: before.split('\n').length - 1 }];
          }),
        );
        const excluded = [...otherwise, ...(takesAway ? contracting : [])].join(',');
        const { said } = await run('squawk', [
          ...['--reporter', 'json', '--pg-version', '18.0', '--assume-in-transaction', '--exclude', excluded],
          ...files.keys(),
        ]);
        return (JSON.parse(said) as Finding[]).flatMap(({ file, line, message, help, rule_name }) => {
          const its = files.get(file);
          if (!its || line < its.lines) return [];
          const { migration, number } = its.step;
          return [`${migration}, step ${number}: ${message} ${help ?? ''} (${rule_name})`];
        });
      }),
    );
    return [...new Set(found.flat())];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Migrations that are newer than the first release. Those of before were made while nobody used the database. */
function readMigrations([first]: readonly Release[]): Migration[] {
  if (!first) return [];
  const folder = join(root, 'server/src/db/migrations');
  return readdirSync(folder)
    .filter((name) => name > first.migration)
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }));
}

if (import.meta.main) {
  const releases = readReleases();
  const problems = await findHarm(readMigrations(releases), releases);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
