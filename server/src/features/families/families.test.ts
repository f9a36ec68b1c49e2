import type { FamilyChild } from '@vpisnik/contract/families';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { holdUp } from '../../../test/hold-up.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
let ballet: { id: string };
let jazz: { id: string };
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id, name: 'Nina' }));
  ballet = await site.factories.group({ organization_id });
  jazz = await site.factories.group({ organization_id });
});

const address = 'barbara@example.com';
const person = (name: string, given: { group_id?: string; email?: string | null; status?: string } = {}) =>
  site.factories.participant({ organization_id, group_id: ballet.id, name, email: address, ...given });

const read = (id: string, caller = staff) => caller.api.families.ofParticipant({ params: { id } });
const join = (id: string, participant_ids: string[], join_families = false, caller = staff) =>
  caller.api.families.join({ params: { id }, body: { participant_ids, join_families } });
const names = (children: readonly FamilyChild[] = []) =>
  children.map(({ name, applications }) => `${name} ${applications.length}`);
const versions = (children: readonly FamilyChild[]) =>
  children.flatMap(({ applications }) => applications.map(({ id, version }) => ({ id, version })));

test('a common address proposes people, of one child all applications; joined, they are a family', async () => {
  const spela = await person('Špela Žnidaršič');
  const jakob = await person('Jakob Žnidaršič');
  await person('JAKOB ZNIDARSIC', { group_id: jazz.id });
  await person('Zala', { email: 'zala@example.com' });
  const before = await read(spela.id);
  expect([before.family, names(before.proposal)]).toEqual([null, ['JAKOB ZNIDARSIC 2']]);

  const { family, proposal } = await join(spela.id, [jakob.id]);
  expect(names(family?.children)).toEqual(['JAKOB ZNIDARSIC 2', 'Špela Žnidaršič 1']);
  expect(proposal).toEqual([]);
  // a later application is proposed, and joins the same family
  const again = await person('Špela Žnidaršič', { group_id: jazz.id });
  const eva = await person('Eva Žnidaršič');
  expect(names((await read(jakob.id)).proposal)).toEqual(['Eva Žnidaršič 1']);
  const joined = await join(eva.id, [jakob.id]);
  expect(joined.family?.id).toBe(family?.id);
  expect(names((await read(again.id)).proposal)).toHaveLength(3);
  const history = await staff.api.participant_history.list({ params: { id: eva.id } });
  expect(history.results.map(({ kind, actor }) => [kind, actor])).toContainEqual(['family_joined', 'Nina']);
});

test('people with the same name and another birth date are two children', async () => {
  const born = async (day: string, name = 'Ana Kos') => {
    const { id } = await person(name, { email: `${crypto.randomUUID()}@example.com` });
    const answer = { field_id: ballet.id, label: null, name: 'Rojstvo', type: 'date', value: day, text: day };
    await site.rows('update participants set answers = $2 where id = $1', [
      id,
      JSON.stringify([{ ...answer, sensitive: false, purpose: 'date_of_birth' }]),
    ]);
    return id;
  };
  // fixed days: births, whose order alone counts
  const ids = [await born('2019-02-02'), await born('2012-03-04'), await born('2015-01-01', 'Žan')];
  const { family } = await join(ids[0] ?? '', ids);
  expect(family?.children.map(({ name, birth_date }) => [name, birth_date])).toEqual([
    ['Ana Kos', '2012-03-04'],
    ['Žan', '2015-01-01'],
    ['Ana Kos', '2019-02-02'],
  ]);
});

test('what is no family is proposed no more, also when they apply again; by hand it still becomes one', async () => {
  const spela = await person('Špela');
  const luka = await person('Luka');
  const refused = await staff.api.families.refuse({
    params: { id: spela.id },
    body: { participant_ids: [luka.id] },
  });
  expect(refused.proposal).toEqual([]);
  const again = await person('Luka', { group_id: jazz.id });
  for (const id of [spela.id, luka.id, again.id]) expect((await read(id)).proposal).toEqual([]);
  const { family } = await join(again.id, [spela.id]);
  expect(names(family?.children)).toEqual(['Luka 2', 'Špela 1']);
});

