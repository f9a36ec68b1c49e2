import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { root } from './run.ts';

/** A file by its path from the root of the repository, with slashes. */
export interface Source {
  path: string;
  text: string;
}

/** A forbidden import; `to` matches one of our paths or the name of a package. */
interface Arrow {
  says: string;
  from: RegExp;
  to: RegExp;
  /** Allows type imports, which are erased from the bundle. */
  valuesOnly?: true;
}

const forbidden: Arrow[] = [
  {
    says: 'the mailbox is for demo and tests, outside production',
    from: /^(contract|web|server)\/src\/(?!.*\.test\.tsx?$)/,
    to: /^mailbox\//,
  },
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
  {
    says: 'zod stays out of the public pages: values come from contract/src/rules',
    from: /^web\/src\/public\/(?!.*\.test\.tsx?$)/,
    to: /^contract\/src\/(?!rules\/)/,
    valuesOnly: true,
  },
  {
    says: 'contract/src/rules needs no zod',
    from: /^contract\/src\/rules\/(?!.*\.test\.ts$)/,
    to: /^(zod$|contract\/src\/(?!rules\/))/,
    valuesOnly: true,
  },
];

/** Names every import that goes against the arrows of the architecture. */
export function findViolations(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    forbidden
      .filter(({ from }) => from.test(source.path))
      .flatMap(({ says, to, valuesOnly }) =>
        importsOf(source, valuesOnly)
          .filter((target) => to.test(target))
          .map((target) => `${source.path} imports ${target}: ${says}`),
      ),
  );
}

/** Imports of a file, as paths from the root or names of packages; `values` leaves out type-only imports. */
export function importsOf({ path, text }: Source, values = false): string[] {
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;=()]*?\bfrom\s*)?['"]([^'"]+)['"]/gm,
  );
  const calls = text.matchAll(/\bimport\(\s*()['"]([^'"]+)['"]/g);
  return [...statements, ...calls]
    .filter(([, type]) => !(values && type))
    .map(([, , name = '']) => resolveName(path, name));
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

/** The room of a file: a feature's folder, else the folder in `src`; a file on top is a room of its own. */
function roomOf(path: string): string | undefined {
  if (/\.test\.tsx?$/.test(path)) return undefined;
  return /^(?:server\/src|web\/src\/staff|web\/src\/(?:lib|ui|public)(?=\/[^/]+\/))\/(?:features\/)?[^/]+/.exec(
    path,
  )?.[0];
}

/** Names the rooms that know each other in a circle, each circle once with the imports that close it. */
export function findCircles(sources: Source[]): string[] {
  const ties = new Map<string, Map<string, string>>();
  for (const source of sources) {
    const room = roomOf(source.path);
    for (const target of importsOf(source)) {
      const other = roomOf(target);
      if (!room || !other || room === other) continue;
      const known = ties.get(room) ?? new Map<string, string>();
      ties.set(room, known.set(other, `${source.path} imports ${target}`));
    }
  }
  const reachable = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [from];
    for (let room = open.pop(); room; room = open.pop())
      for (const next of ties.get(room)?.keys() ?? []) if (!seen.has(next)) seen.add(next) && open.push(next);
    return seen;
  };
  const reach = new Map([...ties.keys()].map((room) => [room, reachable(room)]));
  return [...ties].flatMap(([room, known]) =>
    [...known]
      .filter(([other]) => reach.get(other)?.has(room))
      .map(([, says]) => `${says}: a circle between rooms`),
  );
}

/** What each feature of the server may have; see CONTRIBUTING. */
const vocabulary = new Set(['queries', 'service', 'rules', 'routes']);

