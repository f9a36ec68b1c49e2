import { expect, it } from 'vitest';
import { noticesOf, problemsOf, readShipped, type Shipped } from '../notices.ts';

const shipped = readShipped();

it('software of others is handed on with accepted licences and their words alone', () => {
  expect(problemsOf(shipped)).toEqual([]);
  const its: Shipped = { name: 'some', version: '1.0.0', license: 'MIT', text: 'Do as you like.' };
  expect(problemsOf([its, { ...its, license: '(GPL-2.0 OR MIT)' }])).toEqual([]);
  for (const license of ['', 'GPL-3.0', 'MIT AND SSPL-1.0', '(GPL-2.0 OR BUSL-1.1)'])
    expect(problemsOf([{ ...its, license }])).toEqual([expect.stringContaining(`"${license}"`)]);
  expect(problemsOf([{ ...its, text: '' }])).toEqual([expect.stringContaining('without the words')]);
});

it('what the server and the pages need is named, also what their parts need, and nothing that only builds or tests', () => {
  const names = shipped.map(({ name }) => name);
  const needed = [
    'fastify',
    'pg',
    'pg-protocol',
    'react',
    '@mantine/core',
    'zod',
    '@fontsource-variable/figtree',
  ];
  expect(names).toEqual(expect.arrayContaining(needed));
  expect(
    names.filter((name) => ['vite', 'vitest', 'typescript', 'playwright', 'mjml'].includes(name)),
  ).toEqual([]);
  const text = noticesOf(shipped);
  for (const { name, version } of shipped) expect(text).toContain(`${name} ${version} (`);
  expect(text).toContain('SIL OPEN FONT LICENSE');
  expect(text.length).toBeGreaterThan(100_000);
});
