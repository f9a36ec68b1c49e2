import type { Participant } from '@vpisnik/contract/participants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  group_id = (await site.factories.group({ organization_id })).id;
  staff = site.as(await site.factories.member({ organization_id, name: 'Nina' }));
});

const failed = async (given: object = {}, of: object = {}) => {
  const its = { organization_id, group_id };
  const person = await site.factories.participant({ ...its, email: 'ana@example.com', ...of });
  const mail = await site.factories.mail({ ...its, participant_id: person.id, state: 'failed', ...given });
  return { id: person.id, mail: mail.id };
};
const again = (mail: string, body: object = {}, caller = staff) =>
  caller.post<Participant & { code: string }>(`/participant-mails/${mail}/again`, body);

test('a mail leaves once more, once however often it is asked for; the repeat may be repeated in its turn', async () => {
  const { id, mail } = await failed({ to_address: 'old@example.com' });
  const answers = await Promise.all([again(mail), again(mail), again(mail)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { mails } = await staff.api.participants.get({ params: { id } });
  expect(mails).toHaveLength(2);
  expect(mails[0]).toMatchObject({
    ...{ again_of: mail, requested_by: 'Nina', to_address: 'ana@example.com', state: 'queued' },
    email_type: 'application_confirmation',
  });
  const repeat = mails[0]?.id ?? '';
  expect(await again(repeat)).toMatchObject({ status: 409, body: { code: 'mail_outdated' } });
  await site.rows(`update mails set state = 'sent' where id = $1`, [repeat]);
  expect((await again(repeat)).body.mails).toHaveLength(3);
});

test('the address is corrected and the mail sent again in one step, and the history tells both', async () => {
  const { id, mail } = await failed();
  const body = { email: 'Prava@example.com', version: 1 };
  const both = await Promise.all([again(mail, body), again(mail, body)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const now = await staff.api.participants.get({ params: { id } });
  expect(now).toMatchObject({ email: 'prava@example.com', version: 2 });
  expect(now.mails.map(({ to_address, state }) => [to_address, state])).toContainEqual([
    ...['prava@example.com', 'queued'],
  ]);
  const { results } = await staff.api.participant_history.list({ params: { id } });
  const told = results.filter(({ actor }) => actor === 'Nina');
  expect(told.map(({ kind, mail: sent }) => [kind, sent?.again_of ?? null])).toEqual([
    ['mail', mail],
    ['changed', null],
  ]);
  expect(told[1]?.changes).toEqual([{ field: 'email', from: 'ana@example.com', to: 'prava@example.com' }]);
  // a correction that comes after the repeat is refused, and never dropped
  const late = { email: 'druga@example.com', version: 1 };
  expect(await again(mail, late)).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
  expect(await again(mail, { ...late, version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'mail_outdated' },
  });
  expect(await again(mail, { email: late.email })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'version', code: 'required' }] },
  });
  // a third party's change is not overwritten
  const other = await failed();
  expect(await again(other.mail, { ...body, version: 7 })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { version: 1 } },
  });
});

test('only what is still true, and to those who have an address', async () => {
  const update = { email_type: 'application_status_update', status_at: 'approved' };
  const cases = [
    await failed(update),
    await failed({ state: 'cancelled' }),
    await failed({}, { status: 'rejected' }),
    await failed({ recipient_kind: 'staff' }),
  ];
  for (const { mail } of cases)
    expect(await again(mail)).toMatchObject({ status: 409, body: { code: 'mail_outdated' } });
  expect((await again((await failed(update, { status: 'approved' })).mail)).status).toBe(200);
  const silent = await failed({}, { email: null });
  expect(await again(silent.mail)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'email', code: 'required' }] },
  });
});

test('editors send again, group administrators correct addresses, nobody out of scope', async () => {
  const { member, group } = site.factories;
  const limited = { organization_id, groups: [group_id], role: 'GROUP_EDITOR_USER' as const };
  const editor = site.as(await member(limited));
  const viewer = site.as(await member({ ...limited, role: 'GROUP_VIEWER_USER' }));
  const other = await group({ organization_id });
  const stranger = site.as(await member({ ...limited, groups: [other.id] }));
  const { mail } = await failed();
  expect((await again(mail, {}, viewer)).status).toBe(403);
  expect((await again(mail, {}, stranger)).status).toBe(404);
  expect(await again(mail, { email: 'b@example.com' }, editor)).toMatchObject({
    ...{ status: 403, body: { code: 'field_not_allowed' } },
  });
  expect((await again(mail, {}, editor)).status).toBe(200);
});
