import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicantAt } from '../../../test/applicants/applicant.ts';
import { createPublicSite } from '../../../test/applicants/public-site.ts';
import { applicantTokens } from '../../mail/applicant-tokens.ts';

let pages: Awaited<ReturnType<typeof createPublicSite>>;
beforeAll(async () => {
  pages = await createPublicSite();
});
afterAll(() => pages.close());

const address = 'barbara@posta.test';
const fresh = 'nova@posta.test';
let organization_id: string;
let group_id: string;
let me: Awaited<ReturnType<typeof applicantAt>>;
let reference: string;
let id: string;
beforeEach(async () => {
  const { factories } = pages.site;
  organization_id = (await factories.organization()).id;
  group_id = (await factories.group({ organization_id })).id;
  ({ reference, id } = await person({ name: 'Zala' }));
  me = await applicantAt(pages, { organization_id, address });
});

const person = (given: object = {}) =>
  pages.site.factories.participant({ organization_id, group_id, email: 'Barbara@posta.test', ...given });
const rows = <T extends object = Record<string, unknown>>(sql: string) =>
  pages.site.rows<T>(sql, [organization_id]);
const mails = () =>
  rows<{ variant: string; to_address: string }>(
    `select variant, to_address from mails where organization_id = $1 and email_type = 'application_link' order by id`,
  );
const emails = async () =>
  (
    await rows<{ email: string }>('select email from participants where organization_id = $1 order by id')
  ).map(({ email }) => email);
const askFor = async (email: string) => (await me.form(reference, 'save', 'edit')).send({ email });
const codeNow = async () => {
  const [row] = await rows<{ seed: Buffer }>('select seed from address_changes where organization_id = $1');
  return row ? (applicantTokens(pages.site.env.secretKeys).codesOf(row.seed)[0] ?? '') : '';
};
const confirm = async (code: string) =>
  (await me.form(reference, 'confirm_address', 'address')).send({ code });

