/**
 * The walk of sensitive answers: no call of the contract shows ranks 1 and 2 an answer to a question that was ever
 * sensitive, whatever happens to the question later.
 */
import { contract } from '@vpisnik/contract/contract';
import { type Contract, urlOf } from '@vpisnik/contract/kit';
import type { Participant } from '@vpisnik/contract/participants';
import { rankOf } from '@vpisnik/contract/rules/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { applicantsOf, application } from '../applicants/applicants.ts';
import { queries } from '../walk/walk-samples.ts';

let site: TestApp;
let { apply, kept } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
  ({ apply, kept } = applicantsOf(site));
});
afterAll(() => site.close());

const secret = 'Alergija na arašide';
const renewed = 'Astma';

const reading = Object.entries(contract as Contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { method, scope, rank = 0 }]) => method === 'GET' && scope === 'organization' && rank <= 2)
    .map(([action, endpoint]) => ({ name: `${noun}.${action}`, endpoint })),
);

/** All replies of the contract's reading calls to a caller, as one text. */
async function allThatIsRead(caller: Caller, ids: Record<string, string>): Promise<string> {
  const replies = await Promise.all(
    reading.map(async ({ name, endpoint }) => {
      const segment = /(?<segment>[\w-]+)\/\{id\}/.exec(endpoint.path)?.groups?.segment ?? '';
      const params = { id: ids[segment] ?? crypto.randomUUID() };
      const { body } = await caller.get(
        urlOf(endpoint, { params, query: queries[name] as Record<string, unknown> }),
      );
      return JSON.stringify(body);
    }),
  );
  return replies.join('\n');
}

/** A group with its own question and one of the catalogue, both answered in an application and a repeated one. */
async function answered() {
  const { id: organization_id } = await site.factories.organization();
  const admin = site.as(await site.factories.member({ role: 'ADMIN' }), organization_id);
  const staff = site.as(await site.factories.member({ organization_id }));
  const group = await site.factories.group({ organization_id });
  const other = await site.factories.group({ organization_id });
  const field = await site.factories.formField({ organization_id });
  const of = { organization_id, group_id: group.id };
  const own = await site.factories.groupField(of);
  const shared = await site.factories.groupField({ ...of, form_field_id: field.id });
  const sent = application({ answers: { [own.id]: secret, [shared.id]: secret } });
  expect((await apply(group, sent)).status).toBe(201);
  expect((await apply(group, { ...sent, answers: { [own.id]: renewed, [shared.id]: renewed } })).status).toBe(
    201,
  );
  const [{ id } = { id: '' }] = (await kept(group)) as unknown as { id: string }[];
  const participant = () => staff.api.participants.get({ params: { id } });
  const question = {
    type: 'text' as const,
    name: { sl: 'Vprašanje', en: 'Question' },
    description: {},
    options: [],
  };

  const acts = {
    /** Both questions, as an administrator would. */
    flag: async (sensitive = true) => {
      const { fields, version } = await staff.api.groups.get({ params: { id: group.id } });
      const asked = fields.map(({ id, form_field_id, widget, required }) =>
        form_field_id === null
          ? { id, question: { ...question, sensitive }, widget: widget as 'text', required }
          : { id, form_field_id, widget: widget as 'text', required },
      );
      await staff.api.groups.update({ params: { id: group.id }, body: { version, fields: asked } });
      await acts.flagField(sensitive);
    },
    flagField: async (sensitive = true) => {
      const { version } = await admin.api.form_fields.get({ params: { id: field.id } });
      await admin.api.form_fields.update({ params: { id: field.id }, body: { version, sensitive } });
    },
    unflag: () => acts.flag(false),
    move: async () => {
      const { version } = await participant();
      await staff.api.participants.update({ params: { id }, body: { version, group_id: other.id } });
    },
    drop: async () => {
      const { version } = await staff.api.groups.get({ params: { id: group.id } });
      await staff.api.groups.update({ params: { id: group.id }, body: { version, fields: [] } });
    },
    merge: async () => {
      const into = await site.factories.formField({ organization_id });
      const { version } = await admin.api.form_fields.get({ params: { id: field.id } });
      await admin.api.form_fields.merge({
        params: { id: field.id },
        body: { into: into.id, version, into_version: into.version },
      });
    },
    mergeIntoSensitive: async () => {
      const into = await site.factories.formField({ organization_id, sensitive: true });
      const { version } = await admin.api.form_fields.get({ params: { id: field.id } });
      await admin.api.form_fields.merge({
        params: { id: field.id },
        body: { into: into.id, version, into_version: into.version },
      });
    },
    /** Staff send back the answers that they see, as the form does. */
    save: async () => {
      const { version, answers } = await participant();
      const given = Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value]));
      await staff.api.participants.update({ params: { id }, body: { version, answers: given } });
    },
    /** Another answer to each, and the first one again: both changes stand in the history. */
    correct: async () => {
      for (const text of ['popravljeno', secret]) {
        const { version, answers } = await participant();
        const given = Object.fromEntries(answers.map(({ field_id }) => [field_id, text]));
        await staff.api.participants.update({ params: { id }, body: { version, answers: given } });
      }
    },
  };
  return { organization_id, group, other, id, acts: { ...acts, ...mergesOf() }, participant };

  /** Merges of applications to the group, and their undoing. */
  function mergesOf() {
    let done = '';
    const another = async (given: object = {}) =>
      (await site.factories.participant({ ...of, name: 'Eva Kos', email: null, ...given })).id;
    const merge = async (into: string, other_id: string, take: string[] = []) => {
      const versionOf = async (one: string) =>
        (await staff.api.participants.get({ params: { id: one } })).version;
      const [version, other_version] = [await versionOf(into), await versionOf(other_id)];
      const body = { other_id, version, other_version, take };
      done = (await staff.api.same_person.merge({ params: { id: into }, body })).id;
    };
    return {
      /** Their answers are told as the other one's until this is undone. */
      mergeAway: async () => merge(await another(), id),
      /** Their answers are another one's until this is undone. */
      takeOthers: async () => {
        const { answers } = await participant();
        const others = answers.map((answer) => ({ ...answer, value: 'nič', text: 'nič', sensitive: false }));
        const take = answers.map(({ field_id }) => `answer:${field_id}`);
        await merge(id, await another({ answers: others }), take);
      },
      undoMerge: async () => {
        await staff.api.same_person.undo({ params: { id: done }, body: {} });
      },
    };
  }
}

