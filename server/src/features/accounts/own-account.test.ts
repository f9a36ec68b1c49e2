/** An account's own changes, with sign-ins of a real client. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';
import { until } from '../../../test/until.ts';
import { issueCode } from '../../identity/accounts/codes.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});
afterAll(() => app.close());
beforeEach(() => app.system.query('delete from rate_limits'));

const newPassword = 'Novo-geslo-1';

/** Signs in from one more device, and calls with its token. */
async function device(email: string) {
  const { browser, tokens } = await app.signIn(email);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await browser.fetch(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : {} };
  };
  return { browser, call };
}

type Device = Awaited<ReturnType<typeof device>>;
const me = async ({ call }: Device) => (await call('GET', '/users/me')).status;
const signIns = async ({ call }: Device) =>
  (await call('GET', '/sign-ins')).body.results as { id: string; current: boolean }[];
const open = (path: string, body: object) => openBrowser(app.origin).post(`/api${path}`, body);
const mailsOf = async (address: string) =>
  (
    await app.system.query<{ kind: string }>(
      'select kind from account_mails where to_address = $1 order by id',
      [address],
    )
  ).rows.map(({ kind }) => kind);

describe('a change of the password', () => {
  test('ends all other sign-ins at once, but not this one', async () => {
    const { email } = await app.createAccount();
    const [here, elsewhere] = [await device(email), await device(email)];
    const sent = { current_password: password, new_password: newPassword };
    expect((await here.call('POST', '/password-changes', sent)).status).toBe(204);
    expect([await me(here), await me(elsewhere)]).toEqual([200, 401]);
    expect((await app.attempt(email, password)).answer.status).toBe(401);
    expect((await app.attempt(email, newPassword)).answer.status).toBe(200);
    expect(await mailsOf(email)).toEqual(['password_changed']);
  });

  test('leaves the secret calendar addresses, unless it was demanded or the link of a mail sets it', async () => {
    const { id, email } = await app.createAccount();
    const calendars = async () =>
      (await app.system.query('select from calendar_feeds where account_id = $1', [id])).rowCount;
    const subscribed = async () => {
      const here = await device(email);
      await here.call('POST', '/calendar-feeds', { kind: 'mine', group_id: null, language: 'sl' });
      expect(await calendars()).toBe(1);
      return here;
    };
    const here = await subscribed();
    await here.call('POST', '/password-changes', { current_password: password, new_password: newPassword });
    expect(await calendars()).toBe(1);
    await app.system.query('update accounts set password_change_required = true where id = $1', [id]);
    expect((await here.call('POST', '/password-changes', { new_password: password })).status).toBe(204);
    expect(await calendars()).toBe(0);
    await subscribed();
    const code = await issueCode(app.system, id, 'password_reset');
    await open('/password-resets/confirm', { code, new_password: newPassword });
    expect(await calendars()).toBe(0);
  });

  test('is one of several that come at once', async () => {
    const { email } = await app.createAccount();
    const here = await device(email);
    const wanted = ['Novo-geslo-1', 'Novo-geslo-2', 'Novo-geslo-3'];
    const answers = await Promise.all(
      wanted.map((new_password) =>
        here.call('POST', '/password-changes', { current_password: password, new_password }),
      ),
    );
    const taken = wanted.filter((_, at) => answers[at]?.status === 204);
    expect(taken).toHaveLength(1);
    expect((await app.attempt(email, taken[0])).answer.status).toBe(200);
  });

  test('asks for the present one, and not for ever', async () => {
    const { email } = await app.createAccount();
    const here = await device(email);
    const change = async (current_password?: string) =>
      (await here.call('POST', '/password-changes', { current_password, new_password: newPassword })).status;
    expect(await change()).toBe(422);
    for (let at = 0; at < 5; at += 1) expect(await change('x')).toBe(422);
    await lengthenWaits(app.system);
    expect(await change('x')).toBe(429);
    // the owner's own sign-in is not kept waiting by it
    expect((await app.attempt(email)).answer.status).toBe(200);
  });

  test('tells each part of the rule that is not met, and refuses the same one again', async () => {
    const { email } = await app.createAccount();
    const here = await device(email);
    const change = (new_password: string) =>
      here.call('POST', '/password-changes', { current_password: password, new_password });
    expect((await change('geslo')).body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'password_length',
      'password_uppercase',
      'password_digit',
      'password_symbol',
    ]);
    expect((await change(password)).body.errors).toMatchObject([{ code: 'password_unchanged' }]);
  });

  test('makes links that went out before worthless', async () => {
    const { id, email } = await app.createAccount();
    const here = await device(email);
    const reset = await issueCode(app.system, id, 'password_reset');
    const address = await issueCode(app.system, id, 'email_change', 3600, { email: 'thief@example.com' });
    await here.call('POST', '/password-changes', { current_password: password, new_password: newPassword });
    expect((await open('/password-resets/check', { code: reset })).status).toBe(400);
    expect((await open('/email-changes/confirm', { code: address })).status).toBe(400);
  });
});

