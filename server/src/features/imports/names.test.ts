import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { importingSchool, problems, statuses } from '../../../test/importing.ts';
import { until } from '../../../test/until.ts';

let app: TestApp;
/** Over real connections, as many at once as one likes. */
let over: Awaited<ReturnType<TestApp['listen']>>;
beforeAll(async () => {
  app = await createTestApp();
  over = await app.listen();
});
afterAll(() => app.close());
// they all come from one address
beforeEach(() => app.owner.query('delete from rate_limits'));

/** What comes of a call that has to wait for a change which is made first, but settled only when the call waits for it. */
async function whileOpen<T>(change: (client: pg.PoolClient) => Promise<unknown>, call: () => Promise<T>) {
  const client = await app.owner.connect();
  try {
    await client.query('begin');
    await change(client);
    const running = call();
    await until(async () => {
      const { rows } = await app.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await client.query('commit');
    return await running;
  } finally {
    // closed, so that nothing stays open when it failed
    client.release(true);
  }
}

describe('a category that is made along', () => {
  const labels = async (organization_id: string) =>
    (
      await app.rows<{ label: string; name: { sl?: string }; position: number }>(
        'select label, name, position from categories where organization_id = $1 order by position',
        [organization_id],
      )
    ).map(({ label, name, position }) => [position, label, name.sl]);

  it('gets a free label, whatever its name leaves of one', async () => {
    const { run, organization_id, api } = await importingSchool(app);
    await app.factories.category({ organization_id, label: 'balet', name: { sl: 'Klasika' } });
    const { preview, outcome } = await run(
      'Ime;Kategorija\nEna;Balet!\nDve;«Balet»\nTri;💃\nŠtiri;***\nPet;balet!\n',
      'groups',
      true,
    );
    expect(preview.missing.categories).toEqual(['Balet!', '«Balet»', '💃', '***']);
    expect(statuses(preview).map(([, status]) => status)).toEqual(Array(5).fill('ready'));
    expect(statuses(outcome).map(([, status]) => status)).toEqual(Array(5).fill('created'));
    expect(await labels(organization_id)).toEqual([
      [0, 'balet', 'Klasika'],
      [1, 'balet-2', 'Balet!'],
      [2, 'balet-3', '«Balet»'],
      [3, 'kategorija', '💃'],
      [4, 'kategorija-2', '***'],
    ]);
    const { results } = await api.groups.list();
    const named = new Map(results.map(({ name, category_name }) => [name.sl, category_name.sl]));
    expect([...named].sort()).toEqual([
      ['Dve', '«Balet»'],
      ['Ena', 'Balet!'],
      ['Pet', 'Balet!'],
      ['Tri', '💃'],
      ['Štiri', '***'],
    ]);
  });

  it('obeys the rules of its screen: who names what can’t be made waits alone', async () => {
    const { run, organization_id } = await importingSchool(app);
    const long = 'ž'.repeat(201);
    const { preview, outcome } = await run(
      `Ime;Kategorija;Lokacija\nDobra;Balet;Dvorana\nDolga;${long};\nDaleč;Balet;${long}\nČudna;Ba\u0007let;\n`,
      'groups',
      true,
    );
    const expected = [[], ['category:too_long'], ['location:too_long'], ['category:invalid_characters']];
    expect(problems(preview)).toEqual(expected);
    expect(preview.rows[1]?.problems[0]).toMatchObject({ value: long.slice(0, 200), limit: 200 });
    expect(preview.missing).toEqual({ categories: ['Balet'], locations: ['Dvorana'] });
    expect(problems(outcome)).toEqual(expected);
    expect(statuses(outcome)).toEqual([
      [2, 'created'],
      [3, 'error'],
      [4, 'error'],
      [5, 'error'],
    ]);
    expect((await labels(organization_id)).map(([, label]) => label)).toEqual(['balet']);
    expect(
      await app.rows('select name from locations where organization_id = $1', [organization_id]),
    ).toEqual([{ name: 'Dvorana' }]);
  });

  it('is not offered when no category can have its name', async () => {
    const { run } = await importingSchool(app);
    const { preview } = await run(`Ime;Kategorija\nDolga;${'ž'.repeat(201)}\n`);
    expect(problems(preview)).toEqual([['category:category_not_found']]);
    expect(preview.missing).toEqual({ categories: [], locations: [] });
  });

  it('is created once by two parallel imports, and only by users who may', async () => {
    const { upload, member, organization_id } = await importingSchool(app);
    const helper = await importingSchool(app, { role: 'GROUP_ADMIN', organization_id });
    const files = [
      await upload('Ime;Kategorija;Lokacija\nEna;Balet;Mala\n'),
      await upload('Ime;Kategorija;Lokacija\nDve;BALET;mala\n'),
    ];
    const other = (await helper.upload('Ime;Kategorija\nTri;Hip hop\n')).body;
    const outcomes = await Promise.all([
      ...files.map(({ body }) =>
        over.as(member).api.imports.run({
          params: { id: body.id },
          body: { mapping: body.mapping, create_missing: true },
        }),
      ),
      over.as(helper.member).api.imports.run({
        params: { id: other.id },
        body: { mapping: other.mapping, create_missing: true },
      }),
    ]);
    expect(outcomes.map(({ rows }) => rows[0]?.status)).toEqual(['created', 'created', 'error']);
    expect(outcomes.flatMap(problems)[2]).toEqual(['category:category_not_found']);
    expect((await labels(organization_id)).map(([, label]) => label)).toEqual(['balet']);
    expect(
      await app.rows('select name from locations where organization_id = $1', [organization_id]),
    ).toHaveLength(1);
  });

  it.each([
    ['something else', 'Klasika', ['balet', 'balet-2']],
    ['the same', 'BALET!', ['balet']],
  ])('gives way to %s that somebody adds with its label at that moment', async (_what, theirs, expected) => {
    const { upload, member, organization_id } = await importingSchool(app);
    const { body } = await upload('Ime;Kategorija\nEna;Balet!\n');
    const asked = { params: { id: body.id }, body: { mapping: body.mapping, create_missing: true } };
    const outcome = await whileOpen(
      (client) =>
        client.query(
          `insert into categories (organization_id, label, languages, name) values ($1, 'balet', '{sl}', $2)`,
          [organization_id, { sl: theirs }],
        ),
      () => over.as(member).api.imports.run(asked),
    );
    expect(statuses(outcome)).toEqual([[2, 'created']]);
    const rows = await labels(organization_id);
    expect(rows.map(([, label]) => label).sort()).toEqual(expected);
  });
});

it('a category deleted at that moment fails only its own rows', async () => {
  const { upload, member, organization_id } = await importingSchool(app);
  const { id } = await app.factories.category({ organization_id, name: { sl: 'Balet' } });
  await app.factories.category({ organization_id, name: { sl: 'Jazz' } });
  const { body } = await upload('Ime;Kategorija\nEna;Balet\nDve;Jazz\n');
  const asked = { params: { id: body.id }, body: { mapping: body.mapping } };
  const outcome = await whileOpen(
    (client) => client.query('delete from categories where id = $1', [id]),
    () => over.as(member).api.imports.run(asked),
  );
  expect(problems(outcome)).toEqual([['category:category_not_found'], []]);
  expect(statuses(outcome)).toEqual([
    [2, 'error'],
    [3, 'created'],
  ]);
});

describe('a name that several have', () => {
  it('means none of them, until it is said which', async () => {
    const { run, organization_id, api } = await importingSchool(app);
    const [first, second] = [
      await app.factories.category({ organization_id, label: 'balet', name: { sl: 'Balet' } }),
      await app.factories.category({ organization_id, label: 'balet-2', name: { sl: 'balet' } }),
    ];
    const hall = await app.factories.location({ organization_id, name: 'Dvorana', address: 'Tržaška 12' });
    await app.factories.location({ organization_id, name: 'Dvorana', address: 'Celovška 1' });
    const [ana] = [
      await app.factories.member({ organization_id, name: 'Ana Novak', email: 'ana@primer.test' }),
      await app.factories.member({ organization_id, name: 'Ana Novak', email: 'ană@primer.test' }),
    ];
    const { outcome } = await run(
      [
        'Ime;Kategorija;Lokacija;Vodje',
        'Ena;Balet;Dvorana;Ana Novak',
        'Dve;balet;dvorana, trzaska 12;ANA@primer.test',
        'Tri;balet-2;Dvorana, Tržaška 12;Ana Novak <ana@primer.test>',
        'Štiri;balet;;ana novak, Nihče, Nekdo',
      ].join('\n'),
    );
    expect(problems(outcome)).toEqual([
      ['category:category_ambiguous', 'location:location_ambiguous', 'leaders:leader_ambiguous'],
      [],
      [],
      ['leaders:leader_not_found'],
    ]);
    expect(outcome.rows[3]?.problems[0]?.value).toBe('Nihče, Nekdo');
    const [dve, tri] = await Promise.all(
      [1, 2].map((at) => api.groups.get({ params: { id: String(outcome.rows[at]?.id) } })),
    );
    expect(dve).toMatchObject({ category_id: first.id, location_id: hall.id, leader_ids: [ana.id] });
    expect(tri).toMatchObject({ category_id: second.id, location_id: hall.id, leader_ids: [ana.id] });
  });

  it('means the active one', async () => {
    const { run, organization_id, api } = await importingSchool(app);
    await app.factories.category({ organization_id, name: { sl: 'Jazz' }, active: false });
    const now = await app.factories.category({ organization_id, name: { sl: 'Jazz' } });
    const { outcome } = await run('Ime;Kategorija\nEna;Jazz\n');
    const group = await api.groups.get({ params: { id: String(outcome.rows[0]?.id) } });
    expect(group.category_id).toBe(now.id);
  });

  it('is said even when it is one’s label and another’s name', async () => {
    const { run, organization_id } = await importingSchool(app);
    await app.factories.category({ organization_id, label: 'hip', name: { sl: 'Balet' } });
    await app.factories.category({ organization_id, label: 'hop', name: { sl: 'Hip' } });
    const { outcome } = await run('Ime;Kategorija\nEna;hip\n');
    expect(problems(outcome)).toEqual([['category:category_ambiguous']]);
  });
});
