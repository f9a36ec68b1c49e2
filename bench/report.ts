import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Result } from './measure.ts';

type Figures = Pick<Result, 'ours' | 'limit' | 'ratio'>;
const file = new URL('baseline.json', import.meta.url);

/** More than what one run differs from the next by. */
const MOVED = 0.1;

/** A line per case, as a table of Markdown. */
export function table(results: Result[]): string {
  const head = ['case', 'ours', 'limit', 'ratio', 'to reach', '', 'CPU a request (ours, limit)'];
  const rows = results.map((result) => [
    result.case,
    `${figure(result.ours)} ${result.unit}`,
    result.limit === null ? '–' : `${figure(result.limit)} ${result.unit}`,
    result.limit === null ? '–' : result.ratio.toFixed(2),
    `${result.target.at === 'least' ? '≥' : '≤'} ${result.target.value}`,
    isReached(result) ? '✓' : '✗',
    result.cpu ? `${result.cpu.ours.toFixed(2)} ms, ${result.cpu.limit.toFixed(2)} ms` : '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const notes = results.flatMap(({ case: name, note }) => (note ? [`${name}: ${note}`] : []));
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), '', ...notes].join(
    '\n',
  );
}

/** Whether a result meets its target. */
export function isReached({ ratio, target }: Result): boolean {
  return target.at === 'least' ? ratio >= target.value : ratio <= target.value;
}

/** Lists results that differ from the baseline by more than the usual variation between runs. */
export function movedSince(results: Result[]): string[] {
  const kept = readBaseline();
  return results.flatMap(({ case: name, ratio }) => {
    const before = kept[name]?.ratio;
    if (before === undefined) return [`${name}: new`];
    const change = ratio / before - 1;
    if (Math.abs(change) < MOVED) return [];
    return [
      `${name}: ${before.toFixed(2)} → ${ratio.toFixed(2)} (${change > 0 ? '+' : ''}${(change * 100).toFixed(0)} %)`,
    ];
  });
}

/** Keeps the figures of these cases for the next runs to be compared with. */
export function keep(results: Result[]): void {
  const rounded = (value: number) => Number(value.toPrecision(4));
  const figures = results.map(({ case: name, ours, limit, ratio }) => {
    const kept: Figures = {
      ours: rounded(ours),
      limit: limit === null ? null : rounded(limit),
      ratio: rounded(ratio),
    };
    return [name, kept] as const;
  });
  writeFileSync(file, `${JSON.stringify({ ...readBaseline(), ...Object.fromEntries(figures) }, null, 2)}\n`);
}

function readBaseline(): Record<string, Figures> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Figures>) : {};
}

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