type World = Awaited<ReturnType<typeof answered>>;

const readers = (['GROUP_VIEWER_USER', 'GROUP_EDITOR_USER'] as const).filter((role) => rankOf(role) <= 2);

async function readBy({ organization_id, group, other, id }: World): Promise<string[]> {
  return await Promise.all(
    readers.map(async (role) => {
      const groups = [group.id, other.id];
      const reader = site.as(await site.factories.member({ organization_id, role, groups }));
      const current = await Promise.all(
        groups.map((one) => allThatIsRead(reader, { groups: one, participants: id })),
      );
      if (role === 'GROUP_EDITOR_USER') {
        const conflict = await reader.patch(`/participants/${id}/status`, {
          version: 999,
          status: 'inactive',
        });
        expect(conflict.status).toBe(409);
        current.push(JSON.stringify(conflict.body));
      }
      return current.join('\n');
    }),
  );
}

test('ranks 1 and 2 read answers that are not sensitive: the walk would find one', async () => {
  for (const read of await readBy(await answered())) {
    expect(read).toContain(secret);
    expect(read).toContain(renewed);
  }
});

test.each<[(keyof World['acts'])[]]>([
  [['flag']],
  [['flag', 'move']],
  [['flag', 'drop']],
  [['flag', 'unflag']],
  [['flag', 'unflag', 'save']],
  [['flag', 'move', 'drop', 'save']],
  [['move', 'flag']],
  [['flag', 'merge', 'unflag']],
  [['correct', 'flag']],
  [['mergeAway', 'flag', 'drop', 'undoMerge']],
  [['takeOthers', 'flag', 'drop', 'undoMerge']],
])('ranks 1 and 2 never read it after %j, rank 3 does', async (acts) => {
  const world = await answered();
  for (const act of acts) {
    // the catalogue's field is gone after a merge
    if (act === 'unflag' && acts.includes('merge')) continue;
    await world.acts[act]();
  }
  for (const read of await readBy(world)) {
    expect(read).not.toContain(secret);
    expect(read).not.toContain(renewed);
  }
  const { organization_id, group, other, id } = world;
  const leader = site.as(
    await site.factories.member({
      organization_id,
      role: 'GROUP_ADMIN',
      groups: [group.id, other.id],
    }),
  );
  const read = (await leader.get<Participant>(`/participants/${id}`)).body;
  expect(read.answers.map(({ text, sensitive }) => [text, sensitive])).toEqual([
    [secret, true],
    [secret, true],
  ]);
  expect(read.reapplications[0]?.answers.map(({ text }) => text)).toEqual([renewed, renewed]);
});

test.each<[(keyof World['acts'])[]]>([
  [['drop', 'flagField']],
  [['move', 'drop', 'flagField']],
  [['mergeIntoSensitive']],
  [['drop', 'mergeIntoSensitive']],
  [['move', 'mergeIntoSensitive', 'save']],
  [['correct', 'mergeIntoSensitive']],
  [['mergeAway', 'drop', 'mergeIntoSensitive', 'undoMerge']],
  [['takeOthers', 'drop', 'mergeIntoSensitive', 'undoMerge']],
])('a field of the catalogue hides its answers also where no form asks it any more: %j', async (acts) => {
  const world = await answered();
  for (const act of acts) await world.acts[act]();
  for (const read of await readBy(world)) {
    // the group's own question was never sensitive
    expect(read.split(secret).length).toBeGreaterThan(1);
    const answers = [...read.matchAll(/"answers":\[([^\]]*)\]/g)].map(([, one = '']) => one);
    // the two changes of the group's own answer are told, in both groups' walks
    expect(read.split('"field":"answer"').length).toBeLessThanOrEqual(5);
    for (const one of answers) expect(one.split('"field_id"').length - 1).toBeLessThanOrEqual(1);
  }
});

test('applications that come in while a question becomes sensitive are stored as sensitive', async () => {
  const world = await answered();
  const { fields } = await world.participant().then(async () => {
    const staff = site.as(await site.factories.member({ organization_id: world.organization_id }));
    return await staff.api.groups.get({ params: { id: world.group.id } });
  });
  const answers = Object.fromEntries(fields.map(({ id }) => [id, secret]));
  const [, ...applied] = await Promise.all([
    world.acts.flag(),
    ...Array.from({ length: 12 }, () => apply(world.group, application({ answers }))),
  ]);
  for (const { status } of applied) expect(status).toBe(201);
  const stored = await kept(world.group);
  expect(stored).toHaveLength(13);
  for (const row of stored) expect(row.answers).toMatchObject([{ sensitive: true }, { sensitive: true }]);
});
