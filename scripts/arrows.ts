import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { root } from './run.ts';

/** A file by its path from the root of the repository, with slashes. */
export interface Source {
  path: string;
  text: string;
}

/** Which imports must not be; `to` sees a path of ours or the name of a package. */
interface Arrow {
  says: string;
  from: RegExp;
  to: RegExp;
}

const forbidden: Arrow[] = [
  {
    says: 'the contract depends on zod alone',
    from: /^contract\//,
    to: /^(?!contract\/src\/|zod$|vitest$|fast-check$)/,
  },
  { says: 'the web knows the server by the contract alone', from: /^web\//, to: /^(server|scripts|bench)\// },
  { says: 'pages run without the tests', from: /^web\/src\/(?!.*\.test\.tsx?$)/, to: /^(e2e|web\/test)\// },
  { says: 'the server knows no page', from: /^server\//, to: /^(web|scripts|e2e|bench)\// },
  {
    says: 'the database comes below the features',
    from: /^server\/src\/db\/(?!seed\/)/,
    to: /^server\/src\/(features|http)\//,
  },
  {
    says: 'queries → service is upwards',
    from: /\/features\/.*\/queries\.ts$/,
    to: /\/features\/.*\/service\.ts$/,
  },
  {
    says: 'routes are the top of a feature; only what mounts them takes them',
    from: /^server\/src\/(?!(app|features\/handlers|.*\.test)\.ts$)/,
    to: /^server\/src\/features\/.*\/routes\.ts$/,
  },
  { says: 'ui and lib have no nouns', from: /^web\/src\/(ui|lib)\//, to: /^web\/src\/(staff|public)\// },
  {
    says: 'routes → features, not back',
    from: /^web\/src\/staff\/features\//,
    to: /^web\/src\/staff\/routes\//,
  },
  {
    says: 'the two entries share only ui, lib, locales and the contract',
    from: /^web\/src\/staff\//,
    to: /^web\/src\/public\//,
  },
  {
    says: 'the two entries share only ui, lib, locales and the contract',
    from: /^web\/src\/public\//,
    to: /^web\/src\/staff\//,
  },
];

/** Names every import that goes against the arrows of the architecture. */
export function findViolations(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((target) =>
      forbidden
        .filter(({ from, to }) => from.test(source.path) && to.test(target))
        .map(({ says }) => `${source.path} imports ${target}: ${says}`),
    ),
  );
}

function importsOf({ path, text }: Source): string[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{][^'"`;=()]*?\bfrom\s*)?['"]([^'"]+)['"]/gm,
  );
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g);
  return [...statements, ...calls].map(([, name = '']) => resolveName(path, name));
}

function resolveName(path: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(path), name);
  return name.replace(/^@vpisnik\/contract\//, 'contract/src/').replace(/^@vpisnik\//, '');
}

/** Reads the code of the three rooms. */
export function readSources(): Source[] {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/*.gen.ts'],
  });
  return files.map((file) => ({
    path: file.split(sep).join('/'),
    text: readFileSync(join(root, file), 'utf8'),
  }));
}

if (import.meta.main) {
  const violations = findViolations(readSources());
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
