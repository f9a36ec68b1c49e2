import type { ApplicantEdit, FormFieldInput } from '@vpisnik/contract/form-fields';
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
    applicant_edit: 'until_end',
    groups_count: 0,
  });
});

test('a field that is no choice keeps no options', async () => {
  const { api } = await acting();
  const { id, version, options } = await api.form_fields.create({ body: { ...experience, type: 'text' } });
  expect(options).toEqual([]);
  const params = { id };
  const choice = await api.form_fields.update({
    params,
    body: { type: 'single_choice', options: experience.options, version },
  });
  expect(choice.options).toEqual(experience.options);
  const text = await api.form_fields.update({ params, body: { type: 'text', version: choice.version } });
  expect(text.options).toEqual([]);
  const again = { options: experience.options, version: text.version };
  expect((await api.form_fields.update({ params, body: again })).options).toEqual([]);
});

test('until when applicants may correct an answer can be changed, also by the release before', async () => {
  const { api } = await acting();
  const { id } = await api.form_fields.create({ body: { ...experience, applicant_edit: 'until_approved' } });
  const setTo = async (applicant_edit: ApplicantEdit) => {
    const { version } = await api.form_fields.get({ params: { id } });
    return api.form_fields.update({ params: { id }, body: { applicant_edit, version } });
  };
  const stored = () => app.rows('select applicant_edit as it from form_fields where id = $1', [id]);
  for (const until of ['until_end', 'never', 'until_start', 'until_approved', 'until_end'] as const) {
    expect(await setTo(until)).toMatchObject({ applicant_edit: until });
    // 0.2.0 knows no other value
    expect(await stored()).toEqual([{ it: until === 'until_end' ? 'until_start' : until }]);
  }
  const { results } = await api.form_fields.list({ query: {} });
  expect(results).toMatchObject([{ applicant_edit: 'until_end' }]);
  await app.rows(`update form_fields set applicant_edit = 'never' where id = $1`, [id]);
  expect(await api.form_fields.get({ params: { id } })).toMatchObject({ applicant_edit: 'never' });
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

test('a field gets only languages that its organisation offers, and keeps those it has', async () => {
  const { id: organization_id } = await app.factories.organization();
  const { api, post, patch } = await acting(organization_id);
  const kept = await api.form_fields.create({ body: experience });
  const slovenian = await app.factories.formField({ organization_id, languages: ['sl'] });
  await app.rows(`update organizations set languages = '{sl}' where id = $1`, [organization_id]);
  const refused = { status: 422, body: { errors: [{ path: 'languages', code: 'language_not_offered' }] } };
  expect(await post('/form-fields', { ...experience, label: 'izkusnje-2' })).toMatchObject(refused);
  const both = { languages: ['sl', 'en'], name: { sl: 'Ime', en: 'Name' }, version: 1 };
  expect(await patch(`/form-fields/${slovenian.id}`, both)).toMatchObject(refused);
  expect(
    await api.form_fields.update({
      params: { id: kept.id },
      body: { required: true, version: kept.version },
    }),
  ).toMatchObject({ required: true, languages: ['sl', 'en'] });
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
  expect((await api.form_fields.uses({ params: { id } })).results).toMatchObject([
    { group_id: group.id, name: group.name, active: true, required: false },
  ]);
  expect(await api.form_fields.setStatus({ params: { id }, body: { active: false } })).toMatchObject({
    active: false,
    groups_count: 1,
  });
});

test('the type of what has been answered stays, however the group shows it', async () => {
  const { organization_id, api, patch } = await acting();
  const group = await app.factories.group({ organization_id });
  const field = await app.factories.formField({ organization_id, type: 'textarea' });
  const given = { organization_id, group_id: group.id, form_field_id: field.id, widget: 'textarea' };
  const asked = await app.factories.groupField(given);
  // both have several lines, and there are no answers
  const { version } = await api.form_fields.update({
    params: { id: field.id },
    body: { type: 'notes', version: field.version },
  });
  await app.factories.participant({
    organization_id,
    group_id: group.id,
    answers: [
      {
        field_id: asked.id,
        label: field.label,
        name: 'Polje',
        type: 'notes',
        value: 'Da',
        text: 'Da',
        sensitive: false,
      },
    ],
  });
  expect(await patch(`/form-fields/${field.id}`, { type: 'textarea', version })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'type', code: 'has_answers' }] },
  });
  expect((await patch(`/form-fields/${field.id}`, { name: { sl: 'Novo', en: 'New' }, version })).status).toBe(
    200,
  );
});

test('the groups that ask a field come page by page, the latest first', async () => {
  const { organization_id, api } = await acting();
  const field = await app.factories.formField({ organization_id });
  const ids = [];
  for (let at = 0; at < 3; at += 1) {
    const { id } = await app.factories.group({ organization_id });
    await app.factories.groupField({ organization_id, group_id: id, form_field_id: field.id });
    ids.unshift(id);
  }
  const params = { id: field.id };
  const first = await api.form_fields.uses({ params, query: { limit: 2, with_total: 'true' } });
  expect(first).toMatchObject({ results: [{ group_id: ids[0] }, { group_id: ids[1] }], total: 3 });
  const rest = await api.form_fields.uses({ params, query: { limit: 2, last_id: String(first.last_id) } });
  expect(rest).toMatchObject({ results: [{ group_id: ids[2] }], last_id: null });
});

const option = (value: string, sl: string, en: string) => ({ value, name: { sl, en } });

test.each([
  [[option('a', 'Da', 'Yes'), option('a', 'Ne', 'No')], 'options.1.value', 'duplicate'],
  [[option('a', 'Da', 'Yes'), option('b', ' da ', 'No')], 'options.1.name.sl', 'duplicate'],
  [[option('A b', 'Da', 'Yes')], 'options.0.value', 'invalid_label'],
  [[option('a'.repeat(81), 'Da', 'Yes')], 'options.0.value', 'too_long'],
  [[option('', 'Da', 'Yes')], 'options.0.value', 'too_short'],
  [[option('a', 'a'.repeat(201), 'Yes')], 'options.0.name.sl', 'too_long'],
  [Array.from({ length: 101 }, (_, at) => option(`a${at}`, `A ${at}`, `A ${at}`)), 'options', 'too_many'],
])('options %# are refused at the one that is wrong', async (options, path, code) => {
  const { post } = await acting();
  expect(await post('/form-fields', { ...experience, options })).toMatchObject({
    status: 422,
    body: { errors: expect.arrayContaining([expect.objectContaining({ path, code })]) },
  });
});

test('a group can take no field whose language or type is being taken from under it', async () => {
  for (const change of [{ languages: ['sl'] }, { type: 'date' }]) {
    const { organization_id, patch, api } = await acting();
    const field = await app.factories.formField({ organization_id });
    const group = await app.factories.group({ organization_id });
    const fields = [{ form_field_id: field.id, question: null, widget: 'text' as const, required: true }];
    const answers = await Promise.all([
      patch(`/groups/${group.id}`, { fields, version: group.version }),
      patch(`/form-fields/${field.id}`, { ...change, version: field.version }),
    ]);
    // one of them comes first, and the other one is told
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const after = await api.groups.get({ params: { id: group.id } });
    const kept = await api.form_fields.get({ params: { id: field.id } });
    if (after.fields.length > 0) expect(kept).toMatchObject({ type: 'text', languages: ['sl', 'en'] });
  }
});
