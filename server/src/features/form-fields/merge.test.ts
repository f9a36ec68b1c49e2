import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Given = Parameters<TestApp['factories']['formField']>[0];

/** An organisation with two fields that ask the same, and a platform ADMIN who acts for it. */
async function twins(of: { from?: Given; into?: Given } = {}) {
  const { id: organization_id } = await app.factories.organization();
  const from = await app.factories.formField({ organization_id, label: 'majica-2', ...of.from });
  const into = await app.factories.formField({ organization_id, label: 'majica', ...of.into });
  const admin = app.as(await app.factories.member({ role: 'ADMIN', name: 'Petra Vodnik' }), organization_id);
  const body = { into: into.id, version: from.version, into_version: into.version };
  return {
    ...admin,
    organization_id,
    from,
    into,
    plan: () => admin.api.form_fields.planMerge({ params: { id: from.id }, query: { into: into.id } }),
    merge: (change: Partial<typeof body> = {}) =>
      admin.post(`/form-fields/${from.id}/merge`, { ...body, ...change }),
    /** A group that asks these fields. */
    group: async (asked: { id: string }[], given: Parameters<TestApp['factories']['group']>[0] = {}) => {
      const group = await app.factories.group({ organization_id, ...given });
      const questions = [];
      for (const { id } of asked)
        questions.push(
          await app.factories.groupField({
            organization_id,
            group_id: group.id,
            form_field_id: id,
            widget: widget(from.type),
            required: true,
          }),
        );
      return { ...group, questions };
    },
  };
}

const widget = (type: string) => (type === 'single_choice' ? 'radio' : 'text');
const option = (value: string, sl: string, en = sl) => ({ value, name: { sl, en } });
const choice = (...options: ReturnType<typeof option>[]): Given => ({ type: 'single_choice', options });

test('groups ask the other field instead, and answers stay as given', async () => {
  const { api, organization_id, from, into, plan, merge, group } = await twins({
    from: { sensitive: true, purpose: 'address' },
  });
  const one = await group([from]);
  const both = await group([from, into]);
  const [question] = one.questions;
  const answer = {
    field_id: String(question?.id),
    label: from.label,
    name: 'Velikost majice',
    type: 'text',
    value: 'M',
    text: 'M',
    sensitive: true,
  };
  const { id } = await app.factories.participant({ organization_id, group_id: one.id, answers: [answer] });

  expect(await plan()).toEqual({
    groups_count: 1,
    both_count: 1,
    added_options: [],
    becomes_sensitive: true,
    obstacles: [],
  });
  expect(await merge()).toMatchObject({
    status: 200,
    body: { id: into.id, label: 'majica', sensitive: true, purpose: 'address', groups_count: 2 },
  });

  const asked = await api.groups.get({ params: { id: one.id } });
  expect(asked).toMatchObject({
    version: one.version + 1,
    fields: [{ id: question?.id, form_field_id: into.id, required: true }],
  });
  expect((await api.groups.get({ params: { id: both.id } })).fields).toMatchObject([
    { form_field_id: into.id },
  ]);
  expect((await api.participants.get({ params: { id } })).answers).toEqual([
    { ...answer, form_field_id: into.id, purpose: 'address' },
  ]);
  await expect(api.form_fields.get({ params: { id: from.id } })).rejects.toMatchObject({ code: 'not_found' });
  const { results } = await api.activity.list({ query: { action: 'form_field_merged' } });
  expect(results).toMatchObject([
    { actor: 'Petra Vodnik', entity_id: into.id, changes: { from: 'majica-2', to: 'majica' } },
  ]);
});

test('where both were asked, answers belong to the question that stays, worded as they were asked', async () => {
  const { api, get, organization_id, from, into, merge, group } = await twins({ into: { sensitive: true } });
  const { id: group_id, questions } = await group([from, into]);
  const [gone = '', kept = ''] = questions.map(({ id }) => String(id));
  const answer = (field_id: string, value: string) => ({
    field_id,
    label: field_id === gone ? 'majica-2' : 'majica',
    name: field_id === gone ? 'Kakšno majico želiš?' : 'Velikost majice',
    type: 'text',
    value,
    text: value,
    sensitive: false,
  });
  const given = [
    [
      answer('0199a000-0000-7000-8000-000000000001', 'prej'),
      answer(gone, 'M'),
      answer('0199a000-0000-7000-8000-000000000002', 'potem'),
    ],
    [answer(gone, 'M'), answer(kept, 'L')],
    [answer(kept, 'L')],
    [],
  ];
  const people = [];
  for (const answers of given)
    people.push(await app.factories.participant({ organization_id, group_id, answers }));
  expect((await merge()).status).toBe(200);
  const now = await Promise.all(
    people.map(async ({ id }) => (await api.participants.get({ params: { id } })).answers),
  );
  const [first = [], ...rest] = given;
  // the field that stays is sensitive, and so are all answers to it
  const kin = (one: (typeof first)[number]) => {
    const isAsked = [gone, kept].includes(one.field_id);
    return { ...one, form_field_id: isAsked ? into.id : null, sensitive: isAsked };
  };
  expect(now).toEqual([
    first.map(kin).map((one) => (one.field_id === gone ? { ...one, field_id: kept } : one)),
    ...rest.map((answers) => answers.map(kin)),
  ]);
  // such an answer is hidden with the question that it belongs to, counted with it, and keeps its type
  const counted = await api.groups.answers({ params: { id: group_id } });
  expect(counted.results.find(({ field_id }) => field_id === kept)?.count).toBe(3);
  const viewer = app.as(await app.factories.member({ organization_id, role: 'GROUP_VIEWER_USER' }));
  const [person] = people;
  expect((await viewer.api.participants.get({ params: { id: String(person?.id) } })).answers).toHaveLength(2);
  expect((await get(`/participants/${person?.id}`)).body).toMatchObject({
    version: Number(person?.version) + 1,
  });
});

