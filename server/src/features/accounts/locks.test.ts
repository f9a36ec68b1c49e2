/** Lock order: links that are used at the same moment as their account changes must not deadlock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { waitingForLocks } from '../../../test/hold-up.ts';
import { asSystem } from '../../db/scope.ts';
import { issueCode } from '../../identity/accounts/codes.ts';
import { hashPassword } from '../../identity/accounts/passwords.ts';
import { accountMailContent } from '../../identity/mails/account-content.ts';
import { claimAccountMail, enqueueAccountMail } from '../../identity/mails/account-outbox.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const new_password = 'Geslo-2026!';

/** Does both while a row is locked that the first needs, so that the second comes while the first waits. */
async function duringWait<First, Second>(
  locking: string,
  values: unknown[],
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const client = await site.owner.connect();
  await client.query('begin');
  try {
    expect((await client.query(`${locking} for update`, values)).rowCount).toBe(1);
    const one = first();
    await waitingForLocks(site, 1);
    const other = second();
    await waitingForLocks(site, 2);
    await client.query('commit');
    return await Promise.all([one, other]);
  } finally {
    client.release(true);
  }
}

const lockAccount = 'select from accounts where id = $1';

/** An account that has asked for a new address twice: one link has come, one waits. */
async function withChange(kind: 'email_change' | 'owner_change', member: Member, email: string) {
  const data = { email, organization_id: member.organization_id ?? '' };
  const code = await issueCode(site.pools.system, member.id, kind, undefined, data);
  await asSystem(site.pools.system, (client) =>
    enqueueAccountMail(client, { kind, to_address: email, account_id: member.id, data }),
  );
  return code;
}

const send = (kind: string, to: string) =>
  asSystem(site.pools.system, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from account_mails where kind = $1 and to_address = $2',
      [kind, to],
    );
    const mail = await claimAccountMail(client, rows[0]?.id ?? '', false);
    return mail && (await accountMailContent(client, mail, site.env.publicUrl));
  });

test.each(['email_change', 'owner_change'] as const)(
  'a password is set by a link while an %s of the account is confirmed',
  async (kind) => {
    const member = await site.factories.member();
    const code = await withChange(kind, member, `new-${member.email}`);
    const reset = await issueCode(site.pools.system, member.id, 'password_reset');
    const path = `/${kind.replace('_', '-')}s/confirm`;
    const [set, confirmed] = await duringWait(
      'select from account_mails where account_id = $1',
      [member.id],
      () => site.visitor.post('/password-resets/confirm', { code: reset, new_password }),
      () => site.visitor.post(path, { code }),
    );
    expect([set.status, confirmed.status, confirmed.body.code]).toEqual([204, 400, 'code_invalid']);
  },
);

test.each(['email_change', 'owner_change'] as const)(
  'a link to a new address is followed while another %s leaves',
  async (kind) => {
    const member = await site.factories.member();
    const email = `new-${member.email}`;
    const code = await withChange(kind, member, email);
    const [sent, confirmed] = await duringWait(
      lockAccount,
      [member.id],
      () => send(kind, email),
      () => site.visitor.post(`/${kind.replace('_', '-')}s/confirm`, { code }),
    );
    // the newer link is the one that is good
    expect(sent).toMatchObject({ kind });
    expect([confirmed.status, confirmed.body.code]).toEqual([400, 'code_invalid']);
  },
);

test('a user is deleted while the mail of a link to a new address leaves', async () => {
  const { id: organization_id } = await site.factories.organization();
  const user = await site.factories.member({ organization_id });
  const administrator = site.as(await site.factories.member({ organization_id }));
  const email = `new-${user.email}`;
  await withChange('email_change', user, email);
  const [deleted, sent] = await duringWait(
    lockAccount,
    [user.id],
    () => administrator.delete(`/users/${user.id}`),
    () => send('email_change', email),
  );
  expect([deleted.status, sent]).toEqual([204, undefined]);
});

test('a registration is confirmed while another link to do so leaves', async () => {
  const { id, email } = await site.factories.member({ confirmed: false });
  const hash = await hashPassword(new_password, 'known');
  await site.rows('update accounts set password_hash = $2 where id = $1', [id, hash]);
  const code = await issueCode(site.pools.system, id, 'activation');
  await asSystem(site.pools.system, (client) =>
    enqueueAccountMail(client, { kind: 'activation', to_address: email }),
  );
  const [sent, confirmed] = await duringWait(
    lockAccount,
    [id],
    () => send('activation', email),
    () => site.visitor.post('/confirm-sign-up', { code, password: new_password }),
  );
  expect(sent).toMatchObject({ kind: 'activation' });
  expect([confirmed.status, confirmed.body.code]).toEqual([400, 'code_invalid']);
});

test('the owner confirms a new address while an administrator changes the name of their account', async () => {
  const { id: organization_id } = await site.factories.organization({ owner_email: 'lastnica@example.com' });
  const owner = await site.factories.member({ organization_id, email: 'lastnica@example.com' });
  const administrator = site.as(await site.factories.member({ organization_id }));
  const email = 'nova-lastnica@example.com';
  const code = await issueCode(site.pools.system, owner.id, 'email_change', undefined, { email });
  const { version } = (await administrator.get<{ version: number }>(`/users/${owner.id}`)).body;
  const [confirmed, changed] = await duringWait(
    lockAccount,
    [owner.id],
    () => site.visitor.post('/email-changes/confirm', { code }),
    () => administrator.patch(`/users/${owner.id}`, { version, name: 'Maja Kos' }),
  );
  expect([confirmed.status, changed.status]).toEqual([200, 200]);
  expect(await site.rows('select owner_email from organizations where id = $1', [organization_id])).toEqual([
    { owner_email: email },
  ]);
});
