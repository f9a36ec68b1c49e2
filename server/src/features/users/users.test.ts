import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('the staff are listed by name, page by page, with role, state and scope', async () => {
  const owner = await app.factories.member({ name: 'Žan Zupan' });
  const organization_id = String(owner.organization_id);
  const [one, two, led] = [
    await app.factories.group({ organization_id }),
    await app.factories.group({ organization_id }),
    await app.factories.group({ organization_id }),
  ];
  const limited = await app.factories.member({
    organization_id,
    name: 'Čas Črt',
    role: 'GROUP_EDITOR_USER',
    groups: [one.id, two.id],
    leads: [two.id, led.id],
  });
  const invited = await app.factories.invitation({ organization_id, name: 'Ana Cvet', active: false });
  // of another organisation
  await app.factories.member({ name: 'Ana Drugje' });
  await app.factories.invitation({ name: 'Ana Drugje', email: invited.email });

  const { api } = app.as(owner);
  const first = await api.users.list({ query: { limit: 2, with_total: 'true' } });
  expect(first.results).toEqual([
    {
      id: invited.id,
      name: 'Ana Cvet',
      email: invited.email,
      role: 'GROUP_VIEWER_USER',
      active: false,
      confirmed: false,
      all_groups_allowed: true,
      authorized_groups_count: 0,
      second_factor: false,
      last_sign_in_at: null,
      invitation_expires_at: null,
    },
    expect.objectContaining({
      id: limited.id,
      role: 'GROUP_EDITOR_USER',
      active: true,
      confirmed: true,
      all_groups_allowed: false,
      authorized_groups_count: 3,
    }),
  ]);
  expect(first.total).toBe(3);
  const { last_id } = first;
  const second = await api.users.list({ query: { limit: 2, ...(last_id && { last_id }) } });
  expect(second.results.map(({ id }) => id)).toEqual([owner.id]);
  expect(second.last_id).toBeNull();
});

test('staff are found by words of name and address, whatever the accents, and by state', async () => {
  const owner = await app.factories.member({ name: 'Špela Žnidaršič', email: 'spela@vrtnica.test' });
  const { organization_id } = owner;
  await app.factories.member({
    ...(organization_id && { organization_id }),
    name: 'Tim 100_% Kos',
    email: 'tim@vrtnica.test',
    active: false,
  });
  const { api } = app.as(owner);
  const found = async (search: string) =>
    (await api.users.list({ query: { search } })).results.map(({ name }) => name);
  expect(await found('znidarsic spela')).toEqual(['Špela Žnidaršič']);
  expect(await found('VRTNICA')).toEqual(['Špela Žnidaršič', 'Tim 100_% Kos']);
  expect(await found('0_%')).toEqual(['Tim 100_% Kos']);
  expect(await found('%')).toEqual(['Tim 100_% Kos']);
  expect(await found("O'Brien; DROP")).toEqual([]);
  const inactive = await api.users.list({ query: { active: 'false' } });
  expect(inactive.results.map(({ name }) => name)).toEqual(['Tim 100_% Kos']);
});