test('options that the other field lacks come along', async () => {
  const { plan, merge } = await twins({
    from: choice(option('s', 'Majhna', 'Small'), option('xl', 'Zelo velika', 'Extra large')),
    into: choice(option('s', ' majhna ', 'Small'), option('m', 'Srednja', 'Medium')),
  });
  expect((await plan()).added_options).toEqual([option('xl', 'Zelo velika', 'Extra large')]);
  const { body } = await merge();
  expect((body.options as { value: string }[]).map(({ value }) => value)).toEqual(['s', 'm', 'xl']);
});

describe('is refused, and says why,', () => {
  test.each([
    [{ into: { type: 'date' } }, 'type_differs', []],
    [{ from: { purpose: 'address' }, into: { purpose: 'guardian_name' } }, 'purpose_differs', []],
    [{ into: { languages: ['sl'] } }, 'languages_missing', ['en']],
    // existing answers would change their meaning
    [
      { from: choice(option('a', 'Da', 'Yes')), into: choice(option('a', 'Ne', 'No')) },
      'options_differ',
      ['a'],
    ],
    // two options with the same name
    [{ from: choice(option('da', 'Da')), into: choice(option('yes', 'Da')) }, 'options_differ', ['da']],
    [
      {
        from: choice(...Array.from({ length: 60 }, (_, at) => option(`a${at}`, `A ${at}`))),
        into: choice(...Array.from({ length: 60 }, (_, at) => option(`b${at}`, `B ${at}`))),
      },
      'options_too_many',
      [],
    ],
  ] as [Parameters<typeof twins>[0], string, string[]][])('of %j: %s', async (of, code, about) => {
    const { api, from, plan, merge, group } = await twins(of);
    const asking = await group([from]);
    expect((await plan()).obstacles).toEqual([{ code, about }]);
    expect(await merge()).toMatchObject({ status: 422, body: { errors: [{ path: 'into', code }] } });
    expect((await api.groups.get({ params: { id: asking.id } })).fields).toMatchObject([
      { form_field_id: from.id },
    ]);
  });

  test('into itself, or into an unknown field', async () => {
    const { merge, from } = await twins();
    expect(await merge({ into: from.id, into_version: from.version })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'into', code: 'same_field' }] },
    });
    const stranger = await app.factories.formField();
    expect(await merge({ into: stranger.id })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'into', code: 'unknown_id' }] },
    });
  });

  test('when either has changed since it was looked at', async () => {
    const { api, merge, into } = await twins();
    const name = { sl: 'Majica', en: 'T-shirt' };
    await api.form_fields.update({ params: { id: into.id }, body: { name, version: into.version } });
    expect(await merge()).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect((await merge({ into_version: into.version + 1 })).status).toBe(200);
  });
});

test('a group that is saved meanwhile keeps its question, or is told that it changed', async () => {
  const { api, patch, from, into, merge, group } = await twins();
  const others = await Promise.all([1, 2, 3].map(() => group([from])));
  const [merged, ...saved] = await Promise.all([
    merge(),
    ...others.map((one) =>
      patch(`/groups/${one.id}`, {
        version: one.version,
        fields: one.questions.map(({ id }) => ({
          id,
          form_field_id: from.id,
          widget: 'text',
          required: false,
        })),
      }),
    ),
  ]);
  expect(merged.status).toBe(200);
  for (const { status } of saved) expect([200, 409, 422]).toContain(status);
  for (const { id, questions } of others)
    expect((await api.groups.get({ params: { id } })).fields).toMatchObject([
      { id: questions[0]?.id, form_field_id: into.id },
    ]);
});

test('of two fields that are merged into each other at once, one is left', async () => {
  const { api, post, from, into, group } = await twins();
  await group([from]);
  await group([into]);
  const merge = (a: typeof from, b: typeof from) =>
    post(`/form-fields/${a.id}/merge`, { into: b.id, version: a.version, into_version: b.version });
  const answers = await Promise.all([merge(from, into), merge(into, from)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { results } = await api.form_fields.list();
  expect(results).toMatchObject([{ groups_count: 2 }]);
});