test('a child who is separated leaves with all applications and is proposed no more; nothing else changes', async () => {
  const [spela, jakob, zala] = [await person('Špela'), await person('Jakob'), await person('Zala')];
  const again = await person('Jakob', { group_id: jazz.id });
  const { family } = await join(spela.id, [jakob.id, zala.id]);
  expect((await staff.delete(`/participants/${again.id}/family`)).status).toBe(204);
  expect(await read(jakob.id)).toEqual({ family: null, proposal: [] });
  const left = await read(spela.id);
  expect([names(left.family?.children), left.proposal]).toEqual([['Špela 1', 'Zala 1'], []]);
  expect(left.family?.version).toBeGreaterThan(family?.version ?? 0);
  expect((await staff.api.participants.get({ params: { id: jakob.id } })).version).toBe(1);
  // the last but one takes the family along, and who is in none can't leave it
  expect((await staff.delete(`/participants/${zala.id}/family`)).status).toBe(204);
  expect((await staff.delete(`/participants/${spela.id}/family`)).status).toBe(404);
  expect(await site.rows('select from families where organization_id = $1', [organization_id])).toEqual([]);
});

test('deleting members leaves the others a family, until one child is alone', async () => {
  const [spela, jakob, zala] = [await person('Špela'), await person('Jakob'), await person('Zala')];
  await person('Špela', { group_id: (await site.factories.group({ organization_id })).id });
  const { family } = await join(spela.id, [jakob.id, zala.id]);
  expect(names(family?.children)).toContain('Špela 2');
  expect((await staff.delete(`/participants/${zala.id}`)).status).toBe(204);
  expect((await staff.get(`/families/${family?.id}`)).status).toBe(200);
  expect((await staff.delete(`/participants/${jakob.id}`)).status).toBe(204);
  expect((await staff.get(`/families/${family?.id}`)).status).toBe(404);
  expect((await read(spela.id)).family).toBeNull();
  expect(await staff.post(`/participants/${spela.id}/family`, { participant_ids: [jakob.id] })).toMatchObject(
    {
      status: 422,
      body: { errors: [{ path: 'participant_ids.0', code: 'unknown_id' }] },
    },
  );
});

test('two families are joined only when that is asked for', async () => {
  const at = (email: string) => ({ email: `${email}@example.com` });
  const [ana, bor] = [await person('Ana', at('a')), await person('Bor', at('a'))];
  const [cene, dora] = [await person('Cene', at('c')), await person('Dora', at('c'))];
  const { family } = await join(ana.id, [bor.id]);
  const { family: other } = await join(cene.id, [dora.id]);
  const asked = await staff.post(`/participants/${ana.id}/family`, { participant_ids: [dora.id] });
  expect(asked).toMatchObject({
    status: 409,
    body: { code: 'in_other_family', current: { family: { id: other?.id } } },
  });
  const joined = await join(ana.id, [dora.id], true);
  expect(joined.family?.id).toBe(family?.id);
  expect(names(joined.family?.children)).toEqual(['Ana 1', 'Bor 1', 'Cene 1', 'Dora 1']);
  expect((await staff.get(`/families/${other?.id}`)).status).toBe(404);
});

test('two who join the same people at once make one family', async () => {
  const [spela, jakob] = [await person('Špela'), await person('Jakob')];
  const held = await holdUp(site, 'family_members');
  const both = [join(spela.id, [jakob.id]), join(jakob.id, [spela.id])];
  await held.waiting(2);
  await held.release();
  const [one, two] = await Promise.all(both);
  expect(one?.family?.id).toBe(two?.family?.id);
  expect(await site.rows('select from families where organization_id = $1', [organization_id])).toHaveLength(
    1,
  );
});

test('a member who moves to another group stays in the family', async () => {
  const [spela, jakob] = [await person('Špela'), await person('Jakob')];
  await join(spela.id, [jakob.id]);
  await staff.api.participants.update({ params: { id: jakob.id }, body: { version: 1, group_id: jazz.id } });
  const rows = await site.rows('select group_id from family_members where participant_id = $1', [jakob.id]);
  expect(rows).toEqual([{ group_id: jazz.id }]);
});

