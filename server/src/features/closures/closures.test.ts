import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { schoolBreaks } from './school-breaks.ts';

// fixed days: every list is asked for by its first and last day

let app: TestApp;
let staff: Caller;
let organization_id: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  // as the database begins one
  organization_id = (await app.factories.organization({ public_holidays: undefined })).id;
  staff = app.as(await app.factories.member({ organization_id }));
});

const daily = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => ({
  day,
  start_time: '17:00',
  duration: 60,
}));

async function closedDays(from: string, to: string): Promise<string[]> {
  const { results } = await staff.api.sessions.list({ query: { from, to } });
  return results.filter(({ state }) => state === 'closed').map(({ date }) => date);
}
const list = async (from: string, to: string) =>
  (await staff.api.closures.list({ query: { from, to } })).results;
const choose = (choice: object, version = 1) => staff.patch('/organizations', { ...choice, version });

describe('work-free days of Slovenia', () => {
  // gov.si, "Seznam praznikov in dela prostih dni v Republiki Sloveniji", 2026; the weekend ones included
  const days2026 = [
    '2026-01-01',
    '2026-01-02',
    '2026-02-08',
    '2026-04-05',
    '2026-04-06',
    '2026-04-27',
    '2026-05-01',
    '2026-05-02',
    '2026-05-24',
    '2026-06-25',
    '2026-08-15',
    '2026-10-31',
    '2026-11-01',
    '2026-12-25',
    '2026-12-26',
  ];

  test('take sessions out of a new organisation, and no other holidays do', async () => {
    expect((await list('2026-01-01', '2026-12-31')).map(({ start_date }) => start_date)).toEqual(days2026);
    await app.factories.group({ organization_id, schedule: daily });
    expect(await closedDays('2026-12-01', '2027-01-10')).toEqual([
      '2026-12-25',
      '2026-12-26',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  test('have their names in both languages', async () => {
    expect(await list('2026-10-31', '2026-10-31')).toEqual([
      {
        id: null,
        version: null,
        source: 'holiday:2026-10-31',
        kind: 'holiday',
        name: { sl: 'Dan reformacije', en: 'Reformation Day' },
        start_date: '2026-10-31',
        end_date: '2026-10-31',
        active: true,
        changed: false,
      },
    ]);
  });

  test('may be left out altogether, or one by one', async () => {
    await app.factories.group({ organization_id, schedule: daily });
    const { api } = staff;
    const [reformation] = await list('2026-10-31', '2026-10-31');
    const { source, name, start_date, end_date } = reformation ?? { name: {}, start_date: '', end_date: '' };
    const row = await api.closures.create({
      body: { source: source ?? null, name, start_date, end_date, active: false },
    });
    expect(row.kind).toBe('holiday');
    expect(await closedDays('2026-10-26', '2026-11-01')).toEqual(['2026-11-01']);
    // back to the known holiday
    await api.closures.remove({ params: { id: row.id ?? '' } });
    expect(await closedDays('2026-10-26', '2026-11-01')).toEqual(['2026-10-31', '2026-11-01']);
    expect((await choose({ public_holidays: false })).status).toBe(200);
    expect(await closedDays('2026-10-26', '2026-11-01')).toEqual([]);
  });
});

describe('school breaks', () => {
  test('count where an organisation wants them, the winter one by region', async () => {
    await app.factories.group({ organization_id, schedule: daily });
    await choose({ public_holidays: false, school_breaks: 'east' });
    const february: [string, string] = ['2027-02-08', '2027-02-28'];
    expect(await closedDays(...february)).toEqual([
      '2027-02-15',
      '2027-02-16',
      '2027-02-17',
      '2027-02-18',
      '2027-02-19',
    ]);
    await choose({ school_breaks: 'west' }, 2);
    expect((await closedDays(...february))[0]).toBe('2027-02-22');
    expect((await list('2026-09-01', '2027-08-31')).map(({ source }) => source)).toEqual([
      'break:2026-27:autumn',
      'break:2026-27:new-year',
      'break:2026-27:winter-west',
      'break:2026-27:free-day',
      'break:2026-27:may-day',
    ]);
  });

  test('a change of one region’s winter break leaves the other’s as it is', async () => {
    await app.factories.group({ organization_id, schedule: daily });
    await choose({ public_holidays: false, school_breaks: 'east' });
    const body = { name: { sl: 'Zimske počitnice' }, start_date: '2027-02-15', end_date: '2027-02-15' };
    const east = await staff.api.closures.create({ body: { ...body, source: 'break:2026-27:winter-east' } });
    expect(east.changed).toBe(true);
    expect(await closedDays('2027-02-08', '2027-02-28')).toEqual(['2027-02-15']);
    await choose({ school_breaks: 'west' }, 2);
    expect(await closedDays('2027-02-08', '2027-02-28')).toHaveLength(5);
    await choose({ school_breaks: 'east' }, 3);
    expect(await closedDays('2027-02-08', '2027-02-28')).toEqual(['2027-02-15']);
  });

  test('written down when both weeks had one name, a change belongs to its organisation’s region', async () => {
    const migration = new URL(
      '../../db/migrations/20261121143055_winter_breaks/migration.sql',
      import.meta.url,
    );
    const sourceAfter = async (school_breaks: string, start_date: string) => {
      const { id } = await app.factories.organization();
      const source = 'break:2026-27:winter';
      const dates = { start_date, end_date: start_date };
      const row = await app.factories.closure({
        organization_id: id,
        source,
        name: { sl: 'Zima' },
        ...dates,
      });
      await app.rows('update organizations set school_breaks = $2 where id = $1', [id, school_breaks]);
      await app.rows(await readFile(migration, 'utf8'));
      const [after] = await app.rows<{ source: string }>('select source from closures where id = $1', [
        row.id,
      ]);
      return after?.source;
    };
    expect(await sourceAfter('east', '2027-02-22')).toBe('break:2026-27:winter-east');
    expect(await sourceAfter('west', '2027-02-15')).toBe('break:2026-27:winter-west');
    expect(await sourceAfter('none', '2027-02-22')).toBe('break:2026-27:winter-west');
    expect(await sourceAfter('none', '2027-02-15')).toBe('break:2026-27:winter-east');
  });

  test('until when they are known is told', async () => {
    const { breaks_known_until } = await staff.api.closures.list({
      query: { from: '2026-09-01', to: '2026-09-02' },
    });
    expect(breaks_known_until).toBe('2027-08-31');
  });

  test('left out as they are they have not been changed', async () => {
    const [autumn] = schoolBreaks.filter(({ source }) => source === 'break:2026-27:autumn');
    const { source = '', name = {}, start_date = '', end_date = '' } = autumn ?? {};
    const as = { source, name, start_date, end_date };
    const row = await staff.api.closures.create({ body: { ...as, active: false } });
    expect(row.changed).toBe(false);
    const { body } = await staff.patch(`/closures/${row.id}`, { version: 1, name: { sl: 'Jesen' } });
    expect(body).toMatchObject({ changed: true, active: false });
  });

  test('may have other days, which count only as long as breaks do', async () => {
    await app.factories.group({ organization_id, schedule: daily });
    await choose({ public_holidays: false, school_breaks: 'west' });
    const body = {
      source: 'break:2026-27:autumn',
      name: { sl: 'Jesenske počitnice' },
      start_date: '2026-10-29',
      end_date: '2026-10-30',
    };
    await staff.api.closures.create({ body });
    expect(await closedDays('2026-10-20', '2026-11-08')).toEqual(['2026-10-29', '2026-10-30']);
    expect(await staff.post('/closures', body)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await choose({ school_breaks: 'none' }, 2);
    expect(await closedDays('2026-10-20', '2026-11-08')).toEqual([]);
  });
});

describe('a closure of one’s own', () => {
  const closure = { name: { sl: 'Kolektivni dopust' }, start_date: '2026-12-28', end_date: '2026-12-30' };

  test('is added, changed and deleted', async () => {
    await app.factories.group({ organization_id, schedule: daily });
    const { id, version } = await staff.api.closures.create({ body: closure });
    expect(await closedDays('2026-12-27', '2026-12-31')).toEqual(['2026-12-28', '2026-12-29', '2026-12-30']);
    const change = (body: object) => staff.patch(`/closures/${id}`, { version, ...body });
    expect((await change({ end_date: '2026-12-28' })).status).toBe(200);
    expect(await change({ end_date: '2026-12-31' })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { end_date: '2026-12-28', kind: 'own' } },
    });
    expect(await closedDays('2026-12-27', '2026-12-31')).toEqual(['2026-12-28']);
    expect((await staff.delete(`/closures/${id}`)).status).toBe(204);
    expect(await closedDays('2026-12-27', '2026-12-31')).toEqual([]);
  });

  test.each([
    [{ name: {} }, 'name.sl', 'required'],
    [{ name: { sl: '  ' } }, 'name.sl', 'required'],
    [{ end_date: '2026-12-27' }, 'end_date', 'before_start'],
    [{ end_date: '2028-01-01' }, 'end_date', 'too_many_days'],
    [{ source: 'holiday:2026-12-24' }, 'source', 'unknown_id'],
    [{ source: 'break:2026-27:summer' }, 'source', 'unknown_id'],
    [{ source: 'nonsense' }, 'source', 'unknown_id'],
  ])('is refused with %o', async (fields, path, code) => {
    expect(await staff.post('/closures', { ...closure, ...fields })).toMatchObject({
      status: 422,
      body: { errors: [{ path, code }] },
    });
  });

  test('is seen by all staff, and changed by administrators', async () => {
    await staff.api.closures.create({ body: closure });
    const viewer = app.as(
      await app.factories.member({ organization_id, role: 'GROUP_VIEWER_USER', groups: [] }),
    );
    const { results } = await viewer.api.closures.list({ query: { from: '2026-12-28', to: '2026-12-28' } });
    expect(results).toMatchObject([{ name: closure.name }]);
    expect((await viewer.post('/closures', closure)).status).toBe(403);
  });
});
