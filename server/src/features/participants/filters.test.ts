import type { ParticipantSummary } from '@vpisnik/contract/participants';
import type { Role } from '@vpisnik/contract/rules/roles';
import { describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

// fixed days: people are born and asked about on the days given; groups are over or far ahead

let site: TestApp;
let organization_id: string;
let staff: Caller;
inOrganization((given) => {
  ({ site, organization_id, staff } = given);
});

type List = { results: ParticipantSummary[]; last_id: string | null; total: number };

const group = (given: object = {}) => site.factories.group({ organization_id, ...given });
const person = (name: string, group_id: string, given: object = {}) =>
  site.factories.participant({ organization_id, group_id, name, ...given });
const answerTo = (
  field: { id: string; type?: string; purpose?: string | null },
  value: unknown,
  given = {},
) => ({
  field_id: field.id,
  form_field_id: field.id,
  label: null,
  name: 'Vprašanje',
  type: field.type ?? 'text',
  value,
  text: String(value),
  sensitive: false,
  purpose: field.purpose ?? null,
  ...given,
});

/** The names that a filter leaves, and the same number as total. */
async function found(query: string, caller = staff, path = '/participants'): Promise<string[]> {
  const { status, body } = await caller.get<List>(`${path}?sort=name&with_total=true&${query}`);
  expect(status, query).toBe(200);
  expect(body.total, query).toBe(body.results.length);
  return body.results.map(({ name }) => name);
}

describe('by their group', () => {
  test('category, location, leader and period narrow together; several values of one widen', async () => {
    const [dance, music] = [
      await site.factories.category({ organization_id }),
      await site.factories.category({ organization_id }),
    ];
    const hall = await site.factories.location({ organization_id });
    const past = await group({ category_id: dance.id, location_id: hall.id, end_date: '2020-06-24' });
    const ahead = await group({ category_id: dance.id, start_date: '2199-01-01' });
    const now = await group({ category_id: music.id, location_id: hall.id });
    const leader = await site.factories.member({ organization_id, leads: [past.id, now.id] });
    await person('Ana', past.id);
    await person('Eva', ahead.id, { status: 'approved' });
    await person('Iza', now.id);
    expect(await found(`category_id=${dance.id}`)).toEqual(['Ana', 'Eva']);
    expect(await found(`category_id=${dance.id}&category_id=${music.id}`)).toEqual(['Ana', 'Eva', 'Iza']);
    expect(await found(`category_id=${dance.id}&location_id=${hall.id}`)).toEqual(['Ana']);
    expect(await found(`leader_id=${leader.id}`)).toEqual(['Ana', 'Iza']);
    expect(await found('period=past')).toEqual(['Ana']);
    expect(await found('period=upcoming&period=current')).toEqual(['Eva', 'Iza']);
    expect(await found(`leader_id=${leader.id}&period=current&status=pending`)).toEqual(['Iza']);
    expect(await found(`leader_id=${leader.id}&search=ana`)).toEqual(['Ana']);
    expect(await found(`category_id=${crypto.randomUUID()}`)).toEqual([]);
  });
});

describe('by themselves', () => {
  test('the language they applied in, and whether they applied at all', async () => {
    const { id } = await group();
    await person('Ana', id, { privacy_version: '2026-11-01' });
    await person('Eve', id, { language: 'en' });
    expect(await found('language=en')).toEqual(['Eve']);
    expect(await found('language=en&language=sl')).toEqual(['Ana', 'Eve']);
    expect(await found('source=applied')).toEqual(['Ana']);
    expect(await found('source=added')).toEqual(['Eve']);
    expect(await found('source=added&source=applied&language=sl')).toEqual(['Ana']);
  });

  test('withdrawn by themselves, which is one way to be inactive', async () => {
    const { id } = await group();
    await person('Ana', id);
    await person('Eva', id, { status: 'inactive' });
    await person('Iza', id, { status: 'inactive', withdrawn_at: '2026-09-17T12:00:00Z' });
    expect(await found('status=withdrawn')).toEqual(['Iza']);
    expect(await found('status=inactive')).toEqual(['Eva', 'Iza']);
    expect(await found('status=inactive&status=withdrawn')).toEqual(['Eva', 'Iza']);
    expect(await found('status=pending&status=withdrawn')).toEqual(['Ana', 'Iza']);
    const sorted = async (sort: string) =>
      (await staff.get<List>(`/participants?sort=${sort}&status=pending&status=withdrawn`)).body.results;
    expect((await sorted('status')).map(({ name }) => name)).toEqual(['Ana', 'Iza']);
    expect((await sorted('-status')).map(({ name }) => name)).toEqual(['Iza', 'Ana']);
    expect((await sorted('waiting_position')).map(({ name }) => name).toSorted()).toEqual(['Ana', 'Iza']);
  });

  test('their age on a day, birthdays and the 29 February included', async () => {
    const { id } = await group();
    const birth = await site.factories.formField({ organization_id, type: 'date', purpose: 'date_of_birth' });
    const born = (name: string, day: string, given = {}) =>
      person(name, id, { answers: [answerTo(birth, day, given)] });
    await born('Ana', '2016-09-01');
    await born('Eva', '2016-09-02');
    await born('Iza', '2016-02-29');
    await born('Skrita', '2016-09-01', { sensitive: true });
    await born('Zmota', '2016-02-30');
    await person('Brez', id);
    expect(await found('age_from=10&age_on=2026-09-01')).toEqual(['Ana', 'Iza']);
    expect(await found('age_to=9&age_on=2026-09-01')).toEqual(['Eva']);
    expect(await found('age_from=9&age_to=9&age_on=2026-02-28')).toEqual(['Ana', 'Eva', 'Iza']);
    expect(await found('age_from=10&age_to=10&age_on=2026-03-01')).toEqual(['Iza']);
    const { body } = await staff.get<List>('/participants?sort=name&age_from=10&age_on=2026-09-01');
    expect(body.results.map(({ birth_date }) => birth_date)).toEqual(['2016-09-01', '2016-02-29']);
    // today, when no day is given
    expect(await found('age_from=150')).toEqual([]);
    expect(await found('age_from=0')).toEqual(['Ana', 'Eva', 'Iza']);
  });

  test('combines everything, page by page, and is the same through a group’s roster', async () => {
    const { id } = await group();
    const other = await group();
    const field = await site.factories.formField({ organization_id, type: 'single_choice' });
    const answers = [answerTo({ ...field, type: 'single_choice' }, 'some')];
    for (const name of ['Ana', 'Cene', 'Eva']) await person(name, id, { answers, status: 'approved' });
    await person('Tuja', other.id, { answers, status: 'approved' });
    await person('Brez', id, { status: 'approved' });
    const query = `answer=${field.id}:some&status=approved&language=sl&source=added`;
    expect(await found(query)).toEqual(['Ana', 'Cene', 'Eva', 'Tuja']);
    expect(await found(query, staff, `/groups/${id}/participants`)).toEqual(['Ana', 'Cene', 'Eva']);
    const first = await staff.get<List>(`/participants?sort=name&limit=3&${query}`);
    const next = await staff.get<List>(
      `/participants?sort=name&limit=3&last_id=${first.body.last_id}&${query}`,
    );
    expect(next.body.results.map(({ name }) => name)).toEqual(['Tuja']);
  });
});

describe('by their answers', () => {
  test('one choice or several, any answer and none', async () => {
    const { id } = await group();
    const level = await site.factories.formField({ organization_id, type: 'single_choice' });
    const styles = await site.factories.formField({ organization_id, type: 'multiple_choice' });
    const add = (name: string, ...answers: object[]) => person(name, id, { answers });
    await add('Ana', answerTo(level, 'none'), answerTo(styles, ['ballet', 'jazz']));
    await add('Eva', answerTo(level, 'more'), answerTo(styles, ['jazz']));
    await add('Iza', answerTo(level, 'more'));
    await add('Oja');
    expect(await found(`answer=${level.id}:more`)).toEqual(['Eva', 'Iza']);
    expect(await found(`answer=${level.id}:more&answer=${level.id}:none`)).toEqual(['Ana', 'Eva', 'Iza']);
    expect(await found(`answer=${level.id}:more&answer=${styles.id}:jazz`)).toEqual(['Eva']);
    expect(await found(`answer=${styles.id}:jazz`)).toEqual(['Ana', 'Eva']);
    expect(await found(`answer=${styles.id}:*`)).toEqual(['Ana', 'Eva']);
    expect(await found(`answer=${styles.id}:!`)).toEqual(['Iza', 'Oja']);
    expect(await found(`answer=${level.id}:none&answer=${level.id}:!`)).toEqual(['Ana', 'Oja']);
    expect(await found(`answer=${level.id}:unheard-of`)).toEqual([]);
    expect(await found(`answer=${crypto.randomUUID()}:*`)).toEqual([]);
    expect(await found(`answer=${level.id}:more&search=eva`)).toEqual(['Eva']);
  });

  test('a consent that was given, that was not given, and that nobody asked for', async () => {
    const [asks, silent] = [await group(), await group()];
    const consent = await site.factories.formField({ organization_id, type: 'checkbox' });
    const of = { organization_id, group_id: asks.id, form_field_id: consent.id };
    await site.factories.groupField({ ...of, widget: 'checkbox' });
    const applied = { privacy_version: '2026-11-01' };
    const before = { ...applied, application_date: '2020-09-01T10:00:00Z' };
    const tick = { ...consent, type: 'checkbox' };
    await person('Da', asks.id, { ...applied, answers: [answerTo(tick, true)] });
    await person('Ne', asks.id, applied);
    await person('Ne, pravi osebje', asks.id, { answers: [answerTo(tick, false)] });
    await person('Prej', asks.id, before);
    await person('Dodana', asks.id);
    await person('Drugje', silent.id, applied);
    expect(await found(`answer=${consent.id}:true`)).toEqual(['Da']);
    expect(await found(`answer=${consent.id}:false`)).toEqual(['Ne', 'Ne, pravi osebje']);
    expect(await found(`answer=${consent.id}:!`)).toEqual(['Dodana', 'Drugje', 'Prej']);
    const all = ['true', 'false', '!'].map((value) => `answer=${consent.id}:${value}`).join('&');
    expect(await found(all)).toHaveLength(6);
  });

  test('sensitive ones are found, and shown, from rank 3', async () => {
    const { id } = await group();
    const field = await site.factories.formField({ organization_id, type: 'single_choice', sensitive: true });
    const open = await site.factories.formField({ organization_id, type: 'single_choice' });
    const answers = [answerTo(field, 'asthma', { sensitive: true }), answerTo(open, 'none')];
    await person('Ana', id, { answers });
    await person('Eva', id, { answers: [answerTo(open, 'none')] });
    const path = `/groups/${id}/participants`;
    const as = async (role: Role) =>
      site.as(await site.factories.member({ organization_id, role, groups: [id] }));
    const [viewer, admin] = [await as('GROUP_VIEWER_USER'), await as('GROUP_ADMIN')];
    for (const value of ['asthma', '*']) {
      expect(await found(`answer=${field.id}:${value}`, admin, path)).toEqual(['Ana']);
      expect(await found(`answer=${field.id}:${value}`, viewer, path)).toEqual([]);
    }
    expect(await found(`answer=${field.id}:!`, admin, path)).toEqual(['Eva']);
    expect(await found(`answer=${field.id}:!`, viewer, path)).toEqual(['Ana', 'Eva']);
    expect(await found(`answer=${open.id}:none`, viewer, path)).toEqual(['Ana', 'Eva']);
    const shown = async (caller: Caller) => {
      const { body } = await caller.get<List>(
        `${path}?sort=name&with_answers=${field.id}&with_answers=${open.id}`,
      );
      return body.results.map((one) => one.answers?.map(({ value }) => value));
    };
    expect(await shown(admin)).toEqual([['asthma', 'none'], ['none']]);
    expect(await shown(viewer)).toEqual([['none'], ['none']]);
    const { body } = await admin.get<List>(path);
    expect(body.results[0]).not.toHaveProperty('answers');
  });
});

test('the own questions of the groups that a list is narrowed to can be columns, sensitive ones from rank 3', async () => {
  const [shirts, other] = [await group(), await group()];
  const question = { type: 'text', name: { sl: 'Majica' }, description: {}, options: [] };
  const ask = (group_id: string, sensitive: boolean) =>
    site.factories.groupField({ organization_id, group_id, question: { ...question, sensitive } });
  const [open, hidden] = [await ask(shirts.id, false), await ask(shirts.id, true)];
  await ask(other.id, false);
  const { id: form_field_id } = await site.factories.formField({ organization_id });
  await site.factories.groupField({ organization_id, group_id: shirts.id, form_field_id });
  const asked = async (caller: Caller, query: string) => {
    const { body } = await caller.get<{ results: { id: string }[] }>(`/participants/questions?${query}`);
    return body.results.map(({ id }) => id);
  };
  expect(await asked(staff, `group_id=${shirts.id}`)).toEqual([open.id, hidden.id]);
  expect(await asked(staff, `category_id=${other.category_id}`)).toHaveLength(1);
  const role = 'GROUP_EDITOR_USER';
  const editor = site.as(await site.factories.member({ organization_id, role, groups: [shirts.id] }));
  expect(await asked(editor, `group_id=${shirts.id}&group_id=${other.id}`)).toEqual([open.id]);
});

describe('by what needs a look', () => {
  test('a second application that differs, and a mail that failed and was not made up for', async () => {
    const { id } = await group();
    const twice = await person('Dvakrat', id);
    const [failed, mended] = [await person('Vrnjena', id), await person('Popravljena', id)];
    await site.rows(
      `insert into reapplications (organization_id, participant_id, group_id, phone) values ($1, $2, $3, '041 222 333')`,
      [organization_id, twice.id, id],
    );
    const mail = (participant_id: string, state: string, created_at: string) =>
      site.factories.mail({ organization_id, group_id: id, participant_id, state, created_at });
    await mail(failed.id, 'sent', '2026-09-01T10:00:00Z');
    await mail(failed.id, 'failed', '2026-09-01T11:00:00Z');
    await mail(mended.id, 'failed', '2026-09-01T10:00:00Z');
    await mail(mended.id, 'sent', '2026-09-01T11:00:00Z');
    expect(await found('look=reapplied')).toEqual(['Dvakrat']);
    expect(await found('look=mail_failed')).toEqual(['Vrnjena']);
    expect(await found('look=mail_failed&look=reapplied')).toEqual(['Dvakrat', 'Vrnjena']);
  });

  test('a second application that differs in sensitive answers alone, from rank 3', async () => {
    const { id } = await group();
    const again = async (name: string, given: { phone?: string; sensitive: boolean[] }) => {
      const field = await site.factories.formField({ organization_id });
      const answers = given.sensitive.map((sensitive) => answerTo(field, 'a', { sensitive }));
      await site.rows(
        `insert into reapplications (organization_id, participant_id, group_id, phone, answers)
         values ($1, $2, $3, $4, $5::jsonb)`,
        [organization_id, (await person(name, id)).id, id, given.phone ?? null, JSON.stringify(answers)],
      );
    };
    await again('Občutljivo', { sensitive: [true] });
    await again('Odgovor', { sensitive: [true, false] });
    await again('Telefon', { phone: '041 222 333', sensitive: [true] });
    const path = `/groups/${id}/participants`;
    const as = async (role: Role) =>
      site.as(await site.factories.member({ organization_id, role, groups: [id] }));
    const [viewer, admin] = [await as('GROUP_VIEWER_USER'), await as('GROUP_ADMIN')];
    expect(await found('look=reapplied', viewer, path)).toEqual(['Odgovor', 'Telefon']);
    expect(await found('look=reapplied', admin, path)).toEqual(['Občutljivo', 'Odgovor', 'Telefon']);
  });

  test('an age outside the group’s on its first day', async () => {
    const small = await group({ start_date: '2199-09-01', age_from: 6, age_to: 8 });
    const open = await group();
    const birth = await site.factories.formField({ organization_id, type: 'date', purpose: 'date_of_birth' });
    const born = (name: string, day: string, group_id = small.id, given = {}) =>
      person(name, group_id, { answers: [answerTo(birth, day)], ...given });
    await born('Premlada', '2193-09-02');
    await born('Ravno šest', '2193-09-01');
    await born('Še osem', '2190-09-02');
    await born('Devet', '2190-09-01');
    await born('Odklonjena', '2150-01-01', small.id, { status: 'rejected' });
    await born('Drugje', '2150-01-01', open.id);
    await person('Neznana', small.id);
    expect(await found('look=outside_age')).toEqual(['Devet', 'Premlada']);
  });

  test('an answer that the group requires and is missing', async () => {
    const { id } = await group();
    const [field, consent] = [
      await site.factories.formField({ organization_id }),
      await site.factories.formField({ organization_id, type: 'checkbox' }),
    ];
    const of = { organization_id, group_id: id, required: true };
    await site.factories.groupField({ ...of, form_field_id: field.id });
    await site.factories.groupField({ ...of, form_field_id: consent.id });
    const own = await site.factories.groupField(of);
    await site.factories.groupField({ ...of, required: false });
    const own_answer = { ...answerTo(own, 'M'), form_field_id: null };
    const whole = [answerTo(field, 'a'), answerTo({ ...consent, type: 'checkbox' }, true), own_answer];
    await person('Cela', id, { answers: whole });
    await person('Brez enega', id, { answers: whole.slice(0, 2) });
    await person('Brez privolitve', id, {
      answers: [...whole.slice(0, 1), answerTo({ ...consent, type: 'checkbox' }, false), own_answer],
    });
    await person('Odklonjena', id, { status: 'rejected' });
    expect(await found('look=incomplete')).toEqual(['Brez enega', 'Brez privolitve']);

    // what was answered to a question that was sensitive then, lower ranks don't learn from today's form
    const sensitive = { ...answerTo({ ...consent, type: 'checkbox' }, false), sensitive: true };
    await person('Občutljiva', id, { answers: [...whole.slice(0, 1), sensitive, own_answer] });
    const role = 'GROUP_VIEWER_USER';
    const viewer = site.as(await site.factories.member({ organization_id, role, groups: [id] }));
    const incomplete = (caller: Caller) => found('look=incomplete', caller, `/groups/${id}/participants`);
    expect(await incomplete(staff)).toEqual(['Brez enega', 'Brez privolitve', 'Občutljiva']);
    expect(await incomplete(viewer)).toEqual(['Brez enega', 'Brez privolitve']);
  });
});

test.each([
  'answer=1:a',
  `answer=${crypto.randomUUID()}`,
  `answer=${crypto.randomUUID()}:A%20b`,
  'age_from=151',
  'age_to=-1',
  'age_on=2026-02-30',
  'category_id=x',
  'period=never',
  'language=de',
  'source=import',
  'look=bored',
  'with_answers=x',
])('refuses %s', async (query) => {
  const { status, body } = await staff.get<{ code: string }>(`/participants?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

test('a roster takes no filter of groups', async () => {
  const { id } = await group();
  for (const name of ['group_id', 'category_id', 'leader_id'])
    expect((await staff.get(`/groups/${id}/participants?${name}=${id}`)).status).toBe(400);
});

test('narrows by how people stand with their payments, and tells rank 3 what they owe', async () => {
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const { id: group_id } = await factories.group({ organization_id });
  const people = new Map<string, string>();
  for (const name of ['Brez', 'Dolžan', 'Pozen', 'Plačan', 'Preklican']) {
    const { id } = await factories.participant({ organization_id, group_id, name });
    people.set(name, id);
  }
  const pay = (name: string, given: object) =>
    factories.payment({ organization_id, participant_id: people.get(name) ?? '', ...given });
  await pay('Dolžan', { amount: '0.10' });
  await pay('Dolžan', { amount: '0.20', status: 'completed' });
  await pay('Pozen', { amount: '7.00', expiration_date: '2020-01-01' });
  await pay('Pozen', { amount: '1.00' });
  await pay('Plačan', { status: 'completed' });
  await pay('Preklican', { status: 'cancelled' });
  const staff = site.as(await factories.member({ organization_id }));
  const named = async (query: string) => {
    const { body } = await staff.get<{ results: { name: string; balances?: unknown }[]; total: number }>(
      `/participants?sort=name&with_total=true&${query}`,
    );
    expect(body.total).toBe(body.results.length);
    return body.results.map(({ name }) => name);
  };
  expect(await named('payment=none')).toEqual(['Brez', 'Preklican']);
  expect(await named('payment=open')).toEqual(['Dolžan', 'Pozen']);
  expect(await named('payment=overdue')).toEqual(['Pozen']);
  expect(await named('overdue=true')).toEqual(['Pozen']);
  expect(await named('payment=paid')).toEqual(['Plačan']);
  expect(await named('payment=paid&payment=overdue')).toEqual(['Plačan', 'Pozen']);
  const balances = async (role: 'GROUP_ADMIN' | 'GROUP_EDITOR_USER') => {
    const caller = site.as(await factories.member({ organization_id, role, groups: [group_id] }));
    const { body } = await caller.get<{ results: { name: string; balances?: unknown }[] }>(
      `/groups/${group_id}/participants?with_balances=true&sort=name`,
    );
    return body.results.map(({ balances: its }) => its);
  };
  const euros = (open: string, overdue: string, received: string) => [
    { currency: 'EUR', open, overdue, received },
  ];
  expect(await balances('GROUP_ADMIN')).toEqual([
    [],
    euros('0.10', '0.00', '0.20'),
    euros('0.00', '0.00', '12.50'),
    euros('8.00', '7.00', '0.00'),
    [],
  ]);
  expect(await balances('GROUP_EDITOR_USER')).toEqual(Array(5).fill(undefined));
});
