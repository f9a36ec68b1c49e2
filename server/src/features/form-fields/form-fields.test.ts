import type { FormFieldInput } from '@vpisnik/contract/form-fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A platform ADMIN who acts for an organisation. */
async function acting(organizationId?: string) {
  const organization_id = organizationId ?? (await app.factories.organization()).id;
  return { organization_id, ...app.as(await app.factories.member({ role: 'ADMIN' }), organization_id) };
}

const experience: FormFieldInput = {
  label: 'izkusnje',
  type: 'single_choice',
  languages: ['sl', 'en'],
  name: { sl: 'Izkušnje', en: 'Experience' },
  options: [
    { value: 'none', name: { sl: 'Brez', en: 'None' } },
    { value: 'some', name: { sl: 'Nekaj', en: 'Some' } },
  ],
};

test('a choice has options, named in each language', async () => {
  const { post, api } = await acting();
  expect(await post('/form-fields', { ...experience, options: [] })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'options', code: 'options_required' }] },
  });
  const half = [{ value: 'none', name: { sl: 'Brez' } }];
  expect(await post('/form-fields', { ...experience, options: half })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'options.0.name.en', code: 'required' }] },
  });
  expect(await api.form_fields.create({ body: experience })).toMatchObject({
    ...experience,
    sensitive: false,
    groups_count: 0,
  });
});

test('an organisation administrator reads the catalogue and leaves it alone', async () => {
  const { organization_id, api } = await acting();
  const { id, version } = await api.form_fields.create({ body: experience });
  const owner = app.as(await app.factories.member({ organization_id }));
  expect((await owner.get(`/form-fields/${id}`)).status).toBe(200);
  expect((await owner.patch(`/form-fields/${id}`, { version, required: true })).status).toBe(403);
  expect((await owner.delete(`/form-fields/${id}`)).status).toBe(403);
});

test('lists by type, state and text', async () => {
  const { organization_id, api } = await acting();
  await app.factories.formField({ organization_id, type: 'text', position: 1, active: false });
  await app.factories.formField({
    organization_id,
    type: 'date',
    position: 0,
    name: { sl: 'Datum rojstva', en: 'Born' },
  });
  await app.factories.formField({ organization_id, type: 'checkbox', position: 2 });
  const types = async (query: Parameters<typeof api.form_fields.list>[0]) =>
    (await api.form_fields.list(query)).results.map((one) => one.type);
  expect(await types({})).toEqual(['date', 'text', 'checkbox']);
  expect(await types({ query: { type: ['text', 'checkbox'] } })).toEqual(['text', 'checkbox']);
  expect(await types({ query: { type: 'checkbox' } })).toEqual(['checkbox']);
  expect(await types({ query: { active: 'false' } })).toEqual(['text']);
  expect(await types({ query: { search: 'born' } })).toEqual(['date']);
});

test('a field that groups ask keeps what they need of it', async () => {
  const group = await app.factories.group({ languages: ['sl', 'en'] });
  const { api, patch } = await acting(group.organization_id);
  const { id, version } = await api.form_fields.create({ body: experience });
  await app.factories.groupField({
    organization_id: group.organization_id,
    group_id: group.id,
    form_field_id: id,
    widget: 'radio',
  });
  const change = { version, languages: ['sl'], type: 'text' };
  expect(await patch(`/form-fields/${id}`, change)).toMatchObject({
    status: 422,
    body: {
      errors: [
        { path: 'languages', code: 'in_use' },
        { path: 'type', code: 'in_use' },
      ],
    },
  });
  await expect(api.form_fields.remove({ params: { id } })).rejects.toMatchObject({ code: 'in_use' });
  expect(await api.form_fields.setStatus({ params: { id }, body: { active: false } })).toMatchObject({
    active: false,
    groups_count: 1,
  });
});