test('one who is moved while joining is known in the new group', async () => {
  const [spela, jakob] = [await person('Špela'), await person('Jakob')];
  // the last table that joining touches
  const held = await holdUp(site, 'family_separations');
  const joining = join(spela.id, [jakob.id]);
  await held.waiting(1);
  const moving = staff.patch(`/participants/${jakob.id}`, { version: 1, group_id: jazz.id });
  await held.waiting(2);
  await held.release();
  await joining;
  expect((await moving).status).toBe(200);
  const rows = await site.rows('select group_id from family_members where participant_id = $1', [jakob.id]);
  expect(rows).toEqual([{ group_id: jazz.id }]);
});

/** Makes a group ask for name and telephone of the contact. */
async function asksForGuardian(group_id: string): Promise<void> {
  for (const [purpose, type] of [
    ['guardian_name', 'text'],
    ['guardian_phone', 'phone_number'],
  ] as const) {
    const { id: form_field_id } = await site.factories.formField({ organization_id, purpose, type });
    await site.factories.groupField({ organization_id, group_id, form_field_id });
  }
}

test('one contact is changed for all, each keeping it where their group asks for it', async () => {
  await asksForGuardian(ballet.id);
  const [spela, jakob] = [await person('Špela'), await person('Jakob', { group_id: jazz.id })];
  await join(spela.id, [jakob.id]);
  await site.factories.mail({ organization_id, group_id: jazz.id, participant_id: jakob.id });
  const { family } = await read(spela.id);
  const contact = { name: 'Barbara Žnidaršič', email: 'b.znidarsic@example.com', phone: '031 777 188' };
  const change = {
    params: { id: family?.id ?? '' },
    body: { ...contact, version: family?.version ?? 0, members: versions(family?.children ?? []) },
  };
  const changed = await staff.api.families.setContact(change);
  expect(changed).toMatchObject({
    takes_name: true,
    contact: { names: [contact.name], emails: [contact.email], phones: [contact.phone] },
    mails: [{ participant_id: jakob.id, participant_name: 'Jakob' }],
  });
  const told = async (id: string) => {
    const { email, phone, guardian_name, guardian_phone } = await staff.api.participants.get({
      params: { id },
    });
    return [email, phone, guardian_name, guardian_phone];
  };
  expect(await told(spela.id)).toEqual([contact.email, null, contact.name, contact.phone]);
  expect(await told(jakob.id)).toEqual([contact.email, contact.phone, null, null]);
  const history = await staff.api.participant_history.list({ params: { id: jakob.id } });
  expect(history.results.flatMap(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ field: 'email', from: address, to: contact.email }),
  );
  // the same versions again are old ones; the same contact again changes nobody
  const stale = await staff.patch(`/families/${change.params.id}/contact`, change.body);
  expect(stale).toMatchObject({ status: 409, body: { code: 'edit_conflict', current: { id: family?.id } } });
  const same = { ...contact, version: changed.version, members: versions(changed.children) };
  expect(versions((await staff.api.families.setContact({ ...change, body: same })).children)).toEqual(
    same.members,
  );
});

test('a contact that was answered as something sensitive gets no second answer; the name has no place then', async () => {
  await asksForGuardian(ballet.id);
  const [spela, jakob] = [await person('Špela'), await person('Jakob', { group_id: jazz.id })];
  // the fields were sensitive when the form was sent
  await site.rows(
    `update participants set answers = (
      select jsonb_agg(jsonb_build_object('field_id', g.id, 'label', f.label, 'name', 'Stik', 'type', f.type,
        'value', '041 111 222', 'text', '041 111 222', 'sensitive', true, 'purpose', f.purpose))
      from group_fields g join form_fields f on f.id = g.form_field_id where g.group_id = $2) where id = $1`,
    [spela.id, ballet.id],
  );
  const { family } = await join(spela.id, [jakob.id]);
  const whole = await staff.api.families.get({ params: { id: family?.id ?? '' } });
  expect(whole.takes_name).toBe(false);
  const body = { version: whole.version, members: versions(whole.children) };
  expect(await staff.patch(`/families/${whole.id}/contact`, { ...body, name: 'Barbara' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'name', code: 'not_asked' }] },
  });
  const changed = await staff.api.families.setContact({
    params: { id: whole.id },
    body: { ...body, phone: '031 777 188' },
  });
  expect(changed.contact).toEqual({ names: [], emails: [address], phones: ['031 777 188'] });
  const { phone, answers } = await staff.api.participants.get({ params: { id: spela.id } });
  expect([phone, answers.map(({ text }) => text)]).toEqual(['031 777 188', ['041 111 222', '041 111 222']]);
});

