import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Source } from './arrows.ts';
import { root } from './run.ts';

/** A year that is to come, or was when the first line was written: it will be past one day, and a test with it. */
const year = '20(?:2[6-9]|[3-9]\\d)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
/** A day of such a year as data and people write it. */
const literal = new RegExp(
  [
    `\\b${year}-\\d\\d(?:-\\d\\d)?\\b`,
    // without its day, too: a test may count that
    `\\b${year}/\\d\\d/`,
    `\\b\\d{1,2}\\. ?\\d{1,2}\\. ?${year}\\b`,
    `\\b\\d{1,2}/\\d{1,2}/${year}\\b`,
    `\\b(?:\\d{1,2} ${month}|${month} \\d{1,2},?) ${year}\\b`,
    `\\bDate(?:\\.UTC)?\\(${year},`,
  ].join('|'),
  'g',
);
/** The file sets its clock itself. */
const fixed = /\b(?:useFakeTimers\(\{[^}]*\bnow\b|setSystemTime\()/;
/** Says in the file why its days stay true: `// fixed days: stored and read back`. */
const reason = /^\s*(?:\/\/|\*) fixed days: \S/m;

/** Names every day of a year to come in tests that neither set their clock nor say why the day stays true. */
export function findDays(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    if (fixed.test(text) || reason.test(text)) return [];
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) =>
      comment.replaceAll(/[^\n]/g, ' '),
    );
    return [...code.matchAll(literal)].map(
      ({ index, 0: day }) => `${path}:${code.slice(0, index).split('\n').length} ${day}`,
    );
  });
}

/** The tests and all that serves only them. */
export function readTests(): Source[] {
  const files = globSync(
    ['**/*.test.{ts,tsx}', '{server,web}/test/**/*.{ts,tsx}', 'e2e/**/*.ts', 'mailbox/**/*.test.ts'],
    { cwd: root, exclude: ['**/node_modules', '**/dist', '**/.*', 'scripts/days.test.ts'] },
  );
  return [...new Set(files)].sort().map((file) => ({
    path: file.split(sep).join('/'),
    text: readFileSync(join(root, file), 'utf8'),
  }));
}

if (import.meta.main) {
  const days = findDays(readTests());
  for (const one of days)
    process.stderr.write(`${one} will be past: count from today, set the clock, or say why it stays true\n`);
  process.exitCode = days.length > 0 ? 1 : 0;
}
