import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { seldom, seldomErrors } from '../src/locales/sl/seldom.ts';
import { type RouteMeta, routes } from '../src/staff/routing/meta.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const imported = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;=()]*?\bfrom\s*)?['"](\.[^'"]+)['"]/gm;

/** Every file that comes with these before anything is opened; what is opened is imported by a call. */
function reach(files: string[]): string[] {
  const seen = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file) || !/\.tsx?$/.test(file) || file.includes('/locales/') || !existsSync(file)) continue;
    seen.add(file);
    for (const [, type, name = ''] of readFileSync(file, 'utf8').matchAll(imported))
      if (!type) open.push(join(dirname(file), name));
  }
  return [...seen];
}

/** The files of a route: its own, and the index of a layout. */
const filesOf = (path: string) =>
  ['', '.index'].map((end) => `${src}staff/routes/_app${path.replace(/(?<=.)\//g, '.')}${end}.tsx`);

it('the pages of every day and the frame around them say nothing that comes later', () => {
  const daily = Object.entries(routes)
    .filter(([, meta]: [string, RouteMeta]) => meta.daily)
    .flatMap(([path]) => filesOf(path));
  // the tree of routes is generated, and each page comes in a file of its own
  const files = reach([`${src}staff/routes/_app.tsx`, `${src}staff/main.tsx`, ...daily]);
  expect(files.length).toBeGreaterThan(100);
  const keys = (texts: object) => Object.keys(texts).join('|');
  // what a failure is called is only named: the API has fetched it before it refuses
  const later = new RegExp(
    `['"\`]modules\\.(?:${keys(seldom)})\\.[^'"\`]*|\\bt\\(\\s*['"\`]errors\\.(?:${keys(seldomErrors)})\\.[^'"\`]*`,
    'g',
  );
  const said = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(later)].map(([key]) => `${relative(src, file)}: ${key}`),
  );
  expect(said).toEqual([]);
});
