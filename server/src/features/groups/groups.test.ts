import type { contract } from '@vpisnik/contract/contract';
import { type ApplicantEdit, applicantEdits } from '@vpisnik/contract/form-fields';
import type { Group, GroupInput } from '@vpisnik/contract/groups';
import type { Input } from '@vpisnik/contract/kit';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: days are compared with one another, and stored

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An organisation with a category and a user. */
async function school(
  role: 'ORGANIZATION_ADMIN' | 'GROUP_ADMIN' | 'GROUP_EDITOR_USER' = 'ORGANIZATION_ADMIN',
) {
  const { id: organization_id } = await app.factories.organization();
  const category = await app.factories.category({ organization_id });
  const member = await app.factories.member({ organization_id, role });
  const body: GroupInput = {
    label: 'jazz',
    name: { sl: 'Jazz', en: 'Jazz dance' },
    languages: ['sl', 'en'],
    category_id: category.id,
  };
  return { organization_id, category, member, body, ...app.as(member) };
}

const own = (sl: string, en: string) => ({
  question: { type: 'text' as const, name: { sl, en } },
  widget: 'text' as const,
  required: false,
});

describe('creating', () => {
  it('starts inactive and open for applications, with all mails on', async () => {
    const { api, body, category } = await school();
    expect(await api.groups.create({ body })).toMatchObject({
      ...body,
      active: false,
      accept_applications: true,
      when_full: 'waitlist',
      category_name: category.name,
      location_name: null,
      leaders: [],
      places: null,
      taken: 0,
      enrolment: 'open',
      participants_count: 0,
      fields: [],
      email_settings: { application_confirmation: { enabled: true, template_id: null, recipient: 'both' } },
      version: 1,
    });
  });

  it('names everything that is wrong at once', async () => {
    const { post, body, organization_id } = await school();
    const inactive = await app.factories.category({ organization_id, active: false });
    const elsewhere = await app.factories.location();
    const left = await app.factories.member({ organization_id, active: false });
    const slovenian = await app.factories.formField({ organization_id, languages: ['sl'] });
    const template = await app.factories.template({ organization_id });
    const answer = await post('/groups', {
      ...body,
      name: { sl: 'Jazz' },
      category_id: inactive.id,
      location_id: elsewhere.id,
      leader_ids: [left.id, crypto.randomUUID()],
      start_date: '2026-10-01',
      end_date: '2026-09-01',
      schedule: [
        { day: 'monday', start_time: '17:00', duration: 60 },
        { day: 'monday', start_time: '17:30', duration: 60 },
      ],
      fields: [
        { form_field_id: slovenian.id, widget: 'text', required: true },
        { form_field_id: slovenian.id, widget: 'radio', required: true },
        { form_field_id: crypto.randomUUID(), widget: 'text', required: true },
        { ...own('Majica', 'T-shirt'), id: crypto.randomUUID() },
      ],
      email_settings: {
        application_status_update: { enabled: true, template_id: template.id, recipient: 'both' },
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { path: 'name.en', code: 'required' },
      { path: 'end_date', code: 'before_start' },
      { path: 'schedule.1.start_time', code: 'slots_overlap' },
      { path: 'fields.0.form_field_id', code: 'field_lacks_language_en' },
      { path: 'fields.1.form_field_id', code: 'field_lacks_language_en' },
      { path: 'fields.1.widget', code: 'widget_unsuitable' },
      { path: 'fields.2.form_field_id', code: 'unknown_field' },
      { path: 'category_id', code: 'inactive' },
      { path: 'location_id', code: 'unknown_id' },
      { path: 'leader_ids.0', code: 'inactive' },
      { path: 'leader_ids.1', code: 'unknown_id' },
      { path: 'fields.1.form_field_id', code: 'duplicate' },
      { path: 'fields.3.id', code: 'unknown_id' },
      { path: 'email_settings.application_status_update.template_id', code: 'unknown_id' },
    ]);
  });

  it('offers only languages of the organisation', async () => {
    const { post, body, organization_id } = await school();
    await app.rows(`update organizations set languages = '{sl}' where id = $1`, [organization_id]);
    expect((await post('/groups', body)).body).toMatchObject({
      errors: [{ path: 'languages', code: 'language_not_offered' }],
    });
  });

  it('refuses a label that is taken', async () => {
    const { post, body } = await school();
    expect((await post('/groups', body)).status).toBe(201);
    expect(await post('/groups', body)).toMatchObject({ status: 409, body: { code: 'label_taken' } });
  });

  it('puts the new group into the scope of a limited creator', async () => {
    const { organization_id, body } = await school();
    const limited = await app.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [] });
    const { api } = app.as(limited);
    const group = await api.groups.create({ body: { ...body, leader_ids: [limited.id] } });
    expect(group.leaders).toEqual([{ id: limited.id, name: limited.name }]);
    const changed = await api.groups.update({
      params: { id: group.id },
      body: { leader_ids: [], version: 1 },
    });
    expect(changed.leader_ids).toEqual([]);
    expect((await api.groups.list()).results.map((one) => one.id)).toEqual([group.id]);
  });
});

