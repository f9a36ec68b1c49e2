import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { codeIn } from '../../../test/outside/mailed-code.ts';
import { asSystem } from '../../db/scope.ts';
import { invitePlatformAdmin } from '../accounts/platform-admin.ts';
import { type AccountMailKind, enqueueAccountMail, releaseHeldAccountMails } from './account-outbox.ts';
import { renderAccountMail } from './account-render.ts';
import { accountTexts } from './account-texts.ts';

// fixed days: one is a text that is written out, the other is past and stays so

const kinds = Object.keys(accountTexts.sl.mails) as AccountMailKind[];
const facts = {
  name: 'Žiga <b>Čuk</b>',
  organization: 'Šola www.evil.com',
  address: 'nov@example.com',
  date: '21. december 2026',
  account: 'SI56 1910 0000 0123 438',
  actor: 'Ana www.evil.com <b>',
  passkey: 'Ključ www.evil.com <b>',
  subject: 'Vabilo www.evil.com <b>Čuk',
  link: 'https://vpisnik.test/activation#code=abc',
  home: 'https://vpisnik.test',
};

describe.each(['sl', 'en'] as const)('mail about an account in %s', (language) => {
  test.each(kinds)('%s says the same in HTML and text, and other people’s words are no links', (kind) => {
    const { subject, html, text } = renderAccountMail({ kind, language, facts });
    const { action } = accountTexts[language].mails[kind];
    expect(subject).not.toMatch(/[{}]/);
    expect(html + text).not.toMatch(/\{(name|organization|address|passkey|subject)\}|\[\[/);
    expect(html).not.toContain('<b>Čuk');
    expect(html + text).not.toContain('www.evil.com');
    expect(text.includes(facts.link)).toBe(action !== undefined);
    expect(html.includes(`href="${facts.link}"`)).toBe(action !== undefined);
    expect(html).toContain(`lang="${language}"`);
  });
});

describe('the outbox', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ mailbox: true });
  });
  afterAll(() => app.close());

  const send = (kind: AccountMailKind, to_address: string) =>
    asSystem(app.pools.system, (client) => enqueueAccountMail(client, { kind, to_address }));
  const stateOf = (to_address: string) =>
    expect.poll(async () =>
      (
        await app.rows('select state, state_reason from account_mails where to_address = $1', [to_address])
      ).at(0),
    );

  test('sends a platform administrator, who has no organisation, a link', async () => {
    const admin = await app.factories.member({ role: 'ADMIN', language: 'en' });
    await send('password_reset', admin.email);
    const [mail] = await app.mailsTo(admin.email);
    expect(mail).toMatchObject({
      subject: 'A new password for Vpisnik',
      from: [{ name: 'Vpisnik' }],
      replyTo: [{ address: app.env.operator.email }],
    });
    expect(codeIn(mail)).toMatch(/^[\w-]{43}$/);
    await stateOf(admin.email).toMatchObject({ state: 'sent' });
  });

  test('leaves the operator’s link good, which anyone could void otherwise; the first one used is the last', async () => {
    const new_password = 'Geslo-2026!';
    const confirm = async (code: string | null | undefined) =>
      (await app.visitor.post('/password-resets/confirm', { code, new_password })).status;
    for (const first of ['operator', 'mail'] as const) {
      const { email } = await app.factories.member({ role: 'ADMIN' });
      const { link } = await invitePlatformAdmin(app.pools.system, app.env.publicUrl, email);
      expect((await app.visitor.post('/password-resets', { email })).status).toBe(204);
      const codes = {
        operator: new URLSearchParams(new URL(link).hash.slice(1)).get('code'),
        mail: codeIn((await app.mailsTo(email))[0]),
      };
      const second = first === 'mail' ? 'operator' : 'mail';
      expect([await confirm(codes[first]), await confirm(codes[second])]).toEqual([204, 400]);
    }
  });

  test('sends nothing to unknown or deactivated accounts', async () => {
    const inactive = await app.factories.member({ active: false });
    for (const address of ['nobody@example.com', inactive.email]) {
      await send('password_reset', address);
      await stateOf(address).toEqual({ state: 'cancelled', state_reason: 'no_recipient' });
    }
    expect((await app.mails()).filter(({ to }) => to[0]?.address === inactive.email)).toEqual([]);
  });

  test('keeps no code, and an inactive organisation holds nothing back', async () => {
    const { id: organization_id } = await app.factories.organization({ active: false });
    const owner = await app.factories.member({ organization_id });
    await send('password_reset', owner.email);
    const [mail] = await app.mailsTo(owner.email);
    const rows = await app.rows('select * from account_mails');
    const jobs = await app.rows('select data from pgboss.job');
    expect(JSON.stringify([rows, jobs])).not.toContain(codeIn(mail));
  });

  test('sends invitations and notices to existing accounts by the state at sending', async () => {
    const invited = await app.factories.invitation();
    await send('activation', invited.email);
    expect((await app.mailsTo(invited.email))[0]?.subject).toMatch(/^Povabilo v organizacijo/);
    await send('password_reset', invited.email);
    expect((await app.mailsTo(invited.email, 2))[1]?.subject).toMatch(/^Povabilo v organizacijo/);
    const active = await app.factories.member();
    await send('activation', active.email);
    expect((await app.mailsTo(active.email))[0]?.subject).toBe('Račun v Vpisniku že imate');
  });

  /** Enqueues a mail of a kind to an address that has nothing to do with who causes it; answers what became of it. */
  const bomb = (kind: AccountMailKind, to_address: string, data: Record<string, string>) =>
    asSystem(app.pools.system, (client) => enqueueAccountMail(client, { kind, to_address, data })).catch(
      () => 'refused',
    );

  test.each(kinds)(
    '%s leaves to a stranger three times an hour at most, and the rest once later',
    async (kind) => {
      const { id: organization_id } = await app.factories.organization();
      const to_address = `neznanka.${kind}@example.com`;
      const said = [];
      for (let at = 0; at < 6; at += 1) said.push(await bomb(kind, to_address, { organization_id }));
      const states = await app.rows<{ state: string }>(
        'select state from account_mails where to_address = $1 order by id',
        [to_address],
      );
      if (said.includes('refused')) {
        expect([said, states]).toEqual([Array(6).fill('refused'), []]);
        return;
      }
      expect(said).toEqual([true, true, true, false, false, false]);
      expect(states.map(({ state }) => state === 'held')).toEqual([false, false, false, true]);
    },
  );

  test('an organisation that is new sends no more than fifty a day to strangers', async () => {
    const { id: organization_id } = await app.factories.organization();
    const old = await app.factories.organization({ created_at: '2026-01-01T00:00:00Z' });
    const count = async (organization: string) => {
      const left = [];
      for (let at = 0; at < 55; at += 1)
        left.push(
          await bomb('invitation', `a${at}.${organization}@example.com`, { organization_id: organization }),
        );
      return left.filter((one) => one === true).length;
    };
    expect([await count(organization_id), await count(old.id)]).toEqual([50, 55]);
  });

  test('what a member of it types counts as well, whatever the kind and whoever asks', async () => {
    const { id: organization_id } = await app.factories.organization();
    const editor = await app.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' });
    const typed = (to_address: string) => ({
      ...({ kind: 'email_change', account_id: editor.id } as const),
      ...{ to_address, data: { email: to_address } },
    });
    const left = [];
    for (let at = 0; at < 52; at += 1)
      left.push(
        await asSystem(app.pools.system, (client) =>
          enqueueAccountMail(client, typed(`b${at}.${organization_id}@example.com`)),
        ),
      );
    expect(left.filter(Boolean)).toHaveLength(50);
  });

  test('held mails leave when an hour has passed, the oldest first', async () => {
    const invited = await app.factories.invitation();
    for (let at = 0; at < 4; at += 1)
      await bomb('invitation', invited.email, {
        organization_id: invited.organization_id,
        invitation_id: invited.id,
      });
    await app.mailsTo(invited.email, 3);
    await releaseHeldAccountMails(app.pools.system);
    expect(
      await app.rows(`select id from account_mails where to_address = $1 and state = 'held'`, [
        invited.email,
      ]),
    ).toHaveLength(1);
    await app.rows(
      `update account_mails set sent_at = now() - interval '2 hours', send_after = now() - interval '2 hours'
       where to_address = $1 and state = 'sent'`,
      [invited.email],
    );
    await releaseHeldAccountMails(app.pools.system);
    await app.mailsTo(invited.email, 4);
  });
});
