import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import type { Source } from './arrows.ts';
import { root } from './run.ts';

/** A regular expression as it is written. */
type Pattern = { pattern: string; flags: string };

/**
 * Whether a text can be made for which the pattern takes a time that grows with the square of its length, or faster: a
 * run of one character, as in `/x+$/`.
 */
export function isSlow({ pattern, flags }: Pattern): boolean {
  return analyse({ source: pattern, flags }).reports.length > 0;
}

/** Names every pattern in the code that is slow, or that can't be read because it is put together elsewhere. */
export function findSlowPatterns(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    patternsOf(path, text).flatMap(({ at, found }) => {
      const place = `${path}:${text.slice(0, at).split('\n').length}`;
      if (!found) return [`${place} makes a pattern of what is not written there`];
      return isSlow(found) ? [`${place} /${found.pattern}/ takes the square of a text's length`] : [];
    }),
  );
}

function patternsOf(path: string, text: string): { at: number; found: Pattern | undefined }[] {
  const patterns: { at: number; found: Pattern | undefined }[] = [];
  const made = ({ callee, arguments: given, start }: Made) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      patterns.push({ at: start, found: patternOf(given[0], given[1]) });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) patterns.push({ at: node.start, found: node.regex });
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(parseSync(path, text).program);
  return patterns;
}

type Made = { callee: Node; arguments: Node[]; start: number };

/** The pattern of `new RegExp(…)`; what a template puts in stands as one letter. */
function patternOf(source: Node | undefined, flags: Node | undefined): Pattern | undefined {
  const [pattern, marks] = [textOf(source), flags ? textOf(flags) : ''];
  return pattern === undefined || marks === undefined ? undefined : { pattern, flags: marks };
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('x');
  if (node?.type !== 'BinaryExpression') return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The code that reads what comes over the wire. */
export function readServed(): Source[] {
  const files = globSync(['{contract,server}/src/**/*.ts', 'web/src/{public,lib}/**/*.{ts,tsx}'], {
    cwd: root,
    // the last one reads digits of numbers alone
    exclude: ['**/*.test.{ts,tsx}', '**/*.gen.ts', 'web/src/lib/text/translate.ts'],
  });
  return files.map((file) => ({
    path: file.split(sep).join('/'),
    text: readFileSync(join(root, file), 'utf8'),
  }));
}

if (import.meta.main) {
  const slow = findSlowPatterns(readServed());
  for (const one of slow) process.stderr.write(`${one}\n`);
  process.exitCode = slow.length > 0 ? 1 : 0;
}