test('nobody’s newer change is overwritten, and no application doubled', async () => {
  const [spela, jakob] = [await person('Špela'), await person('Jakob', { group_id: jazz.id })];
  await join(spela.id, [jakob.id]);
  const there = await person('JAKOB', { group_id: jazz.id, email: 'new@example.com' });
  const attempt = async () => {
    const { family } = await read(spela.id);
    const members = versions(family?.children ?? []);
    const body = { version: family?.version, members, email: 'new@example.com' };
    return { members, send: () => staff.patch(`/families/${family?.id}/contact`, body) };
  };
  const clash = await attempt();
  const at = clash.members.findIndex(({ id }) => id === jakob.id);
  expect(await clash.send()).toMatchObject({
    status: 409,
    body: { code: 'already_applied', errors: [{ path: `members.${at}`, code: 'already_applied' }] },
  });
  await staff.delete(`/participants/${there.id}`);
  const stale = await attempt();
  await staff.api.participants.update({
    params: { id: jakob.id },
    body: { version: 1, phone: '041 111 222' },
  });
  expect((await stale.send()).status).toBe(409);
  const emails = await site.rows('select distinct email from participants where organization_id = $1', [
    organization_id,
  ]);
  expect(emails).toEqual([{ email: address }]);
});

test('rank 3 sees members in scope and changes families that are wholly in it; rank 2 none', async () => {
  const { member } = site.factories;
  const limited = { organization_id, groups: [ballet.id] };
  const lead = site.as(await member({ ...limited, role: 'GROUP_ADMIN' }));
  const editor = site.as(await member({ ...limited, role: 'GROUP_EDITOR_USER' }));
  const [spela, jakob] = [await person('Špela'), await person('Jakob', { group_id: jazz.id })];
  expect((await read(spela.id, lead)).proposal).toEqual([]);
  expect((await editor.get(`/participants/${spela.id}/family`)).status).toBe(403);
  const { family } = await join(spela.id, [jakob.id]);
  const seen = await read(spela.id, lead);
  expect([names(seen.family?.children), seen.family?.hidden_count]).toEqual([['Špela 1'], 1]);
  const eva = await person('Eva');
  const body = { version: family?.version, members: versions(family?.children ?? []), phone: '031 111 222' };
  for (const refusal of [
    await lead.delete(`/participants/${spela.id}/family`),
    await lead.post(`/participants/${spela.id}/family`, { participant_ids: [eva.id] }),
    await lead.patch(`/families/${family?.id}/contact`, body),
  ])
    expect(refusal.status).toBe(403);
  expect((await lead.get(`/participants/${jakob.id}/family`)).status).toBe(404);
  await staff.delete(`/participants/${spela.id}/family`);
  expect((await join(spela.id, [eva.id], false, lead)).family?.hidden_count).toBe(0);
  // a family of which nothing is in scope is not there
  const zala = await person('Zala', { group_id: jazz.id });
  const elsewhere = await join(jakob.id, [zala.id]);
  expect((await lead.get(`/families/${elsewhere.family?.id}`)).status).toBe(404);
});

test('people of another organisation are neither proposed nor joined', async () => {
  const spela = await person('Špela');
  const foreign = await site.factories.participant({ name: 'Jakob', email: address });
  expect((await read(spela.id)).proposal).toEqual([]);
  for (const id of [foreign.id, crypto.randomUUID()])
    for (const path of ['family', 'family/refusals'])
      expect(await staff.post(`/participants/${spela.id}/${path}`, { participant_ids: [id] })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'participant_ids.0', code: 'unknown_id' }] },
      });
  expect((await staff.post(`/participants/${spela.id}/family`, { participant_ids: [spela.id] })).status).toBe(
    422,
  );
});

test('an address of very many people proposes nobody', async () => {
  const { id } = await person('Otrok 0');
  for (let at = 1; at <= 30; at += 1) await person(`Otrok ${at}`);
  expect((await read(id)).proposal).toEqual([]);
});