/** The files of features beside these, each named after its one subject. A new word here is a decision. */
const subjects: Record<string, string> = {
  accounts: 'addresses invitations passwords registration',
  activity: 'words',
  'applicant-acts': 'absence act acts address answer consent own save withdraw',
  'applicant-change-mails': 'content words',
  'applicant-data': 'seen',
  'applicant-link-mails': 'content',
  'applicant-links': 'requests',
  'applicant-page': 'another calendar content edit slip',
  'application-mails':
    'addressee bounces content deliver enqueue facts outbox readable recipients reserve transfers undo',
  'bulk-jobs':
    'batch emails events kind kinds mails making owed payment-preview people places preview selection subjects words work',
  'calendar-feeds': 'content group-calendar ical places serve wall-time zone',
  closures: 'known school-breaks',
  exports: 'chosen columns csv-file files log rows words work workbook',
  families: 'contact',
  'fee-plans': 'changes credits daily decisions making moving people proposals season',
  'form-fields': 'merge',
  groups: 'copies filters writes',
  imports: 'bodies judge missing named references templates values words writes',
  messages: 'attachments audience content planned preview recipients sending takeover',
  'mail-queue': 'dns words',
  'notification-templates': 'preview sample',
  'offer-mails': 'content enqueue words',
  offers: 'answers calendar round turns',
  'organization-archives': 'files work',
  organizations: 'languages numbers owner platform profile removal starter',
  pages:
    'answer application build embed-script files form-body group-filters load rendering sitemap staff-page unsubscribe worker',
  participants:
    'answers concerns contact filters mail-again payments places proposals questions search sorts status',
  'payment-exports': 'rows words',
  'payment-mails': 'content daily facts preview remind telling words',
  'payment-reports': 'ledger report words',
  payments: 'account expiry filters list summary',
  public: 'all-groups apply sessions',
  'same-person': 'alike compare merge undo',
  'queue-digests': 'content daily words',
  'session-mails': 'calendar changes content facts known words',
  sessions: 'clashes coming departures today',
  slips: 'epc latin2 letters pdf qr sheet upn words',
  statements: 'alike booking candidates importing matching proposals',
};

/** Names the files of the server's features that are called by no known word, and words that no file has any more. */
export function findStrangers(sources: Source[]): string[] {
  const files = sources.flatMap(({ path }) => {
    const [, room = '', name = ''] = /^server\/src\/features\/([^/]+)\/([\w-]+)\.ts$/.exec(path) ?? [];
    return name && !vocabulary.has(name) ? [`${room}/${name}`] : [];
  });
  const known = Object.entries(subjects).flatMap(([room, names]) =>
    names.split(' ').map((name) => `${room}/${name}`),
  );
  return [
    ...files
      .filter((file) => !known.includes(file))
      .map((file) => `${file}: call it ${[...vocabulary].join(', ')}, or decide on a word for its subject`),
    ...known.filter((file) => !files.includes(file)).map((file) => `${file} is a known word without a file`),
  ];
}

/** Names that files of the staff app's features used to have for what has one name now; see CONTRIBUTING. */
const misnamed: { says: string; path: RegExp; text?: RegExp }[] = [
  { says: 'what reads an address is address.ts', path: /\/[\w-]*(?:filters?|search|-address)\.ts$/ },
  { says: 'what a form holds is values.ts', path: /\/[\w-]*(?:-form|-values|form-body)\.ts$/ },
  {
    says: 'queries, calls and refreshes are queries.ts',
    path: /\/[\w-]*(?:calls|-queries|refresh[\w-]*)\.ts$/,
  },
  {
    says: 'what reads an address is address.ts',
    path: /\/(?!address\.ts$)[^/]+$/,
    text: /^export (?:function|const) parse\w*Search\b/m,
  },
  {
    says: 'what a call changes in the cache is a rememberX or useRefreshX of queries.ts',
    path: /\/(?!queries\.ts$)[^/]+$/,
    text: /\b(?:invalidateQueries|setQuer(?:y|ies)Data|removeQueries|cancelQueries)\b/,
  },
  {
    says: 'what a form holds, sends and finds wrong is values.ts',
    path: /\.tsx$/,
    text: /^\s*(?:export )?(?:const|function) (?:bodyOf|\w*(?:[vV]alues|[wW]ire|[pP]roblems)Of)\b/m,
  },
];

/** Names the files of the staff app's features that are not called after the vocabulary. */
export function findMisnamed(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('web/src/staff/features/') && !path.includes('.test.'))
    .flatMap((source) =>
      misnamed
        .filter(({ path, text }) => path.test(source.path) && (text?.test(source.text) ?? true))
        .map(({ says }) => `${source.path}: ${says}`),
    );
}

if (import.meta.main) {
  const sources = readSources();
  const violations = [
    ...findViolations(sources),
    ...findCircles(sources),
    ...findStrangers(sources),
    ...findMisnamed(sources),
  ];
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
