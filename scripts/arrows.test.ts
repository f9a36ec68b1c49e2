import { expect, test } from 'vitest';
import { findCircles, findMisnamed, findStrangers, findViolations, readSources } from './arrows.ts';

test.each([
  ['contract/src/groups.ts', `import { eq } from 'drizzle-orm';`],
  ['contract/src/groups.ts', `import { sql } from '../../server/src/db/schema.ts';`],
  ['web/src/lib/api.ts', `import type { Env } from '../../../server/src/env.ts';`],
  ['web/src/lib/api.ts', `import { roles } from '@vpisnik/server/roles';`],
  ['server/src/main.ts', `import { startMailbox } from '../../mailbox/mailbox.ts';`],
  ['server/src/app.ts', `const page = await import('../../web/src/public/render.tsx');`],
  ['server/src/db/scope.ts', `import { list } from '../features/groups/queries.ts';`],
  ['server/src/features/groups/queries.ts', `import { save } from './service.ts';`],
  ['server/src/features/groups/service.ts', `import { routes } from './routes.ts';`],
  ['server/src/features/users/service.ts', `export * from '../groups/routes.ts';`],
  [
    'web/src/ui/Field.tsx',
    `import {\n  GroupForm,\n  GroupPage,\n} from '../staff/features/groups/GroupForm.tsx';`,
  ],
  ['web/src/lib/session.ts', `import '../public/entry.tsx';`],
  ['web/src/staff/features/groups/GroupPage.tsx', `import { Route } from '../../routes/groups.tsx';`],
  ['web/src/staff/main.tsx', `import { Card } from '../public/Card.tsx';`],
  ['web/src/public/main.tsx', `import { Card } from '../staff/features/groups/Card.tsx';`],
  ['web/src/public/apply/send.ts', `import { contract } from '@vpisnik/contract/contract';`],
  ['contract/src/rules/slug.ts', `import { z } from 'zod';`],
  ['contract/src/rules/slug.ts', `import { label } from '../common.ts';`],
])('%s must not say %s', (path, text) => {
  expect(findViolations([{ path, text }])).toHaveLength(1);
});

test.each([
  ['contract/src/groups.ts', `import { z } from 'zod';\nimport { roles } from './roles.ts';`],
  ['server/src/features/handlers.ts', `import { groups } from './groups/routes.ts';`],
  ['server/src/features/groups/routes.ts', `import { list } from './queries.ts';`],
  ['server/src/features/groups/service.ts', `import { list } from '../locations/queries.ts';`],
  ['server/src/db/seed/groups.ts', `import { save } from '../../features/groups/service.ts';`],
  ['web/src/staff/routes/groups.tsx', `import { GroupsPage } from '../features/groups/GroupsPage.tsx';`],
  ['web/src/public/main.tsx', `import { DateField } from '../ui/DateField.tsx';`],
  [
    'web/src/lib/api.ts',
    `// import { x } from '../../../server/src/x.ts';\nimport { roles } from '@vpisnik/contract/rules/roles';`,
  ],
  ['contract/src/groups.test.ts', `import { test } from 'vitest';`],
  ['web/src/public/apply/send.ts', `import type { Group } from '@vpisnik/contract/public';`],
])('%s may say %s', (path, text) => {
  expect(findViolations([{ path, text }])).toEqual([]);
});

test('reads all three rooms', () => {
  const rooms = new Set(readSources().map(({ path }) => path.split('/')[0]));
  expect([...rooms].sort()).toEqual(['contract', 'server', 'web']);
});

test('an address gets into a link through mailtoOf alone, which encodes it', () => {
  const made = readSources().filter(
    ({ path, text }) => text.includes('mailto:$' + '{') && !path.includes('.test.'),
  );
  expect(made.map(({ path }) => path)).toEqual(['contract/src/rules/limits.ts']);
});

const circle = [
  { path: 'server/src/features/groups/service.ts', text: `import { list } from '../sessions/queries.ts';` },
  {
    path: 'server/src/features/sessions/queries.ts',
    text: `import type { Mail } from '../../mail/outbox.ts';`,
  },
  { path: 'server/src/mail/outbox.ts', text: `import { one } from '../features/groups/queries.ts';` },
];

test('rooms that know each other through others are named with every import of the circle', () => {
  expect(findCircles(circle)).toEqual([
    'server/src/features/groups/service.ts imports server/src/features/sessions/queries.ts: a circle between rooms',
    'server/src/features/sessions/queries.ts imports server/src/mail/outbox.ts: a circle between rooms',
    'server/src/mail/outbox.ts imports server/src/features/groups/queries.ts: a circle between rooms',
  ]);
  expect(findCircles(circle.slice(1))).toEqual([]);
});

test('features of the web are rooms as well', () => {
  expect(
    findCircles([
      {
        path: 'web/src/staff/features/groups/roster/Tab.tsx',
        text: `const Roster = lazy(() => import('../../participants/list/Roster.tsx'));`,
      },
      {
        path: 'web/src/staff/features/participants/panel/Mails.tsx',
        text: `import { useTimeZone } from '../../groups/Enrolment.tsx';`,
      },
    ]),
  ).toHaveLength(2);
});

test('no two rooms know each other', () => {
  expect(findCircles(readSources())).toEqual([]);
});

test('a file of a feature has a known name', () => {
  const sources = readSources();
  expect(findStrangers(sources)).toEqual([]);
  const strange = { path: 'server/src/features/groups/group-helpers.ts', text: '' };
  expect(findStrangers([...sources, strange])).toEqual([
    expect.stringMatching(/^groups\/group-helpers: call it queries/),
  ]);
  const renamed = sources.filter(({ path }) => path !== 'server/src/features/groups/copies.ts');
  expect(findStrangers(renamed)).toEqual(['groups/copies is a known word without a file']);
});

test.each([
  ['groups/filters.ts', ''],
  ['groups/editor/editor-search.ts', ''],
  ['groups/roster/roster-address.ts', ''],
  ['users/user-form.ts', ''],
  ['form-fields/field-values.ts', ''],
  ['participants/calls.ts', ''],
  ['catalogue/use-refresh.ts', ''],
  ['dashboard/week.ts', 'export function parseDashboardSearch(search: object) {}'],
  ['groups/CopyGroup.tsx', 'void queryClient.invalidateQueries({ queryKey });'],
  ['groups/use-copy.ts', 'queryClient.setQueryData(queryKey, group);'],
  ['groups/GroupForm.tsx', '  const problemsOf = (values: Values) => [];'],
  ['users/UserForm.tsx', 'export function newWireOf(values: Values) {}'],
])('%s has another name in the vocabulary', (path, text) => {
  expect(findMisnamed([{ path: `web/src/staff/features/${path}`, text }])).toHaveLength(1);
});

test('features of the web are named by the vocabulary', () => {
  expect(findMisnamed(readSources())).toEqual([]);
});

test('a tip goes around the target of a menu, not between it and its button', () => {
  const inside = readSources().filter(({ text }) => /\.Target>\s*(?:\{\/\*.*\*\/\}\s*)?<Tip\b/.test(text));
  expect(inside.map(({ path }) => path)).toEqual([]);
});