describe('a new password that an administrator demands', () => {
  const people = async () => {
    const role = 'ORGANIZATION_ADMIN';
    const [person, administrator] = [await app.createAccount({ role }), await app.createAccount({ role })];
    const acting = await device(administrator.email);
    const demand = async ({ id }: { id: string }) => {
      const { body } = await acting.call('GET', `/users/${id}`);
      const sent = { password_change_required: true, version: body.version };
      return await acting.call('PATCH', `/users/${id}`, sent);
    };
    return { person, administrator, acting, demand };
  };

  test('is not chosen on a device that was left open, but after signing in', async () => {
    const { person, demand } = await people();
    const left = await device(person.email);
    expect((await demand(person)).status).toBe(200);
    expect((await left.call('POST', '/password-changes', { new_password: newPassword })).status).toBe(401);
    // nor does its browser get in again without a password
    const { stop } = await app.begin(left.browser, { prompt: 'none' });
    expect(stop.searchParams.get('error')).toBe('login_required');

    const here = await device(person.email);
    expect(await here.call('GET', '/groups')).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
    expect((await here.call('POST', '/password-changes', { new_password: newPassword })).status).toBe(204);
    expect((await here.call('GET', '/groups')).status).toBe(200);
  });

  test('when demanded again, ends also who has signed in since and not obeyed', async () => {
    const { person, demand } = await people();
    await demand(person);
    const since = await device(person.email);
    expect((await demand(person)).status).toBe(200);
    expect(await me(since)).toBe(401);
  });

  test('leaves sign-ins alone when only something else of the person changes', async () => {
    const { person, acting, demand } = await people();
    const { body } = await demand(person);
    const here = await device(person.email);
    const sent = { name: 'Novo ime', version: body.version };
    expect((await acting.call('PATCH', `/users/${person.id}`, sent)).status).toBe(200);
    expect(await me(here)).toBe(200);
  });

  test('is not demanded of oneself', async () => {
    const { administrator, acting, demand } = await people();
    expect(await demand(administrator)).toMatchObject({ status: 403, body: { code: 'own_account' } });
    expect((await acting.call('GET', '/groups')).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  test('is requested with the same answer for every address', async () => {
    const { email } = await app.createAccount();
    for (const address of [email, 'nobody@example.com']) {
      const answer = await open('/password-resets', { email: address });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      // whether there is an account is looked up when the mail leaves
      expect(await mailsOf(address)).toEqual(['password_reset']);
    }
  });

  test('is checked without being spent', async () => {
    const { id } = await app.createAccount();
    const code = await issueCode(app.system, id, 'password_reset');
    for (const _ of [1, 2]) expect((await open('/password-resets/check', { code })).status).toBe(204);
    expect((await open('/password-resets/confirm', { code, new_password: newPassword })).status).toBe(204);
    expect((await open('/password-resets/check', { code })).status).toBe(400);
  });
});

describe('a change of the address', () => {
  test('counts when the new one confirms, and the old one is told', async () => {
    const { id, email } = await app.createAccount();
    await app.system.query('update organizations set owner_email = $1', [email]);
    const here = await device(email);
    const sent = { email: `new-${email}`, current_password: password };
    expect((await here.call('POST', '/email-changes', sent)).status).toBe(204);
    expect(await mailsOf(`new-${email}`)).toEqual(['email_change']);
    const code = await issueCode(app.system, id, 'email_change', 3600, { email: `new-${email}` });
    const reset = await issueCode(app.system, id, 'password_reset');
    const answers = await Promise.all([1, 2, 3].map(() => open('/email-changes/confirm', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await mailsOf(email)).toEqual(['email_changed']);
    // a link that lies in the old mailbox opens nothing any more
    expect((await open('/password-resets/check', { code: reset })).status).toBe(400);
    expect((await app.attempt(`new-${email}`)).answer.status).toBe(200);
    const { rows } = await app.system.query('select owner_email from organizations');
    expect(rows).toEqual([{ owner_email: `new-${email}` }]);
  });

  test('needs the password, and tells nothing about whose the new address is', async () => {
    const [{ email }, other] = [await app.createAccount(), await app.createAccount()];
    const here = await device(email);
    const change = (sent: object) => here.call('POST', '/email-changes', sent);
    expect((await change({ email: 'a@example.com' })).status).toBe(422);
    expect((await change({ email: 'a@example.com', current_password: 'x' })).status).toBe(422);
    expect((await change({ email, current_password: password })).status).toBe(422);
    expect((await change({ email: other.email, current_password: password })).status).toBe(204);
  });

  test('is off once its owner is shut out, also when they are let in again', async () => {
    const [{ id, email }, administrator] = [
      await app.createAccount(),
      await app.createAccount({ role: 'ORGANIZATION_ADMIN' }),
    ];
    const links = {
      email_change: await issueCode(app.system, id, 'email_change', 3600, { email: `thief-${email}` }),
      password_reset: await issueCode(app.system, id, 'password_reset'),
    };
    const { call } = await device(administrator.email);
    for (const active of [false, true])
      expect((await call('PATCH', `/users/${id}/status`, { active })).status).toBe(200);
    const answers = [
      await open('/email-changes/confirm', { code: links.email_change }),
      await open('/password-resets/check', { code: links.password_reset }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  test('that waits for its mail is off as well, whatever takes it back', async () => {
    const administrator = await app.createAccount({ role: 'ORGANIZATION_ADMIN' });
    const above = await device(administrator.email);
    const acts: ((account: { id: string; email: string }, here: Device) => Promise<{ status: number }>)[] = [
      (_, { call }) =>
        call('POST', '/password-changes', { current_password: password, new_password: newPassword }),
      async ({ id }) => {
        const code = await issueCode(app.system, id, 'password_reset');
        return await open('/password-resets/confirm', { code, new_password: newPassword });
      },
      async ({ id, email }) => {
        const code = await issueCode(app.system, id, 'email_change', 3600, { email: `right-${email}` });
        return await open('/email-changes/confirm', { code });
      },
      ({ id }) => above.call('PATCH', `/users/${id}/status`, { active: false }),
      async ({ id }) => {
        const { version } = (await above.call('GET', `/users/${id}`)).body;
        return await above.call('PATCH', `/users/${id}`, { password_change_required: true, version });
      },
    ];
    for (const act of acts) {
      const account = await app.createAccount();
      const here = await device(account.email);
      const sent = { email: `thief-${account.email}`, current_password: password };
      // beyond three an hour they are held, and would leave later
      for (let at = 0; at < 4; at += 1) await here.call('POST', '/email-changes', sent);
      expect(String((await act(account, here)).status)).toMatch(/^20/);
      const { rows } = await app.system.query<{ state: string }>(
        'select state from account_mails where to_address = $1',
        [sent.email],
      );
      expect(rows.map(({ state }) => state)).toEqual(Array(4).fill('cancelled'));
      await app.system.query('delete from rate_limits');
    }
  });

  test('of an organisation’s owner is off as well when the password of its author is another', async () => {
    const role = 'ORGANIZATION_ADMIN';
    const { email } = await app.createAccount({ role });
    const { call } = await device(email);
    const path = `/organizations/${app.organizationId}/owner-changes`;
    expect((await call('POST', path, { email: `thief-${email}` })).status).toBe(204);
    expect((await call('GET', path)).body).toMatchObject({ email: `thief-${email}` });
    const change = { current_password: password, new_password: newPassword };
    expect((await call('POST', '/password-changes', change)).status).toBe(204);
    expect((await call('GET', path)).body).toBeNull();
  });

  test.each(['just before', 'while'] as const)(
    'that is requested %s the password changes is off',
    async (when) => {
      const { id, email } = await app.createAccount({ role: 'ORGANIZATION_ADMIN' });
      const [thief, owner] = [await device(email), await device(email)];
      const to = [`thief-${email}`, `its-${email}`];
      const request = () => [
        thief.call('POST', '/email-changes', { email: to[0], current_password: password }),
        thief.call('POST', `/organizations/${app.organizationId}/owner-changes`, { email: to[1] }),
      ];
      const change = () => [
        owner.call('POST', '/password-changes', { current_password: password, new_password: newPassword }),
      ];
      const isFirst = when === 'just before';
      const client = await app.system.connect();
      const answers: ReturnType<typeof thief.call>[] = [];
      try {
        await client.query('begin');
        // what the first needs last: its turn for the address, the sign-ins that it ends
        if (isFirst)
          await client.query(
            'select pg_advisory_xact_lock(hashtextextended(its, 0)) from unnest($1::text[]) its',
            [to],
          );
        else await client.query('select from sign_ins where account_id = $1 for update', [id]);
        for (const call of isFirst ? [request, change] : [change, request]) {
          answers.push(...call());
          await until(async () => {
            const waiting = await app.system.query(
              `select distinct pid from pg_locks join pg_stat_activity using (pid)
             where not granted and datname = current_database()`,
            );
            expect(waiting.rowCount).toBe(answers.length);
          });
        }
        await client.query('commit');
      } finally {
        client.release(true);
      }
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).toEqual(isFirst ? [204, 204, 204] : [204, 401, 401]);
      const { rows } = await app.system.query(
        `select state from account_mails where account_id = $1 and kind in ('email_change', 'owner_change')`,
        [id],
      );
      expect(rows.map(({ state }) => state)).toEqual(isFirst ? ['cancelled', 'cancelled'] : []);
    },
  );

  test('is off once an administrator demands a new password', async () => {
    const role = 'ORGANIZATION_ADMIN';
    const [{ id, email }, administrator] = [await app.createAccount(), await app.createAccount({ role })];
    const code = await issueCode(app.system, id, 'email_change', 3600, { email: `thief-${email}` });
    const { call } = await device(administrator.email);
    const { version } = (await call('GET', `/users/${id}`)).body;
    const demanded = await call('PATCH', `/users/${id}`, { password_change_required: true, version });
    expect(demanded.status).toBe(200);
    expect((await open('/email-changes/confirm', { code })).status).toBe(400);
  });

  test('loses against another account that took the address in the meantime', async () => {
    const [{ id }, other] = [await app.createAccount(), await app.createAccount()];
    const code = await issueCode(app.system, id, 'email_change', 3600, { email: other.email });
    const answer = await open('/email-changes/confirm', { code });
    expect([answer.status, (await answer.json()) as object]).toMatchObject([409, { code: 'email_taken' }]);
  });
});

describe('signed-in devices', () => {
  test('are listed, and one or all others are ended at once', async () => {
    const { email } = await app.createAccount();
    const [here, second, third] = [await device(email), await device(email), await device(email)];
    const list = await signIns(here);
    expect(list).toHaveLength(3);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const secondId = (await signIns(second)).find(({ current }) => current)?.id;
    expect((await here.call('DELETE', `/sign-ins/${secondId}`)).status).toBe(204);
    expect([await me(here), await me(second), await me(third)]).toEqual([200, 401, 200]);
    // nor does its browser get in again without a password
    const { stop } = await app.begin(second.browser, { prompt: 'none' });
    expect(stop.searchParams.get('error')).toBe('login_required');
    expect((await here.call('DELETE', '/sign-ins')).status).toBe(204);
    expect([await me(here), await me(third)]).toEqual([200, 401]);
    expect(await signIns(here)).toMatchObject([{ current: true }]);
  });

  test("of others can't be ended", async () => {
    const [mine, theirs] = [await app.createAccount(), await app.createAccount()];
    const [here, there] = [await device(mine.email), await device(theirs.email)];
    const [foreign] = await signIns(there);
    expect((await here.call('DELETE', `/sign-ins/${foreign?.id}`)).status).toBe(404);
    expect(await me(there)).toBe(200);
  });

  test('are named by browser and system', async () => {
    const { deviceOf } = await import('../../identity/accounts/devices.ts');
    expect(
      deviceOf(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      ),
    ).toEqual({ browser: 'Edge', system: 'Windows' });
    expect(
      deviceOf(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      ),
    ).toEqual({ browser: 'Safari', system: 'iPhone' });
    expect(deviceOf('curl/8')).toEqual({ browser: null, system: null });
  });
});

test('sign-ins and failures are in the trail', async () => {
  const { id, email } = await app.createAccount();
  await app.attempt(email, 'guess');
  await device(email);
  await expect
    .poll(async () => {
      const { rows } = await app.system.query<{ action: string }>(
        'select action from activity_log where account_id = $1 order by action',
        [id],
      );
      return rows.map(({ action }) => action);
    })
    .toEqual(['sign_in', 'sign_in_failed']);
});
