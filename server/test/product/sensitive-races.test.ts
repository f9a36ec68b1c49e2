/** What becomes sensitive at the moment in which it is answered: no order of the two lets an answer through. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { applicantsOf, application } from '../applicants/applicants.ts';
import { holdUp, waitingForLocks } from '../hold-up.ts';

let site: TestApp;
let { apply, kept } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
  ({ apply, kept } = applicantsOf(site));
});
afterAll(() => site.close());

const secret = 'Alergija na arašide';

/** A group, a field of the catalogue that it does not ask yet, and staff. */
async function world() {
  const { id: organization_id } = await site.factories.organization();
  const admin = site.as(await site.factories.member({ role: 'ADMIN' }), organization_id);
  const staff = site.as(await site.factories.member({ organization_id }));
  const group = await site.factories.group({ organization_id });
  const field = await site.factories.formField({ organization_id });
  return { organization_id, admin, staff, group, field };
}

/** A group in the middle of being saved, as `lockGroup` and what follows do it. */
async function savingGroup({ id }: { id: string }) {
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query('select from groups where id = $1 for no key update', [id]);
  return {
    query: client.query.bind(client) as typeof client.query,
    done: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

test.each(['application', 'entry by staff'])(
  'an %s is stored as sensitive when its group has just added a field that becomes so',
  async (kind) => {
    const { admin, staff, group, field } = await world();
    const saving = await savingGroup(group);
    const { rows } = await saving.query<{ id: string }>(
      `insert into group_fields (organization_id, group_id, form_field_id, position, widget)
       values ($1, $2, $3, 0, 'text') returning id`,
      [group.organization_id, group.id, field.id],
    );
    // the question is not there for who raises the field now
    const raising = await holdUp(site, 'reapplications');
    const raised = admin.patch(`/form-fields/${field.id}`, { version: field.version, sensitive: true });
    await raising.waiting(1);
    await saving.done();

    const answers = { [String(rows[0]?.id)]: secret };
    const entered =
      kind === 'application'
        ? apply(group, application({ answers }))
        : staff.post('/participants', { group_id: group.id, name: 'Maja Novak', language: 'sl', answers });
    await Promise.race([entered, raising.waiting(2)]);
    await raising.release();

    expect((await raised).status).toBe(200);
    expect((await entered).status).toBe(201);
    expect((await kept(group)).map((row) => row.answers)).toMatchObject([[{ sensitive: true }]]);
  },
);

test('answers are changed while their field becomes sensitive, wherever they are by now', async () => {
  const { organization_id, admin, staff, group, field } = await world();
  const of = { organization_id, group_id: group.id };
  const question = await site.factories.groupField({ ...of, form_field_id: field.id });
  const other = await site.factories.group({ organization_id });
  const asked = await site.factories.groupField({ organization_id, group_id: other.id });
  expect((await apply(group, application({ answers: { [question.id]: secret } }))).status).toBe(201);
  const [{ id } = { id: '' }] = (await kept(group)) as unknown as { id: string }[];
  await staff.api.participants.update({ params: { id }, body: { version: 1, group_id: other.id } });

  const raising = await holdUp(site, 'reapplications');
  const raised = admin.patch(`/form-fields/${field.id}`, { version: field.version, sensitive: true });
  await raising.waiting(1);
  const changed = staff.patch(`/participants/${id}`, { version: 2, answers: { [asked.id]: secret } });
  await raising.waiting(2);
  await raising.release();

  expect((await raised).status).toBe(200);
  // one of them comes first, and neither is undone for the other one's sake
  expect((await changed).status).toBe(409);
  expect((await kept(other)).map((row) => row.answers)).toMatchObject([[{ sensitive: true }]]);
});

test('an answer to a question that the form has dropped meanwhile belongs to its field of the catalogue', async () => {
  const { organization_id, admin, group, field } = await world();
  const of = { organization_id, group_id: group.id };
  const question = await site.factories.groupField({ ...of, form_field_id: field.id });
  const saving = await savingGroup(group);
  await saving.query('delete from group_fields where id = $1', [question.id]);
  const applied = apply(group, application({ answers: { [question.id]: secret } }));
  await waitingForLocks(site, 1);
  await saving.done();
  expect((await applied).status).toBe(201);

  await admin.api.form_fields.update({
    params: { id: field.id },
    body: { version: field.version, sensitive: true },
  });
  expect((await kept(group)).map((row) => row.answers)).toMatchObject([[{ sensitive: true }]]);
});

test('an answer to a field that is merged into a sensitive one meanwhile is an answer to that one', async () => {
  const { organization_id, admin, group, field } = await world();
  const question = await site.factories.groupField({
    organization_id,
    group_id: group.id,
    form_field_id: field.id,
  });
  const into = await site.factories.formField({ organization_id, sensitive: true });
  const merging = await holdUp(site, 'reapplications');
  const merged = admin.post(`/form-fields/${field.id}/merge`, {
    into: into.id,
    version: field.version,
    into_version: into.version,
  });
  await merging.waiting(1);
  const applied = apply(group, application({ answers: { [question.id]: secret } }));
  await merging.waiting(2);
  await merging.release();

  expect((await merged).status).toBe(200);
  expect((await applied).status).toBe(201);
  expect((await kept(group)).map((row) => row.answers)).toMatchObject([
    [{ form_field_id: into.id, sensitive: true }],
  ]);
});

test('an answer to a question that a merge drops meanwhile is refused, and nothing of it is kept', async () => {
  const { organization_id, admin, group, field } = await world();
  const of = { organization_id, group_id: group.id };
  const into = await site.factories.formField({ organization_id });
  const question = await site.factories.groupField({ ...of, form_field_id: field.id });
  const other = await site.factories.groupField({ ...of, form_field_id: into.id, position: 1 });
  const merging = await holdUp(site, 'reapplications');
  const merged = admin.post(`/form-fields/${field.id}/merge`, {
    into: into.id,
    version: field.version,
    into_version: into.version,
  });
  await merging.waiting(1);
  const answers = { [question.id]: secret, [other.id]: secret };
  const applied = apply(group, application({ answers }));
  await merging.waiting(2);
  await merging.release();

  expect((await merged).status).toBe(200);
  expect(await applied).toMatchObject({
    status: 422,
    body: { errors: [{ path: `answers.${question.id}`, code: 'unknown_field' }] },
  });
  expect(await kept(group)).toEqual([]);
  // the same form without that question is another application
  const again = await apply(group, application({ answers: { [other.id]: secret } }));
  expect(again.status).toBe(201);
  expect((await kept(group)).map((row) => row.answers)).toMatchObject([[{ form_field_id: into.id }]]);
});
