/** Who may take a lost second factor away, and what goes with it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';

let app: TestApp;
let owner: Member;
let organization_id: string;

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from rate_limits');
  ({ id: organization_id } = await app.factories.organization());
  owner = await app.factories.member({ organization_id, name: 'Maja Kovač' });
});

/** A member with an app, a passkey and recovery codes. */
async function withFactors(given: object = {}): Promise<Member> {
  const member = await app.factories.member({ organization_id, name: 'Nina Bergant', ...given });
  await app.owner.query(
    `insert into second_factors (account_id, sealed, confirmed_at) values ($1, 'x', now())`,
    [member.id],
  );
  await app.owner.query(
    `insert into passkeys (account_id, credential_id, public_key, name) values ($1, $2, 'x', 'Telefon')`,
    [member.id, Buffer.from(member.id)],
  );
  await app.owner.query(`insert into recovery_codes (account_id, code_hash) values ($1, 'x')`, [member.id]);
  return member;
}

const reset = (user: { id: string }, as = app.as(owner)) => as.post(`/users/${user.id}/second-factor-resets`);

const factorsOf = ({ id }: Member) =>
  app.rows(
    `select account_id from second_factors where account_id = $1
     union all select account_id from passkeys where account_id = $1
     union all select account_id from recovery_codes where account_id = $1`,
    [id],
  );

test('an administrator resets a lost factor: everything of it goes, the person is signed out and told', async () => {
  const nina = await withFactors({ role: 'GROUP_ADMIN' });
  await app.owner.query(
    `insert into oidc_payloads (model, id, payload) values ('Grant', 'g', jsonb_build_object('accountId', $1::text))`,
    [nina.id],
  );
  const listed = async () =>
    (await app.as(owner).get<{ results: { id: string; second_factor: boolean }[] }>('/users')).body.results
      .filter(({ id }) => id === nina.id)
      .map(({ second_factor }) => second_factor);
  expect(await listed()).toEqual([true]);
  expect((await reset(nina)).status).toBe(204);
  expect(await listed()).toEqual([false]);
  expect(await factorsOf(nina)).toEqual([]);
  expect(await app.rows(`select from oidc_payloads where payload ->> 'accountId' = $1`, [nina.id])).toEqual(
    [],
  );
  const [mail] = await app.mailsTo(nina.email);
  expect(mail?.subject).toBe('Dvostopenjsko preverjanje je ponastavljeno');
  const { body } = await app.as(owner).get<{ results: object[] }>(`/activity?user_id=${nina.id}`);
  expect(body.results).toMatchObject([
    { action: 'second_factor_reset', actor: 'Maja Kovač', changes: { name: 'Nina Bergant' } },
  ]);
  expect(await reset(nina)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('not one’s own, not of another organisation, and not below an administrator', async () => {
  const [own, nina] = [await withFactors(), await withFactors({ role: 'GROUP_VIEWER_USER' })];
  expect(await reset(own, app.as(own))).toMatchObject({ status: 403, body: { code: 'own_account' } });
  const foreign = await app.factories.member();
  expect(await reset(nina, app.as(foreign))).toMatchObject({ status: 404 });
  const lower = await app.factories.member({ organization_id, role: 'GROUP_ADMIN' });
  expect(await reset(nina, app.as(lower))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  // a platform ADMIN is on no organisation's staff
  const admin = await app.factories.member({ role: 'ADMIN' });
  expect(await reset(admin)).toMatchObject({ status: 404 });
  expect(await factorsOf(nina)).toHaveLength(3);
  expect((await reset(nina, app.as(admin, organization_id))).status).toBe(204);
});