test('a new address holds once its code is typed: all applications follow, the old one is told, and links change', async () => {
  const past = await person({ name: 'Jakob', status: 'rejected' });
  await person({ email: 'tuja@posta.test' });
  await pages.site.factories.mail({
    ...{ organization_id, group_id, participant_id: past.id, to_address: address, state: 'queued' },
    ...{ email_type: 'application_status_update' },
  });
  await (await me.form(reference, 'save', 'edit')).send({ news: 'no' });
  const asked = await askFor(' Nova@Posta.test ');
  expect(asked).toMatchObject({ status: 303, said: 'code_sent' });
  expect(asked.location).toContain(`/${reference}/address`);
  expect(await mails()).toEqual([{ variant: 'code', to_address: fresh }]);
  expect(await emails()).toEqual(['Barbara@posta.test', 'Barbara@posta.test', 'tuja@posta.test']);
  const page = await me.form(reference, 'confirm_address', 'address');
  expect(page.html).toContain(fresh);
  expect(page.html).not.toContain(await codeNow());
  const code = await codeNow();
  const done = await page.send({ code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
  expect(done.status).toBe(200);
  expect(done.html).toContain('Naslov je spremenjen');
  expect(done.html).not.toContain(me.base);
  expect(await emails()).toEqual([fresh, fresh, 'tuja@posta.test']);
  expect((await mails()).slice(1)).toEqual([
    { variant: 'moved', to_address: address },
    { variant: '', to_address: fresh },
  ]);
  // what waited goes along, and so does a "no"
  expect(
    await rows(
      `select to_address from mails where organization_id = $1 and email_type = 'application_status_update'`,
    ),
  ).toEqual([{ to_address: fresh }]);
  expect(
    await rows(`select address, wanted from mail_choices where organization_id = $1 order by id`),
  ).toEqual([
    { address, wanted: false },
    { address: fresh, wanted: false },
  ]);
  expect((await pages.open(`${me.base}/${reference}`)).status).toBe(404);
  const now = await applicantAt(pages, { organization_id, address: fresh });
  expect((await pages.open(`${now.base}/${reference}`)).html).toContain('Zala');
  expect(
    await rows(
      `select by, changes from participant_changes where organization_id = $1 and changes @> '[{"field": "email"}]'`,
    ),
  ).toHaveLength(2);
  // the same form once more
  expect((await page.send({ code })).status).toBe(404);
});

test('a code holds for five tries and ten minutes, and is that of one wish', async () => {
  await askFor(fresh);
  const code = await codeNow();
  const wrong = code === '000000' ? '000001' : '000000';
  for (const typed of ['', 'x', wrong, wrong]) {
    const { status, html } = await confirm(typed);
    expect([typed, status]).toEqual([typed, 422]);
    expect(html).toContain('Koda ni prava');
  }
  expect((await confirm(wrong)).html).toContain('Koda po petih poskusih ne velja več');
  expect((await confirm(code)).html).toContain('Koda po petih poskusih ne velja več');
  expect(await emails()).toEqual(['Barbara@posta.test']);
  const again = await me.form(reference, 'send_code', 'address');
  expect(await again.send()).toMatchObject({ said: 'code_sent' });
  expect(await codeNow()).not.toBe(code);
  await rows(
    `update address_changes set expires_at = now() - interval '1 second' where organization_id = $1`,
  );
  expect((await confirm(await codeNow())).html).toContain('Koda ne velja več');
  expect(await emails()).toEqual(['Barbara@posta.test']);
});

test('no stranger’s address gets many codes, and none where mails don’t arrive', async () => {
  expect(await askFor(fresh)).toMatchObject({ said: 'code_sent' });
  // sent twice, it is the same wish
  expect(await askFor(fresh)).toMatchObject({ said: 'code_sent' });
  expect(await mails()).toHaveLength(1);
  const later = () =>
    rows(`update address_changes set created_at = now() - interval '1 minute' where organization_id = $1`);
  for (const _ of [1, 2]) {
    await later();
    expect(await askFor(fresh)).toMatchObject({ said: 'code_sent' });
  }
  await later();
  const refused = await askFor(fresh);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('Poslanih je bilo preveč kod');
  for (const other of ['prva@posta.test', 'druga@posta.test'])
    expect(await askFor(other)).toMatchObject({ said: 'code_sent' });
  expect((await askFor('tretja@posta.test')).status).toBe(422);
  await rows(`delete from mails where organization_id = $1`);
  await pages.site.factories.mail({
    ...{ organization_id, group_id, participant_id: id, to_address: fresh, state: 'failed', bounce: 'hard' },
  });
  expect((await askFor(fresh)).html).toContain('Na ta naslov sporočil ni mogoče dostaviti');
  expect(await mails()).toEqual([]);
});

test('applicants who ask for the same address at once get no more codes there than one who asks in turn', async () => {
  const forms = [];
  for (const name of ['Ana', 'Bor', 'Cene', 'Dora']) {
    const own = (await pages.site.factories.group({ organization_id })).id;
    const email = `${name.toLowerCase()}@posta.test`;
    const { reference } = await person({ name, email, group_id: own });
    forms.push(
      await (await applicantAt(pages, { organization_id, address: email })).form(reference, 'save', 'edit'),
    );
  }
  // none is through before all have begun
  const gate = await pages.site.owner.connect();
  await pages.site.rows(`create function public.wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(4501); return new; end $$`);
  await pages.site.rows(`create trigger gate before insert on mails for each row
    when (new.variant = 'code') execute function public.wait_at_gate()`);
  await gate.query('select pg_advisory_lock(4501)');
  const sent = Promise.all(forms.map((form) => form.send({ email: fresh })));
  await expect
    .poll(() =>
      pages.site.rows(`select pid from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`),
    )
    .toHaveLength(forms.length);
  await gate.query('select pg_advisory_unlock(4501)');
  gate.release();
  expect((await sent).map(({ status }) => status).sort()).toEqual([303, 303, 303, 422]);
  await pages.site.rows('drop trigger gate on mails');
  expect(await mails()).toEqual(Array(3).fill({ variant: 'code', to_address: fresh }));
});

test('a person who already applied to the group with the new address is not doubled', async () => {
  const twin = await person({ name: 'zala', email: fresh });
  await askFor(fresh);
  expect((await confirm(await codeNow())).html).toContain('z enakim imenom');
  expect(await emails()).toEqual(['Barbara@posta.test', fresh]);
  await pages.site.rows(`update participants set status = 'inactive' where id = $1`, [twin.id]);
  expect((await confirm(await codeNow())).html).toContain('Naslov je spremenjen');
  expect(await emails()).toEqual([fresh, fresh]);
});

test('an address at which mails don’t arrive is not written to, and another family’s address keeps its page', async () => {
  await pages.site.factories.mail({
    ...{
      organization_id,
      group_id,
      participant_id: id,
      to_address: address,
      state: 'failed',
      bounce: 'hard',
    },
  });
  const father = await person({ name: 'Miha', email: fresh });
  const his = await applicantAt(pages, { organization_id, address: fresh });
  await askFor(fresh);
  await confirm(await codeNow());
  expect((await mails()).map(({ variant, to_address }) => [variant, to_address])).toEqual([
    ['code', fresh],
    ['', fresh],
  ]);
  const { html } = await pages.open(`${his.base}/${father.reference}`);
  expect(html).toContain('Miha');
  expect(html).toContain('Zala');
});

test('a code is typed by the applicant’s own form alone', async () => {
  await askFor(fresh);
  const form = await me.form(reference, 'confirm_address', 'address');
  const code = await codeNow();
  const save = me.nonceOf((await me.form(reference, 'save', 'edit')).html, 'save');
  for (const nonce of ['', 'x', save]) expect((await form.send({ code, nonce })).status).toBe(400);
  const theirs = await person({ email: 'drugi@posta.test' });
  const other = await applicantAt(pages, { organization_id, address: 'drugi@posta.test' });
  expect((await pages.open(`${other.base}/${theirs.reference}/address`)).html).not.toContain(fresh);
  const foreign = await other.form(theirs.reference, 'save', 'edit');
  const nonce = me.nonceOf(foreign.html, 'save');
  expect(
    (
      await me.post(`${other.base}/${theirs.reference}/address`, [
        ['act', 'confirm_address'],
        ['nonce', nonce],
        ['code', code],
      ])
    ).status,
  ).toBe(400);
  expect(await emails()).toEqual(['Barbara@posta.test', 'drugi@posta.test']);
});
