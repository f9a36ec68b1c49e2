import type { ParticipantSummary } from '@vpisnik/contract/participants';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: applications are made with their dates and sorted by them

let site: TestApp;
let organization_id: string;
let staff: Caller;
let groups: Record<'ballet' | 'alike' | 'jazz', string>;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

type Neighbours = { previous: string | null; next: string | null };
type List = {
  results: ParticipantSummary[];
  last_id: string | null;
  total?: number;
  neighbours?: Neighbours;
};

beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
  const group = async (sl: string, en: string) =>
    (await site.factories.group({ organization_id, name: { sl, en } })).id;
  groups = {
    jazz: await group('Žur', 'Jazz'),
    ballet: await group('Čarobni balet', 'Magic ballet'),
    alike: await group('Čarobni balet', 'Magic ballet'),
  };
});

let minute = 0;
function person(name: string, group: keyof typeof groups, status: string, born?: string) {
  minute += 1;
  const answers = born
    ? [
        {
          field_id: crypto.randomUUID(),
          label: null,
          name: 'Datum rojstva',
          type: 'date',
          value: born,
          text: born,
          sensitive: false,
          purpose: 'date_of_birth',
        },
      ]
    : [];
  return site.factories.participant({
    organization_id,
    group_id: groups[group],
    name,
    status,
    answers,
    application_date: new Date(Date.UTC(2026, 8, 1, 10, minute)).toISOString(),
  });
}

/** Applications in the order in which they came. */
async function school() {
  await person('A', 'ballet', 'waitlisted', '2016-03-01');
  await person('B', 'jazz', 'pending');
  await person('C', 'jazz', 'waitlisted', '2014-05-05');
  await person('D', 'alike', 'approved', '2016-03-01');
  await person('E', 'ballet', 'inactive', '2018-12-31');
  await person('F', 'jazz', 'waitlisted');
  await person('G', 'ballet', 'pending', '2010-01-01');
}

const pageOf = (sort: ParticipantSort, last_id: string | null, query = '') =>
  staff.get<List>(`/participants?limit=2&sort=${sort}${last_id ? `&last_id=${last_id}` : ''}${query}`);

/** Who stands beside a participant in the asked order, wherever that is. */
const beside = async (id: string, sort: ParticipantSort, query = '') =>
  (await staff.get<List>(`/participants?limit=1&sort=${sort}&neighbours_of=${id}${query}`)).body.neighbours;

/** All names in pages of two, in the asked order; each has the one before and the one after as neighbours. */
async function walk(sort: ParticipantSort, query = ''): Promise<string> {
  const seen: ParticipantSummary[] = [];
  let last_id: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(sort, last_id, query);
    expect(page.status, sort).toBe(200);
    seen.push(...page.body.results);
    ({ last_id } = page.body);
  } while (last_id);
  for (const [at, { id, name }] of seen.entries())
    expect(await beside(id, sort, query), `beside ${name} by ${sort}${query}`).toEqual({
      previous: seen[at - 1]?.id ?? null,
      next: seen[at + 1]?.id ?? null,
    });
  return seen.map(({ name }) => name).join('');
}

test('by status as the staff work and by age, both ways and with ties', async () => {
  await school();
  expect(await walk('status')).toBe('GBFCADE');
  expect(await walk('-status')).toBe('EDFCAGB');
  expect(await walk('status', '&status=inactive&status=pending')).toBe('GBE');
  expect(await walk('age')).toMatch(/^E(AD|DA)CGFB$/);
  expect(await walk('-age')).toMatch(/^GC(AD|DA)EFB$/);
});

test('by place in the waiting list, one group’s after the other’s', async () => {
  await school();
  await person('H', 'alike', 'waitlisted');
  await person('I', 'ballet', 'waitlisted');
  expect(['AIHCFGEDB', 'HAICFGEDB']).toContain(await walk('waiting_position'));
  expect(['FCHIAGEDB', 'FCIAHGEDB']).toContain(await walk('-waiting_position'));
  expect(await walk('waiting_position', `&group_id=${groups.jazz}`)).toBe('CFB');
  expect(await walk('waiting_position', '&status=waitlisted&age_from=11&age_on=2026-09-01')).toBe('C');
  expect(await walk('waiting_position', '&status=pending')).toBe('GB');
  const { body } = await pageOf('waiting_position', null, `&group_id=${groups.ballet}`);
  expect(body.results.map(({ waiting_position }) => waiting_position)).toEqual([1, 2]);
});

test('by group in the caller’s language, groups of one name kept apart, the latest application first', async () => {
  await school();
  const sl = await walk('group');
  expect(['GEADFCB', 'DGEAFCB']).toContain(sl);
  const reader = await site.factories.member({ organization_id, language: 'en' });
  staff = site.as(reader);
  expect(['FCBGEAD', 'FCBDGEA']).toContain(await walk('group'));
  expect(['GEADFCB', 'DGEAFCB']).toContain(await walk('-group'));
  expect(await walk('group', '&status=pending')).toBe('BG');
  expect(await walk('group', `&group_id=${groups.jazz}`)).toBe('FCB');
});

test.each(['status', 'age', 'waiting_position', 'group'] as const)(
  'rows that come and go between pages by %s leave no other row out and repeat none',
  async (sort) => {
    await school();
    const all = await walk(sort);
    const first = await pageOf(sort, null);
    const seen = first.body.results.map(({ name }) => name);
    // the cursor's own row and one of the next page go, and one comes
    await site.rows('delete from participants where organization_id = $1 and name = any ($2)', [
      organization_id,
      [seen[1], all[3]],
    ]);
    await person('N', 'jazz', 'waitlisted', '2012-02-02');
    let { last_id } = first.body;
    while (last_id) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(sort, last_id);
      seen.push(...page.body.results.map(({ name }) => name));
      ({ last_id } = page.body);
    }
    const stayed = seen.filter((name) => name !== 'N').join('');
    expect(stayed).toBe(all.replace(all[3] ?? '', ''));
    expect(new Set(seen).size).toBe(seen.length);
  },
);

test('a cursor of another order is refused or answered, never a fault', async () => {
  await school();
  const sorts = ['application_date', 'name', 'status', 'age', 'waiting_position', 'group'] as const;
  for (const from of sorts) {
    const { last_id } = (await pageOf(from, null)).body;
    for (const to of sorts) expect([200, 400], `${from} ${to}`).toContain((await pageOf(to, last_id)).status);
  }
  for (const cursor of [
    [9, null, crypto.randomUUID()],
    [9, null, null, null, crypto.randomUUID()],
    [0, null, null, null, crypto.randomUUID()],
    ['x', 'y', 'z', 'x', crypto.randomUUID()],
    [0, 'y', 'z', '2026-09-01', crypto.randomUUID()],
    [0, [], 'z'],
  ]) {
    const last_id = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    for (const sort of sorts) expect([200, 400]).toContain((await pageOf(sort, last_id)).status);
  }
});

test('also beside one whom the filters leave out, and nobody beside a stranger', async () => {
  await school();
  const { results } = (await staff.get<List>('/participants')).body;
  const idOf = (name: string) => results.find((one) => one.name === name)?.id ?? '';
  const waiting = '&status=waitlisted';
  expect(await beside(idOf('B'), 'name', waiting)).toEqual({ previous: idOf('A'), next: idOf('C') });
  // their own part of the order isn't in this list
  expect(await beside(idOf('E'), 'status', waiting)).toEqual({ previous: null, next: null });
  const stranger = await site.factories.participant({});
  expect(await beside(stranger.id, 'name')).toEqual({ previous: null, next: null });
});
