import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import { asSystem } from '../../db/scope.ts';
import { enqueueAccountMail } from '../mails/account-outbox.ts';
import { issueCode } from './codes.ts';
import { invitePlatformAdmin } from './platform-admin.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});

afterAll(() => app.close());

/** Follows the link as its page does. */
async function choosePassword(link: string, new_password: string): Promise<number> {
  const { pathname, hash } = new URL(link);
  expect(pathname).toBe('/reset-password/confirm');
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const answer = await openBrowser(app.origin).post('/api/password-resets/confirm', { code, new_password });
  return answer.status;
}

describe('the way to a platform ADMIN', () => {
  it('makes one who signs in after choosing a password', async () => {
    const { outcome, link } = await invitePlatformAdmin(app.system, app.origin, ' First@Platform.test ');
    expect(outcome).toBe('created');
    expect(await choosePassword(link, 'Geslo-2026!')).toBe(204);
    expect((await app.attempt('first@platform.test', 'Geslo-2026!')).answer.status).toBe(200);
  });

  it('lets one back in, and the older link stops working', async () => {
    const { email } = await app.createAccount({ admin: true });
    const older = await invitePlatformAdmin(app.system, app.origin, email);
    const newer = await invitePlatformAdmin(app.system, app.origin, email);
    expect(newer.outcome).toBe('recovered');
    expect(await choosePassword(older.link, 'Geslo-2026!')).toBe(400);
    expect(await choosePassword(newer.link, 'Geslo-2026!')).toBe(204);
  });

  it('ends what others who knew the password have begun: sign-ins, and changes of addresses', async () => {
    const { email, id } = await app.createAccount({ admin: true });
    await app.signIn(email);
    const signedIn = () => app.system.query('select from sign_ins where account_id = $1', [id]);
    expect((await signedIn()).rowCount).toBe(1);
    const thief = { email: `thief-${email}`, organization_id: app.organizationId };
    const codes = {
      email: await issueCode(app.system, id, 'email_change', 3600, thief),
      owner: await issueCode(app.system, id, 'owner_change', 3600, thief),
    };
    // one more that waits for its mail
    await asSystem(app.system, (client) =>
      enqueueAccountMail(client, {
        ...{ kind: 'owner_change', to_address: thief.email, account_id: id, data: thief },
      }),
    );
    await invitePlatformAdmin(app.system, app.origin, email);
    expect((await signedIn()).rowCount).toBe(0);
    for (const [of, code] of Object.entries(codes)) {
      const confirmed = await openBrowser(app.origin).post(`/api/${of}-changes/confirm`, { code });
      expect([of, confirmed.status]).toEqual([of, 400]);
    }
    const { rows } = await app.system.query('select state from account_mails where to_address = $1', [
      thief.email,
    ]);
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });

  it('lets nobody in by the password of before, whose second factor is gone', async () => {
    const { email } = await app.createAccount({ admin: true });
    const { link } = await invitePlatformAdmin(app.system, app.origin, email);
    expect((await app.attempt(email, password)).answer.status).toBe(401);
    expect(await choosePassword(link, 'Geslo-2026!')).toBe(204);
    expect((await app.attempt(email, 'Geslo-2026!')).answer.status).toBe(200);
  });

  it('makes no platform ADMIN of an organisation’s user', async () => {
    const { email, id } = await app.createAccount();
    await expect(invitePlatformAdmin(app.system, app.origin, email)).rejects.toThrow('organisation');
    const { rows } = await app.system.query('select platform_admin from accounts where id = $1', [id]);
    expect(rows[0].platform_admin).toBe(false);
  });
});
