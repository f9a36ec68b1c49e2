import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/** Licences under which we may hand software of others on, together with ours. */
const accepted = [
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-3.0', 'CC0-1.0', 'ISC'],
  ...['LGPL-3.0-or-later', 'MIT', 'MIT-0', 'OFL-1.1', 'PSF-2.0', 'Unlicense'],
];

/** What packages without a licence in their package.json say in their files. */
const saidElsewhere: Record<string, string> = { 'png-js': 'MIT' };

/** A package that is handed on, with the words of its licence. */
export type Shipped = { name: string; version: string; license: string; text: string };

type Locked = {
  link?: boolean;
  resolved?: string;
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Described = { license?: string; author?: string | { name?: string } };

/** Packages that the server or the pages need, as they are installed on this machine. */
export function readShipped(): Shipped[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages: Record<string, Locked> = lock.packages;
  const seen = new Set<string>();
  const open = ['contract', 'server', 'web'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const found = find(packages, path, name);
      if (found) open.push(found);
    }
  }
  return [...seen]
    .filter((path) => path.includes('node_modules/') && existsSync(join(root, path)))
    .map((path) => read(path, packages[path]?.version ?? ''))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Where a package finds another: in its own folder, or in one around it. */
function find(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/?node_modules\/(?:@[^/]+\/)?|\/)[^/]+$/, '')) {
    const path = join(folder, 'node_modules', name);
    const its = packages[path];
    if (its) return its.link ? its.resolved : path;
    if (folder === '') return undefined;
  }
}

function read(path: string, version: string): Shipped {
  const folder = join(root, path);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { license, author }: Described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const its = license ?? saidElsewhere[name] ?? '';
  const files = readdirSync(folder).sort();
  const own = files
    .filter((file) => /^(?:li[cs]en[cs]es?|copying|notice|ofl)\b/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    .join('\n\n');
  const holder = typeof author === 'string' ? author : author?.name;
  const readme = files.find((file) => /^readme/i.test(file));
  const text =
    own || (readme && licenceIn(join(folder, readme))) || usualText(its, holder ?? `the authors of ${name}`);
  return { name, version, license: its, text };
}

/** The part of a README about the licence, where that is more than its name. */
function licenceIn(readme: string): string | undefined {
  const parts = readFileSync(readme, 'utf8').split(/^#+ */m);
  const part = parts.find((one) => /^li[cs]en[cs](?:e|ing)\b/i.test(one))?.trim();
  return part && part.length > 300 ? part : undefined;
}

/** The usual words of a licence, for packages that come without them; empty where we have none. */
function usualText(license: string, holder: string): string {
  if (license === 'MIT')
    return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
  if (license === 'Apache-2.0') {
    const text = readFileSync(join(root, 'node_modules/@opentelemetry/api/LICENSE'), 'utf8');
    return `Copyright ${holder}\n\n${text.trim()}`;
  }
  if (license === 'Unlicense') return readFileSync(join(root, 'node_modules/isbot/LICENSE'), 'utf8').trim();
  return '';
}

/** What is in the way of handing packages on, a line each. */
export function problemsOf(shipped: readonly Shipped[]): string[] {
  return shipped.flatMap(({ name, license, text }) => [
    ...(isAccepted(license)
      ? []
      : [`${name} has the licence "${license}", which web/notices.ts does not accept.`]),
    ...(text ? [] : [`${name} comes without the words of its licence "${license}".`]),
  ]);
}

/** Whether an expression of SPDX without nested brackets is met by accepted licences. */
function isAccepted(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAccepted(one));
  return plain.split(' AND ').every((one) => accepted.includes(one));
}

/** The notices that licences ask for: each text once, with the packages that have it. */
export function noticesOf(shipped: readonly Shipped[]): string {
  const byText = Map.groupBy(shipped, ({ text }) => text.replace(/\s+/g, ' '));
  const parts = [...byText.values()].map((all) => {
    const names = all.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${[...new Set(names)].join('\n')}\n\n${all[0]?.text}`;
  });
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const head = 'Vpisnik is free software under the AGPL-3.0-or-later. It is made with the software below.';
  return `${[head, ...parts].join(line)}\n`;
}

/** Puts the notices, and what is new in each release, beside the public pages; a build with software that may not be handed on fails. */
export const notices: Plugin = {
  name: 'vpisnik-notices',
  apply: 'build',
  generateBundle() {
    const shipped = readShipped();
    const problems = problemsOf(shipped);
    if (problems.length > 0) this.error(problems.join('\n'));
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: noticesOf(shipped) });
    this.emitFile({
      type: 'asset',
      fileName: 'changes.txt',
      source: readFileSync(join(root, 'CHANGELOG.md')),
    });
  },
};
