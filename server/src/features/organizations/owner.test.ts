import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { codeIn } from '../../../test/outside/mailed-code.ts';

let app: TestApp;
let owner: Member;
let id: string;
let count = 0;

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  count += 1;
  ({ id } = await app.factories.organization({ owner_email: `old${count}@example.com` }));
  owner = await app.factories.member({ organization_id: id });
});

const request = (email: string) => app.as(owner).post(`/organizations/${id}/owner-changes`, { email });
const confirm = (code: string) => app.visitor.post('/owner-changes/confirm', { code });
const ownerEmail = async () =>
  (await app.as(owner).get<{ owner_email: string }>(`/organizations/${id}`)).body.owner_email;

test('the address of an organisation changes when the new one confirms, and the old one is told', async () => {
  const [before, after] = [`old${count}@example.com`, `new${count}@example.com`];
  expect((await request(after)).status).toBe(204);
  expect(await ownerEmail()).toBe(before);
  const code = codeIn((await app.mailsTo(after))[0]);
  expect(await confirm(code)).toMatchObject({ status: 200, body: { owner_email: after } });
  expect(await confirm(code)).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
  expect(await ownerEmail()).toBe(after);
  const [told] = await app.mailsTo(before);
  expect(told?.subject).toContain('ima nov naslov');
});

test('a proposal is shown until it is confirmed or taken back, and a newer one replaces it', async () => {
  const path = `/organizations/${id}/owner-changes`;
  const pending = async () => (await app.as(owner).get<{ email: string } | null>(path)).body;
  const [first, second] = [`first${count}@example.com`, `second${count}@example.com`];
  expect(await pending()).toBeNull();
  await request(first);
  expect(await pending()).toMatchObject({ email: first, requested_by: owner.name });
  const older = codeIn((await app.mailsTo(first))[0]);
  expect(await pending()).toMatchObject({ email: first });
  await request(second);
  expect(await pending()).toMatchObject({ email: second });
  expect((await confirm(older)).status).toBe(400);
  const code = codeIn((await app.mailsTo(second))[0]);

  const other = await app.factories.member({ organization_id: id });
  expect((await app.as(other).delete(path)).status).toBe(204);
  expect(await pending()).toBeNull();
  expect((await confirm(code)).status).toBe(400);
  expect((await app.as(owner).delete(path)).status).toBe(204);
  const { rows } = await app.owner.query(
    `select actor from activity_log where organization_id = $1 and action = 'owner_change_cancelled'`,
    [id],
  );
  expect(rows).toEqual([{ actor: other.name }]);
});

test('one that is taken back while its mail is being sent doesn’t leave at the next try', async () => {
  const email = `sending${count}@example.com`;
  await request(email);
  await app.mailsTo(email);
  await app.owner.query(`update account_mails set state = 'sending' where to_address = $1`, [email]);
  expect((await app.as(owner).delete(`/organizations/${id}/owner-changes`)).status).toBe(204);
  expect(await app.rows('select state from account_mails where to_address = $1', [email])).toEqual([
    { state: 'cancelled' },
  ]);
});

test('a platform ADMIN’s proposals for two organisations stand side by side', async () => {
  const admin = await app.factories.member({ role: 'ADMIN' });
  const other = await app.factories.organization();
  const proposals = [id, other.id].map((one, at) => ({ one, email: `side${at}-${count}@example.com` }));
  const codes: string[] = [];
  for (const { one, email } of proposals) {
    await app.as(admin, one).post(`/organizations/${one}/owner-changes`, { email });
    codes.push(codeIn((await app.mailsTo(email))[0]));
  }
  for (const code of codes) expect((await confirm(code)).status).toBe(200);
});

test('the fourth request for the same address is refused', async () => {
  const email = `often${count}@example.com`;
  for (let time = 0; time < 3; time += 1) expect((await request(email)).status).toBe(204);
  expect(await request(email)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('it does not when who asked may do so no more', async () => {
  await request(`new${count}@example.com`);
  const code = codeIn((await app.mailsTo(`new${count}@example.com`))[0]);
  const other = app.as(await app.factories.member({ organization_id: id }));
  await app.owner.query(`update memberships set role = 'GROUP_ADMIN' where account_id = $1`, [owner.id]);
  expect((await confirm(code)).status).toBe(400);
  // a link that is worthless is not waited for
  expect((await other.get(`/organizations/${id}/owner-changes`)).body).toBeNull();
});

test('other organisations can’t request it, and settings never change it', async () => {
  const stranger = app.as(await app.factories.member());
  expect((await stranger.post(`/organizations/${id}/owner-changes`, { email: 'a@example.com' })).status).toBe(
    404,
  );
  expect(
    (await app.as(owner).patch('/organizations', { version: 1, owner_email: 'a@example.com' })).status,
  ).toBe(422);
  expect((await request(`old${count}@example.com`)).status).toBe(422);
});
