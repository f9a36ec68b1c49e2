import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: a version of a text is called so

let site: TestApp;
let organization_id: string;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const instant = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();

describe('the organisation', () => {
  test('shows how to reach it and nothing else', async () => {
    const { id } = await site.factories.organization({
      name: 'Plesna šola Žar',
      label: 'plesna-sola-zar',
      owner_email: 'lastnica@zar.example',
      contact_email: 'info@zar.example',
      profile: {
        address: 'Celovška 72',
        postal_code: '1000',
        city: 'Ljubljana',
        country: 'SI',
        vat_id: 'SI12345678',
      },
    });
    const { status, body } = await site.visitor.get(`/public/organizations/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      label: 'plesna-sola-zar',
      name: 'Plesna šola Žar',
      default_language: 'sl',
      languages: ['sl', 'en'],
      time_zone: 'Europe/Ljubljana',
      active: true,
      email: 'info@zar.example',
      phone_number: '',
      address: 'Celovška 72, 1000 Ljubljana',
      country: { sl: 'Slovenija', en: 'Slovenia' },
      search_indexing: true,
    });
  });

  test('publishes no address that it did not choose: not its owner’s', async () => {
    const { id } = await site.factories.organization({ owner_email: 'lastnica@zar.example' });
    const { body } = await site.visitor.get(`/public/organizations/${id}`);
    expect(body.email).toBe('');
    expect(JSON.stringify(body)).not.toContain('lastnica');
  });

  test('unknown: 404; inactive: said so, and its pages are closed', async () => {
    const { visitor, factories } = site;
    expect((await visitor.get(`/public/organizations/${crypto.randomUUID()}`)).body).toMatchObject({
      code: 'not_found',
    });
    expect((await visitor.get('/public/organizations/zvezda')).status).toBe(404);
    expect((await visitor.get(`/public/${crypto.randomUUID()}/categories`)).status).toBe(404);

    const { id } = await factories.organization({ active: false });
    const group = await factories.group({ organization_id: id });
    expect((await visitor.get(`/public/organizations/${id}`)).body.active).toBe(false);
    for (const path of [
      'categories',
      `categories/${group.category_id}/groups`,
      'groups',
      `groups/${group.id}`,
    ])
      expect(await visitor.get(`/public/${id}/${path}`)).toMatchObject({
        status: 403,
        body: { code: 'organization_disabled' },
      });
  });
});

describe('categories', () => {
  test('come in their order with counts of published and open groups', async () => {
    const { category, group } = site.factories;
    const second = await category({ organization_id, position: 2 });
    const first = await category({ organization_id, position: 1, name: { sl: 'Balet' } });
    await category({ organization_id, active: false });
    await category();
    const of = { organization_id, category_id: second.id };
    await group(of);
    await group({ ...of, accept_applications: false });
    await group({ ...of, active: false });
    await group({ ...of, end_date: day(-3) });
    const { body } = await site.visitor.get(`/public/${organization_id}/categories`);
    expect(body).toMatchObject({
      organization: { id: organization_id },
      results: [
        { id: first.id, name: { sl: 'Balet' }, groups_count: 0, open_count: 0 },
        { id: second.id, groups_count: 2, open_count: 1 },
      ],
    });
  });
});

test('categories say from the youngest to the oldest that their groups are for', async () => {
  const { category, group } = site.factories;
  const ages = async (...bounds: [number | null, number | null][]) => {
    const { id } = await category({ organization_id });
    for (const [age_from, age_to] of bounds)
      await group({ organization_id, category_id: id, age_from, age_to });
    return id;
  };
  const children = await ages([6, 8], [4, 5], [9, 16]);
  const adults = await ages([18, null], [16, 30]);
  const all = await ages([6, 8], [null, null]);
  const { body } = await site.visitor.get<{ results: { id: string }[] }>(
    `/public/${organization_id}/categories`,
  );
  const of = (id: string) => body.results.find((one) => one.id === id);
  expect(of(children)).toMatchObject({ age_from: 4, age_to: 16 });
  expect(of(adults)).toMatchObject({ age_from: 16, age_to: null });
  expect(of(all)).toMatchObject({ age_from: null, age_to: null });
});

describe('groups of a category', () => {
  type Body = { results: { id: string; name: { sl: string }; enrolment: string }[] };

  async function list(category_id: string, search = '', headers = {}) {
    const path = `/public/${organization_id}/categories/${category_id}/groups${search}`;
    return site.visitor.get<Body>(path, headers);
  }

  test('say where each one stands, those one can apply to first, ended ones not at all', async () => {
    const { category, group, participant, location } = site.factories;
    const { id: category_id } = await category({ organization_id });
    const of = { organization_id, category_id };
    const hall = await location({ organization_id, max_participants: 1 });
    const fill = (group_id: string, status: string) => participant({ organization_id, group_id, status });

    await group({ ...of, name: { sl: 'A zaprta' }, accept_applications: false });
    await group({ ...of, name: { sl: 'B prepozno' }, apply_until: instant(-1) });
    await group({ ...of, name: { sl: 'C prezgodaj' }, apply_from: instant(1) });
    await group({ ...of, name: { sl: 'D končana' }, end_date: day(-3) });
    const full = await group({ ...of, name: { sl: 'E polna' }, capacity: 1, when_full: 'close' });
    const waitlist = await group({ ...of, name: { sl: 'F čakalna' }, location_id: hall.id });
    const queue = await group({ ...of, name: { sl: 'G vrsta' }, capacity: 5 });
    await group({ ...of, name: { sl: 'Čarobna' }, end_date: day(3) });
    await group({ ...of, name: { sl: 'Cvet' }, capacity: 2 });
    await group({ ...of, name: { sl: 'Skrita' }, active: false });
    await group({ organization_id, name: { sl: 'Drugje' } });
    await fill(full.id, 'approved');
    await fill(waitlist.id, 'pending');
    await fill(queue.id, 'waitlisted');
    await fill(queue.id, 'rejected');

    const { body } = await list(category_id);
    expect(body.results.map(({ name, enrolment }) => [name.sl, enrolment])).toEqual([
      ['Cvet', 'open'],
      ['Čarobna', 'open'],
      ['F čakalna', 'waitlist'],
      ['G vrsta', 'waitlist'],
      ['C prezgodaj', 'not_yet'],
      ['A zaprta', 'closed'],
      ['B prepozno', 'closed'],
      ['E polna', 'full'],
    ]);
    expect(body.results.find(({ id }) => id === queue.id)).toMatchObject({ places: 5, taken: 0, waiting: 1 });
    expect(body.results.find(({ id }) => id === waitlist.id)).toMatchObject({
      places: 1,
      taken: 1,
      location_name: hall.name,
    });
  });

  test('go by the name in the language that the browser asks for', async () => {
    const { category, group } = site.factories;
    const { id: category_id } = await category({ organization_id });
    await group({ organization_id, category_id, name: { sl: 'Abeceda', en: 'Zebra' } });
    await group({ organization_id, category_id, name: { sl: 'Žirafa', en: 'Apple' } });
    const names = async (language: string) =>
      (await list(category_id, '', { 'accept-language': language })).body.results.map(({ name }) => name.sl);
    expect(await names('de, en-GB;q=0.8, sl;q=0.5')).toEqual(['Žirafa', 'Abeceda']);
    expect(await names('sl-SI')).toEqual(['Abeceda', 'Žirafa']);
    expect(await names('de')).toEqual(['Abeceda', 'Žirafa']);
  });

  test('are found whatever the accents and the case, in both languages', async () => {
    const { category, group } = site.factories;
    const { id: category_id } = await category({ organization_id });
    await group({ organization_id, category_id, name: { sl: 'Šolski ples 100% %_', en: 'School dance' } });
    await group({ organization_id, category_id, name: { sl: 'Balet' } });
    for (const [search, count] of [
      ['solski', 1],
      ['PLES%20Šol', 1],
      ['school', 1],
      ['100%25', 1],
      ['%25_', 1],
      ['_', 1],
      ['nič', 0],
      ["O'Brien;%20DROP", 0],
      ['', 2],
    ] as const)
      expect((await list(category_id, `?search=${search}`)).body.results, search).toHaveLength(count);
  });

  test('an inactive or foreign category is not there, its groups are by their own address', async () => {
    const { category, group } = site.factories;
    const inactive = await category({ organization_id, active: false });
    const { id } = await group({ organization_id, category_id: inactive.id });
    expect(await list(inactive.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await site.visitor.get(`/public/${organization_id}/groups/${id}`)).status).toBe(200);
    const foreign = await category();
    expect((await list(foreign.id)).status).toBe(404);
    expect((await list(foreign.id, '?unknown=1')).body).toMatchObject({ code: 'invalid_request' });
  });
});

describe('a group', () => {
  test('shows its leaders by name, its place and the questions in their order', async () => {
    const { group, member, location, formField, groupField } = site.factories;
    const hall = await location({ organization_id, name: 'Dvorana Žar', address: 'Celovška 72' });
    const schedule = [{ day: 'monday', start_time: '18:00', duration: 60 }];
    const { id, category_id } = await group({
      organization_id,
      location_id: hall.id,
      schedule,
      capacity: 12,
    });
    const leader = { organization_id, leads: [id], role: 'GROUP_EDITOR_USER' as const };
    await member({ ...leader, name: 'Čuk Ana', email: 'ana@example.com' });
    await member({ ...leader, name: 'Cilka' });
    await member({ ...leader, name: 'Nekdanja', active: false });
    const size = await formField({
      organization_id,
      type: 'single_choice',
      sensitive: true,
      active: false,
      name: { sl: 'Velikost', en: 'Size' },
      options: [{ value: 's', name: { sl: 'Majhna', en: 'Small' } }],
    });
    const own = { type: 'notes', name: { sl: 'Opombe' }, description: {}, options: [], sensitive: false };
    const of = { organization_id, group_id: id };
    const last = await groupField({ ...of, position: 2, question: own, widget: 'textarea' });
    const first = await groupField({
      ...of,
      position: 1,
      form_field_id: size.id,
      widget: 'radio',
      required: true,
    });

    const { status, body } = await site.visitor.get(`/public/${organization_id}/groups/${id}`);
    expect(status).toBe(200);
    expect(body.group).toMatchObject({
      id,
      leaders: ['Cilka', 'Čuk Ana'],
      location_name: 'Dvorana Žar',
      location_address: 'Celovška 72',
      schedule,
      places: 12,
      taken: 0,
      waiting: 0,
      enrolment: 'open',
      category: { id: category_id },
      privacy_version: privacyVersion,
      fields: [
        {
          id: first.id,
          type: 'single_choice',
          widget: 'radio',
          required: true,
          sensitive: true,
          name: { sl: 'Velikost', en: 'Size' },
          options: [{ value: 's', name: { sl: 'Majhna', en: 'Small' } }],
        },
        {
          id: last.id,
          type: 'notes',
          widget: 'textarea',
          required: false,
          name: { sl: 'Opombe' },
          options: [],
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('ana@example.com');
  });

  test("unpublished, unknown and another organisation's are not there; an ended one is", async () => {
    const { group } = site.factories;
    const get = async (id: string) =>
      (await site.visitor.get(`/public/${organization_id}/groups/${id}`)).body;
    expect(await get((await group({ organization_id, active: false })).id)).toMatchObject({
      code: 'not_found',
    });
    expect(await get((await group()).id)).toMatchObject({ code: 'not_found' });
    expect(await get('1')).toMatchObject({ code: 'not_found' });
    const ended = await group({ organization_id, end_date: day(-3) });
    expect(await get(ended.id)).toMatchObject({ group: { enrolment: 'ended' } });
  });

  test('the clock of the organisation decides which day it is', async () => {
    const { organization, group } = site.factories;
    // at any moment these two zones are on different days
    const east = await organization({ time_zone: 'Pacific/Kiritimati' });
    const west = await organization({ time_zone: 'Pacific/Niue' });
    const days = [east, west].map(({ time_zone }) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date()),
    );
    expect(days[0]).not.toBe(days[1]);
    for (const [index, expected] of [
      [0, 'ended'],
      [1, 'open'],
    ] as const) {
      const { id } = [east, west][index] ?? east;
      const { id: group_id } = await group({ organization_id: id, end_date: days[1] ?? null });
      const { body } = await site.visitor.get(`/public/${id}/groups/${group_id}`);
      expect(body).toMatchObject({ group: { enrolment: expected } });
    }
  });
});
