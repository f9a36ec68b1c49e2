import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('locations', () => {
  it('are created, changed, hidden and deleted', async () => {
    const { api } = app.as(await app.factories.member());
    const created = await api.locations.create({ body: { name: ' Velika dvorana ', max_participants: 24 } });
    expect(created).toMatchObject({ name: 'Velika dvorana', max_participants: 24, active: true, version: 1 });
    const changed = await api.locations.update({
      params: { id: created.id },
      body: { address: 'Tržaška cesta 12', max_participants: null, version: 1 },
    });
    expect(changed).toMatchObject({
      ...created,
      address: 'Tržaška cesta 12',
      max_participants: null,
      version: 2,
      updated_at: changed.updated_at,
    });
    const hidden = await api.locations.setStatus({ params: { id: created.id }, body: { active: false } });
    expect(hidden.active).toBe(false);
    expect((await api.locations.list({ query: { active: 'true' } })).results).toEqual([]);
    await api.locations.remove({ params: { id: created.id } });
    await expect(api.locations.get({ params: { id: created.id } })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(api.locations.remove({ params: { id: created.id } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are listed in the order they are given, page by page, with a total', async () => {
    const { api } = app.as(await app.factories.member());
    const ids = [];
    for (const name of ['Žalec', 'Celje', 'Škofja Loka', 'Čatež', 'Solkan'])
      ids.push((await api.locations.create({ body: { name } })).id);
    const [first = '', , , , last = ''] = ids;
    await api.locations.move({ params: { id: last }, body: { to: first, side: 'before' } });
    const names: string[] = [];
    let last_id: string | null | undefined;
    do {
      const page = await api.locations.list({
        query: { limit: 2, with_total: 'true', ...(last_id && { last_id }) },
      });
      expect(page.total).toBe(5);
      names.push(...page.results.map((one) => one.name));
      last_id = page.last_id;
    } while (last_id);
    expect(names).toEqual(['Solkan', 'Žalec', 'Celje', 'Škofja Loka', 'Čatež']);
  });

  it.each([
    [{ name: ' ' }, { path: 'name', code: 'required' }],
    [{ name: 'a'.repeat(201) }, { path: 'name', code: 'too_long', limit: 200 }],
    [{ name: 'Dvorana\n' + 'druga' }, { path: 'name', code: 'invalid_characters' }],
    [{ address: 'a'.repeat(501) }, { path: 'address', code: 'too_long', limit: 500 }],
    [{ description: 'a'.repeat(5001) }, { path: 'description', code: 'too_long', limit: 5000 }],
    [{ comment: 'a'.repeat(5001) }, { path: 'comment', code: 'too_long', limit: 5000 }],
    [{ max_participants: 0 }, { path: 'max_participants', code: 'too_small', limit: 1 }],
    [{ max_participants: 1.5 }, { path: 'max_participants', code: 'integer' }],
    [{ max_participants: '12,5' }, { path: 'max_participants', code: 'integer' }],
    ...[
      'http://maps.example/',
      'javascript:alert(1)',
      'https://',
      'https:maps.example',
      'https://user:secret@maps.example/',
      'https://maps.google.com@evil.example/',
      'maps.example',
      '//maps.example',
    ].map((google_maps_link) => [{ google_maps_link }, { path: 'google_maps_link', code: 'invalid_url' }]),
  ] as [object, object][])('%o is refused at its field', async (wrong, error) => {
    const { post } = app.as(await app.factories.member());
    expect(await post('/locations', { name: 'Dvorana', ...wrong })).toMatchObject({
      status: 422,
      body: { errors: [error] },
    });
  });

  it('are found by parts of name and address, whatever the accents', async () => {
    const member = await app.factories.member();
    const { api } = app.as(member);
    const organization_id = String(member.organization_id);
    await app.factories.location({ organization_id, name: 'Dvorana Šiška', address: 'Celovška 72' });
    await app.factories.location({ organization_id, name: 'Mala dvorana', address: 'Tržaška 12' });
    await app.factories.location({ name: 'Dvorana Šiška drugih' });
    const found = async (search: string) =>
      (await api.locations.list({ query: { search, with_total: 'true' } })).results.map((one) => one.name);
    expect(await found('siska dvor')).toEqual(['Dvorana Šiška']);
    expect(await found('CELOVSKA')).toEqual(['Dvorana Šiška']);
    expect(await found('dvorana')).toEqual(['Dvorana Šiška', 'Mala dvorana']);
    expect(await found('%')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  it('count the groups that use them, and stay while they do', async () => {
    const group = await app.factories.group({});
    const { organization_id } = group;
    const { api } = app.as(await app.factories.member({ organization_id }));
    const location = await app.factories.location({ organization_id });
    await app.factories.group({ organization_id, location_id: location.id });
    expect(await api.locations.get({ params: { id: location.id } })).toMatchObject({ groups_count: 1 });
    await expect(api.locations.remove({ params: { id: location.id } })).rejects.toMatchObject({
      code: 'in_use',
    });
  });

  it('refuse a stale edit and show the present row', async () => {
    const member = await app.factories.member();
    const { api } = app.as(member);
    const { id } = await api.locations.create({ body: { name: 'Dvorana' } });
    await api.locations.update({ params: { id }, body: { name: 'Dvorana A', version: 1 } });
    const stale = await app.as(member).patch(`/locations/${id}`, { name: 'Dvorana B', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({ code: 'edit_conflict', current: { name: 'Dvorana A', version: 2 } });
    expect(stale.body.current).not.toHaveProperty('organization_id');
  });

  it('answer a cursor that is not ours with 400', async () => {
    const caller = app.as(await app.factories.member());
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const last_id of [
      'x',
      forged(['a']),
      forged([{}, '-'.repeat(36)]),
      forged(['\u0000', crypto.randomUUID()]),
    ]) {
      const answer = await caller.get(`/locations?last_id=${last_id}`);
      expect([last_id, answer.status]).toEqual([last_id, 400]);
    }
    const answer = await caller.get(`/categories?last_id=${forged(['abc', crypto.randomUUID()])}`);
    expect(answer.status).toBe(400);
  });
});