describe('changing', () => {
  it('judges the merged group', async () => {
    const { api, patch, body } = await school();
    const { id, version } = await api.groups.create({ body: { ...body, start_date: '2026-10-01' } });
    expect((await patch(`/groups/${id}`, { end_date: '2026-09-01', version })).body).toMatchObject({
      errors: [{ path: 'end_date', code: 'before_start' }],
    });
    expect((await patch(`/groups/${id}`, { name: {}, version })).status).toBe(422);
  });

  it('clears fields sent as null and leaves the rest', async () => {
    const { api, body } = await school();
    const created = await api.groups.create({
      body: { ...body, capacity: 12, end_date: '2027-06-01', apply_from: '2026-09-01T08:00:00+02:00' },
    });
    expect(created.apply_from).toBe('2026-09-01T06:00:00Z');
    const changed = await api.groups.update({
      params: { id: created.id },
      body: { capacity: null, version: 1 },
    });
    expect(changed).toMatchObject({
      ...created,
      capacity: null,
      places: null,
      version: 2,
      updated_at: changed.updated_at,
    });
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(created.updated_at));
  });

  it('refuses a stale version, whatever it changes', async () => {
    const { api, patch, body } = await school();
    const { id } = await api.groups.create({ body });
    await api.groups.update({ params: { id }, body: { leader_ids: [], version: 1 } });
    const stale = await patch(`/groups/${id}`, { fields: [], version: 1 });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { id, version: 2 } },
    });
    expect(stale.body.current).toHaveProperty('email_settings.application_confirmation');
    expect(stale.body.current).not.toHaveProperty('organization_id');
    expect(stale.body.current).not.toHaveProperty('time_zone');
  });

  it('lets one of two editors through', async () => {
    const { body, member } = await school();
    const over = (await app.listen()).as(member);
    const { id } = await over.api.groups.create({ body });
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((sl) => over.patch(`/groups/${id}`, { name: { sl, en: sl }, version: 1 })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('keeps all participants when places become fewer', async () => {
    const { api, body, organization_id } = await school();
    const { id } = await api.groups.create({ body: { ...body, capacity: 3 } });
    for (const status of ['approved', 'pending', 'waitlisted'])
      await app.factories.participant({ organization_id, group_id: id, status });
    expect(await api.groups.update({ params: { id }, body: { capacity: 1, version: 1 } })).toMatchObject({
      places: 1,
      taken: 2,
      waiting: 1,
      pending: 1,
      participants_count: 3,
      enrolment: 'waitlist',
    });
  });

  it('keeps references to deactivated rows, but accepts no new ones', async () => {
    const { api, patch, body, category, organization_id } = await school();
    const location = await app.factories.location({ organization_id, max_participants: 9 });
    const field = await app.factories.formField({ organization_id });
    const leader = await app.factories.member({ organization_id });
    const { id } = await api.groups.create({
      body: {
        ...body,
        location_id: location.id,
        leader_ids: [leader.id],
        fields: [{ form_field_id: field.id, widget: 'text', required: false }],
      },
    });
    await app.rows('update categories set active = false where id = $1', [category.id]);
    await app.rows('update locations set active = false where id = $1', [location.id]);
    await app.rows('update form_fields set active = false where id = $1', [field.id]);
    await app.rows('update memberships set active = false where account_id = $1', [leader.id]);
    const { fields, leader_ids } = await api.groups.get({ params: { id } });
    const again = { category_id: category.id, location_id: location.id, leader_ids, fields, version: 1 };
    expect((await patch(`/groups/${id}`, again)).body).toMatchObject({
      places: 9,
      location_name: location.name,
    });
    expect(
      (await patch(`/groups/${id}`, { fields: [{ ...fields[0], id: undefined }], version: 2 })).body,
    ).toMatchObject({
      errors: [{ path: 'fields.0.form_field_id', code: 'inactive' }],
    });
  });
});

describe('the form', () => {
  const ids = (group: Group) => group.fields.map((field) => field.id);

  it('is replaced as a list in which known rows stay the same', async () => {
    const { api, body } = await school();
    const created = await api.groups.create({
      body: { ...body, fields: [own('Ena', 'One'), own('Dve', 'Two'), own('Tri', 'Three')] },
    });
    const [one, , three] = created.fields;
    if (!one || !three) throw new Error('The form is incomplete');
    const changed = await api.groups.update({
      params: { id: created.id },
      body: {
        version: 1,
        fields: [three as never, own('Štiri', 'Four'), { ...one, required: true } as never],
      },
    });
    expect(ids(changed)[0]).toBe(three.id);
    expect(ids(changed)[2]).toBe(one.id);
    expect(changed.fields.map((field) => field.question?.name.en)).toEqual(['Three', 'Four', 'One']);
    expect(changed.fields.map((field) => field.required)).toEqual([false, false, true]);
    const cleared = await api.groups.update({ params: { id: created.id }, body: { version: 2, fields: [] } });
    expect(cleared.fields).toEqual([]);
  });

  it('is only reordered by an editor', async () => {
    const { api, body, organization_id } = await school();
    const field = await app.factories.formField({ organization_id });
    const created = await api.groups.create({
      body: {
        ...body,
        fields: [own('Ena', 'One'), { form_field_id: field.id, widget: 'text', required: true }],
      },
    });
    const editor = app.as(await app.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
    const [one, two] = created.fields;
    const path = `/groups/${created.id}`;
    const reordered = await editor.patch<Group>(path, { fields: [two, one], version: 1 });
    expect(ids(reordered.body)).toEqual([two?.id, one?.id]);
    for (const fields of [[one], [{ ...one, required: true }, two], [one, two, own('Tri', 'Three')], []]) {
      expect(await editor.patch(path, { fields, version: 2 })).toMatchObject({
        status: 403,
        body: { code: 'field_not_allowed', errors: [{ path: 'fields', code: 'field_not_allowed' }] },
      });
    }
  });

  it('lets applicants correct answers to a new question until the group ends, and others as they were set', async () => {
    const { api, body } = await school();
    const set = (applicant_edit: ApplicantEdit) => {
      const { question, ...field } = own('Majica', 'T-shirt');
      return { ...field, question: { ...question, applicant_edit } };
    };
    const { id } = await api.groups.create({
      body: { ...body, fields: [own('Ena', 'One'), ...applicantEdits.map(set)] },
    });
    const before = await api.groups.get({ params: { id } });
    expect(before.fields.map(({ question }) => question?.applicant_edit)).toEqual([
      'until_end',
      ...applicantEdits,
    ]);
    const again = { version: before.version, fields: before.fields as never };
    expect((await api.groups.update({ params: { id }, body: again })).fields).toEqual(before.fields);
    // what 0.2.0 reads: it knows no `until_end`
    const stored = await app.rows<{ edit: string }>(
      `select question ->> 'applicant_edit' as edit from group_fields where group_id = $1 order by position`,
      [id],
    );
    expect(stored.map(({ edit }) => edit)).not.toContain('until_end');
  });

  it('keeps the type of an own question that has answers; the rest may change', async () => {
    const { api, patch, body, organization_id } = await school();
    const { id, fields } = await api.groups.create({
      body: { ...body, fields: [own('Ena', 'One'), own('Dve', 'Two')] },
    });
    const [one, two] = fields;
    if (!one?.question || !two?.question) throw new Error('The form is incomplete');
    const given = { label: null, name: 'Ena', type: 'text', value: 'Da', text: 'Da', sensitive: false };
    const answered = { organization_id, group_id: id, answers: [{ ...given, field_id: one.id }] };
    await app.factories.participant(answered);

    const dated = (field: typeof one) => ({
      ...field,
      question: field.question && { ...field.question, type: 'date' },
      widget: 'date',
    });
    const refused = await patch(`/groups/${id}`, { fields: [dated(two), dated(one)], version: 1 });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    expect((refused.body as { errors: unknown }).errors).toEqual([
      { path: 'fields.1.question.type', code: 'has_answers' },
    ]);
    const reworded = { ...one, question: { ...one.question, name: { sl: 'Enkrat', en: 'Once' } } };
    const changed = await patch<Group>(`/groups/${id}`, { fields: [reworded, dated(two)], version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body.fields.map(({ question }) => question?.type)).toEqual(['text', 'date']);
  });

  it('keeps no options of an own question that is no choice', async () => {
    const { api, body } = await school();
    const { question, ...asked } = own('Ena', 'One');
    const options = [{ value: 'da', name: { sl: 'Da', en: 'Yes' } }];
    const { fields } = await api.groups.create({
      body: { ...body, fields: [{ ...asked, question: { ...question, options } }] },
    });
    expect(fields[0]?.question).toMatchObject({ type: 'text', options: [] });
  });

  it("never takes over another group's question", async () => {
    const { api, patch, body } = await school();
    const first = await api.groups.create({ body: { ...body, fields: [own('Ena', 'One')] } });
    const second = await api.groups.create({ body: { ...body, label: 'jazz-2' } });
    expect((await patch(`/groups/${second.id}`, { fields: first.fields, version: 1 })).body).toMatchObject({
      errors: [{ path: 'fields.0.id', code: 'unknown_id' }],
    });
  });
});

test('e-mail settings change per type', async () => {
  const { api, body, organization_id } = await school();
  const template = await app.factories.template({ organization_id });
  const confirmation = { enabled: false, template_id: template.id, recipient: 'group_leaders' as const };
  const { id } = await api.groups.create({
    body: { ...body, email_settings: { application_confirmation: confirmation } },
  });
  const notice = { enabled: true, template_id: null, recipient: 'organization_owner' as const };
  const changed = await api.groups.update({
    params: { id },
    body: { version: 1, email_settings: { application_received_notification: notice } },
  });
  expect(changed.email_settings).toMatchObject({
    application_confirmation: confirmation,
    application_received_notification: notice,
    application_status_update: { enabled: true, template_id: null, recipient: 'both' },
  });
});

test('only a complete group is published', async () => {
  const { api, patch, body, organization_id } = await school();
  const field = await app.factories.formField({ organization_id });
  const { id } = await api.groups.create({
    body: { ...body, fields: [{ form_field_id: field.id, widget: 'text', required: false }] },
  });
  // not possible through the API any more, but rows may be older than a rule
  await app.rows(`update form_fields set languages = '{sl}' where id = $1`, [field.id]);
  expect(await patch(`/groups/${id}/status`, { active: true })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'fields.0.form_field_id', code: 'field_lacks_language_en' }] },
  });
  const closed = await api.groups.setStatus({ params: { id }, body: { accept_applications: false } });
  expect(closed).toMatchObject({ active: false, accept_applications: false, enrolment: 'closed' });
  await app.rows(`update form_fields set languages = '{sl,en}' where id = $1`, [field.id]);
  expect((await api.groups.setStatus({ params: { id }, body: { active: true } })).active).toBe(true);
  expect((await patch(`/groups/${id}/status`, { active: false, version: 1 })).body).toMatchObject({
    code: 'edit_conflict',
  });
  expect((await patch(`/groups/${id}`, { active: false, version: 3 })).status).toBe(422);
  expect((await patch(`/groups/${id}/status`, {})).status).toBe(422);
});

