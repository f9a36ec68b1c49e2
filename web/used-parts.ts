import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = dirname(dirname(fileURLToPath(import.meta.resolve('@mantine/core'))));
/** `Menu.Sub = MenuSub;`, which brings along what no page has. */
const assigned = /^([A-Z]\w*\.[A-Z]\w*) = \w+;$/gm;

const words = /"[^"\n]*"|`[^`]*`|\/\/.*|\/\*[\s\S]*?\*\//g;

/** Every `Menu.Item` that the app's or the library's own code names. */
function namedParts(): Set<string> {
  const files = [
    ...globSync('src/**/*.tsx', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file)),
    ...globSync('esm/**/*.mjs', { cwd: library }).map((file) => join(library, file)),
  ];
  return new Set(
    files.flatMap((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(assigned, '');
      // the library's own messages name parts, too
      const told = file.startsWith(library) ? code.replaceAll(words, '') : code;
      return [...told.matchAll(/\b[A-Z]\w*\.[A-Z]\w*\b/g)].map(([name]) => name);
    }),
  );
}

/**
 * Takes parts that nothing names off the library's components: as their properties they would all come with the first
 * button, tooltip and menu.
 */
export const usedParts = (): Plugin => {
  const named = namedParts();
  return {
    name: 'vpisnik-used-parts',
    apply: 'build',
    transform: {
      filter: { id: /@mantine[\\/]core[\\/].*\.mjs$/ },
      handler: (code) => {
        const less = code.replaceAll(assigned, (all, part: string) => (named.has(part) ? all : ''));
        return less === code ? undefined : { code: less, map: null };
      },
    },
  };
};