test('a group is deleted unless it has participants', async () => {
  const { api, body, organization_id } = await school();
  const { id } = await api.groups.create({ body: { ...body, fields: [own('Ena', 'One')] } });
  const person = await app.factories.participant({ organization_id, group_id: id, status: 'inactive' });
  await expect(api.groups.remove({ params: { id } })).rejects.toMatchObject({ code: 'in_use' });
  await app.rows('delete from participants where id = $1', [person.id]);
  await api.groups.remove({ params: { id } });
  await expect(api.groups.get({ params: { id } })).rejects.toMatchObject({ status: 404 });
});

describe('listing', () => {
  it('sorts by the name in the asked language, both ways, page by page', async () => {
    const { api, organization_id, category } = await school();
    const names = [
      { sl: 'Žongliranje', en: 'Art of juggling' },
      { sl: 'Čačača', en: 'Cha-cha' },
      { sl: 'Balet' },
      { sl: 'Balet', en: 'Dance' },
      { en: 'Street' },
    ];
    for (const name of names) await app.factories.group({ organization_id, category_id: category.id, name });
    const walk = async (sort: 'name' | '-name' | 'created_at' | '-created_at', language: 'sl' | 'en') => {
      const seen: string[] = [];
      let last_id: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof api.groups.list>> = await api.groups.list({
          query: { sort, language, limit: 2, with_total: 'true', ...(last_id && { last_id }) },
        });
        expect(page.total).toBe(names.length);
        seen.push(...page.results.map(({ name }) => name[language] ?? name.sl ?? name.en ?? ''));
        last_id = page.last_id;
      } while (last_id);
      return seen;
    };
    const slovenian = ['Balet', 'Balet', 'Čačača', 'Street', 'Žongliranje'];
    expect(await walk('name', 'sl')).toEqual(slovenian);
    expect(await walk('-name', 'sl')).toEqual(slovenian.toReversed());
    expect(await walk('name', 'en')).toEqual(['Art of juggling', 'Balet', 'Cha-cha', 'Dance', 'Street']);
    expect(await walk('-created_at', 'sl')).toEqual(['Street', 'Balet', 'Balet', 'Čačača', 'Žongliranje']);
    expect(await walk('created_at', 'sl')).toEqual(['Žongliranje', 'Čačača', 'Balet', 'Balet', 'Street']);
  });

  it('filters by text, category, location, leader and state, and says where each group stands', async () => {
    const { api, organization_id, category } = await school();
    const location = await app.factories.location({ organization_id, max_participants: 1 });
    const full = await app.factories.group({
      organization_id,
      category_id: category.id,
      location_id: location.id,
      name: { sl: 'Šolski pevski zbor', en: 'School choir' },
    });
    const closed = await app.factories.group({
      organization_id,
      accept_applications: false,
      active: false,
    });
    await app.factories.participant({ organization_id, group_id: full.id });
    await app.factories.participant({ organization_id, group_id: full.id, status: 'rejected' });
    const leader = await app.factories.member({ organization_id, leads: [closed.id], name: 'Rok Zupan' });
    const list = async (query: NonNullable<Input<typeof contract.groups.list>['query']>) =>
      (await api.groups.list({ query })).results.map((one) => one.id);
    expect(await list({ search: 'solski zbor' })).toEqual([full.id]);
    expect(await list({ search: 'choir' })).toEqual([full.id]);
    expect(await list({ search: 'balet' })).toEqual([]);
    expect(await list({ category_id: category.id })).toEqual([full.id]);
    expect(await list({ category_id: [category.id, closed.category_id] })).toHaveLength(2);
    expect(await list({ location_id: [location.id] })).toEqual([full.id]);
    expect(await list({ leader_id: leader.id })).toEqual([closed.id]);
    expect(await list({ active: 'false' })).toEqual([closed.id]);
    expect(await list({ accept_applications: 'true', active: 'true' })).toEqual([full.id]);
    const { results } = await api.groups.list({ query: { sort: 'created_at' } });
    expect(results[0]).toMatchObject({ places: 1, taken: 1, pending: 1, waiting: 0, enrolment: 'waitlist' });
    expect(results[1]).toMatchObject({
      places: null,
      enrolment: 'closed',
      leaders: [{ id: leader.id, name: 'Rok Zupan' }],
    });
    expect(results[0]).not.toHaveProperty('fields');
  });

  it('shows limited users their groups and those they lead', async () => {
    const { organization_id } = await school();
    const [one, two, three] = [
      await app.factories.group({ organization_id }),
      await app.factories.group({ organization_id }),
      await app.factories.group({ organization_id }),
    ];
    const limited = await app.factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: [one.id],
      leads: [two.id],
    });
    const { api, get } = app.as(limited);
    const page = await api.groups.list({ query: { sort: 'created_at', with_total: 'true' } });
    expect(page.results.map((group) => group.id)).toEqual([one.id, two.id]);
    expect(page.total).toBe(2);
    expect((await get(`/groups/${three.id}`)).status).toBe(404);
  });
});
