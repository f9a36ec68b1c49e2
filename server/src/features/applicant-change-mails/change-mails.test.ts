import { addDays } from '@vpisnik/contract/rules/dates';
import { days } from '@vpisnik/contract/rules/schedule';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { applicantAt } from '../../../test/applicants/applicant.ts';
import type { createPublicSite } from '../../../test/applicants/public-site.ts';
import { waitingForLocks } from '../../../test/hold-up.ts';
import { until } from '../../../test/until.ts';
import { buildPublicPages } from '../../../test/web-build.ts';
import { registerErrors } from '../../http/errors.ts';
import { registerSecurity } from '../../http/guards/security.ts';
import { registerPages } from '../pages/routes.ts';
import { changeFacts, type WrittenChange } from './rules.ts';

type Pages = Awaited<ReturnType<typeof createPublicSite>>;
let pages: Pages;
beforeAll(async () => {
  const [site, built] = await Promise.all([createTestApp({ mailbox: true }), buildPublicPages()]);
  const web = Fastify();
  registerErrors(web);
  await registerSecurity(web);
  await registerPages(web, site, built);
  const open = async (url: string) => {
    const { statusCode: status, headers, body: html } = await web.inject({ url });
    return { status, headers, location: headers.location, html };
  };
  pages = { site, web, open } as unknown as Pages;
});
afterAll(async () => {
  await pages.web.close();
  await pages.site.close();
});

test('several acts are one mail to the applicant and one to the staff of each group, with what was there before', async () => {
  const { factories, rows, mailsTo } = pages.site;
  const owner = 'lastnica@sola.test';
  const { id: organization_id } = await factories.organization({ owner_email: owner });
  await factories.member({ organization_id, email: owner, role: 'ORGANIZATION_ADMIN' } as never);
  const schedule = days.map((day) => ({ day, start_time: '23:00', duration: 55 }));
  const { id: group_id } = await factories.group({ organization_id, schedule, name: { sl: 'Balet' } });
  const { id: quiet } = await factories.group({ organization_id, name: { sl: 'Step' } });
  await factories.emailSetting({
    ...{ organization_id, group_id: quiet, email_type: 'application_received_notification', enabled: false },
  });
  const { id: field } = await factories.groupField({
    ...{ organization_id, group_id, widget: 'textarea' },
    question: { type: 'textarea', name: { sl: 'Zdravje' }, sensitive: true } as never,
  });
  const address = 'barbara@posta.test';
  const answer = {
    ...{ field_id: field, label: null, name: 'Zdravje', type: 'textarea', value: 'astma', text: 'astma' },
    sensitive: true,
  };
  const mine = await factories.participant({
    ...{ organization_id, group_id, email: address, name: 'Zala', phone: '031 777 188', status: 'approved' },
    answers: [answer] as never,
  });
  await factories.participant({ organization_id, group_id: quiet, email: address, name: 'Jakob' });
  const me = await applicantAt(pages, { organization_id, address });
  const { html } = await me.form(mine.reference, 'absent');
  const date = /name="date" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const say = async (act: string, fields: Record<string, string>, view = '') =>
    (await me.form(mine.reference, act, view)).send(fields);
  expect(await say('absent', { date })).toMatchObject({ said: 'absent' });
  const edited = { phone: '040 555 121', [`answers.${field}`]: 'nobenih posebnosti', news: 'no' };
  expect(await say('save', edited, 'edit')).toMatchObject({ said: 'saved' });
  expect(await say('save', { notes: 'kmalu', phone: '040 555 122' }, 'edit')).toMatchObject({
    said: 'saved',
  });
  expect(await say('save', { notes: '' }, 'edit')).toMatchObject({ said: 'saved' });
  const waiting = await rows(
    `select recipient_kind, group_id from mails where organization_id = $1 and email_type = 'application_changed'
     and send_after > now() + interval '9 minutes' order by recipient_kind`,
    [organization_id],
  );
  expect(waiting).toHaveLength(2);
  await rows('update mails set send_after = now() where organization_id = $1', [organization_id]);

  const [toApplicant] = await mailsTo(address);
  expect(toApplicant?.subject).toBe('Spremembe so shranjene');
  expect(toApplicant?.text).toContain('Telefon: 040 555 122');
  expect(toApplicant?.text).toContain('Jakob, Step');
  expect(toApplicant?.text).toContain('Novice po e-pošti: ne');
  expect(toApplicant?.text).toMatch(/Odsotnost: \d/);
  expect(toApplicant?.text).toMatch(/\/my\/[\w-]{22}/);
  const [toStaff] = await mailsTo(owner);
  expect(toStaff?.subject).toBe('Spremembe prijav: Balet');
  expect(toStaff?.text).toContain('Telefon: 031 777 188 → 040 555 122');
  expect(toStaff?.text).toContain('Zdravje: spremenjeno');
  expect(toStaff?.text).toContain(`/groups/${group_id}?tab=participants&participant=${mine.id}`);
  for (const text of [toApplicant?.text, toStaff?.text]) {
    expect(text).not.toMatch(/astma|posebnosti|kmalu/);
    expect(text).not.toContain('Opombe');
  }
  expect(toStaff?.text).not.toMatch(/\/my|Jakob|Novice/);
  expect(
    await rows(`select id from mails where organization_id = $1 and email_type = 'application_changed'`, [
      organization_id,
    ]),
  ).toHaveLength(2);
});

test('changes of what is withdrawn before they are told are told to nobody; those of siblings are', async () => {
  const { factories, rows, mailsTo } = pages.site;
  const owner = 'lastnica@umik.test';
  const { id: organization_id } = await factories.organization({ owner_email: owner });
  await factories.member({ organization_id, email: owner, role: 'ORGANIZATION_ADMIN' } as never);
  const { id: group_id } = await factories.group({ organization_id, name: { sl: 'Balet' } });
  const { id: other } = await factories.group({ organization_id, name: { sl: 'Step' } });
  const at = 'barbara@umik.test';
  const given = { organization_id, group_id, email: at, status: 'approved' } as const;
  const zala = await factories.participant({ ...given, name: 'Zala' });
  const jakob = await factories.participant({ ...given, name: 'Jakob' });
  const alone = 'tina@umik.test';
  const tina = await factories.participant({ ...given, group_id: other, email: alone, name: 'Tina' });

  const family = await applicantAt(pages, { organization_id, address: at });
  const own = await applicantAt(pages, { organization_id, address: alone });
  const saved = { said: 'saved' };
  const phone = async (page: typeof family, reference: string, number: string) =>
    (await page.form(reference, 'save', 'edit')).send({ phone: number });
  expect(await phone(family, zala.reference, '031 777 188')).toMatchObject(saved);
  expect(await phone(family, jakob.reference, '031 777 189')).toMatchObject(saved);
  expect(await phone(own, tina.reference, '031 777 190')).toMatchObject(saved);
  const withdraw = async (page: typeof family, reference: string) =>
    (await page.form(reference, 'withdraw', 'withdraw')).send();
  expect(await withdraw(family, zala.reference)).toMatchObject({ said: 'withdrawn' });
  expect(await withdraw(own, tina.reference)).toMatchObject({ said: 'withdrawn' });
  await rows('update mails set send_after = now() where organization_id = $1', [organization_id]);

  const outcome = () =>
    rows<{ whose: string; state: string; state_reason: string }>(
      `select case recipient_kind when 'staff' then g.name ->> 'sl' else to_address end as whose, m.state, state_reason
       from mails m join groups g on g.id = m.group_id
       where m.organization_id = $1 and email_type = 'application_changed' order by recipient_kind, whose`,
      [organization_id],
    );
  await until(async () => {
    const states = (await outcome()).map(({ state }) => state);
    if (states.some((state) => state !== 'sent' && state !== 'cancelled')) throw new Error(states.join());
  });
  expect(await outcome()).toEqual([
    { whose: at, state: 'sent', state_reason: '' },
    { whose: alone, state: 'cancelled', state_reason: 'outdated' },
    { whose: 'Balet', state: 'sent', state_reason: '' },
    { whose: 'Step', state: 'cancelled', state_reason: 'outdated' },
  ]);
  const changes = async (address: string, count: number) =>
    (await mailsTo(address, count)).filter(({ subject }) => subject.startsWith('Spremembe'));
  for (const [told, ...more] of [await changes(at, 2), await changes(owner, 3)]) {
    expect(more).toEqual([]);
    expect(told?.text).toContain('031 777 189');
    expect(told?.text).toContain('Jakob');
    expect(told?.text).not.toMatch(/Zala|777 188/);
  }
});

test('who wants a place still is told so by the mail about that alone', async () => {
  const { factories, rows } = pages.site;
  const { id: organization_id } = await factories.organization();
  const { id: group_id } = await factories.group({ organization_id });
  const address = 'tina@vrsta.test';
  const waiting = { organization_id, group_id, email: address, status: 'waitlisted' } as const;
  const { id, reference } = await factories.participant(waiting);
  await rows(
    'update participants set offered_at = now(), offer_no = 1, offer_paused_at = now() where id = $1',
    [id],
  );
  const me = await applicantAt(pages, { organization_id, address });
  expect(await (await me.form(reference, 'want_still')).send()).toMatchObject({ said: 'still_wanted' });
  const written = await rows('select email_type, variant from mails where participant_id = $1', [id]);
  expect(written).toEqual([{ email_type: 'place_offered', variant: 'still_wanted' }]);
});

/** An organisation with two groups, whose changes are told to an address. */
async function twoGroups(owner: string) {
  const { factories } = pages.site;
  const { id: organization_id } = await factories.organization({ owner_email: owner });
  await factories.member({ organization_id, email: owner, role: 'ORGANIZATION_ADMIN' } as never);
  // groups are locked by their ids: this one first
  const { id: tap } = await factories.group({ organization_id, name: { sl: 'Step' } });
  const { id: ballet } = await factories.group({ organization_id, name: { sl: 'Balet' } });
  const given = { organization_id, group_id: ballet, status: 'approved' } as const;
  const pia = await factories.participant({ ...given, name: 'Pia', email: `pia.${owner}` });
  const kaja = await factories.participant({ ...given, name: 'Kaja', email: `kaja.${owner}` });
  const opened = async (name: 'pia' | 'kaja', reference: string) => {
    const page = await applicantAt(pages, { organization_id, address: `${name}.${owner}` });
    return page.form(reference, 'save', 'edit');
  };
  const forms = { pia: await opened('pia', pia.reference), kaja: await opened('kaja', kaja.reference) };
  /** The mails to staff about changes, once all have left. */
  const toldStaff = async (count: number) => {
    await pages.site.rows('update mails set send_after = now() where organization_id = $1', [
      organization_id,
    ]);
    const told = (await pages.site.mailsTo(owner, count)).map(({ subject, text }) => ({ subject, text }));
    return Object.fromEntries(told.map(({ subject, text }) => [subject, text]));
  };
  return { organization_id, ballet, tap, pia, kaja, forms, toldStaff };
}

test('who moves is told of to the staff of the new group; those whom the mail named beside stay in it', async () => {
  const { tap, pia, forms, toldStaff } = await twoGroups('lastnica@selitev.test');
  expect(await forms.pia.send({ phone: '031 777 188' })).toMatchObject({ said: 'saved' });
  expect(await forms.kaja.send({ phone: '031 777 189' })).toMatchObject({ said: 'saved' });
  await pages.site.rows('update participants set group_id = $2 where id = $1', [pia.id, tap]);
  const told = await toldStaff(2);
  expect(told['Spremembe prijav: Balet']).toContain('031 777 189');
  expect(told['Spremembe prijav: Balet']).not.toContain('Pia');
  expect(told['Spremembe prijav: Step']).toContain('031 777 188');
  expect(told['Spremembe prijav: Step']).not.toContain('Kaja');
});

test('those who move together are told of in one mail', async () => {
  const { organization_id, tap, pia, kaja, forms, toldStaff } = await twoGroups('lastnica@skupaj.test');
  const zala = await pages.site.factories.participant({
    ...{ organization_id, group_id: tap, status: 'approved', name: 'Zala', email: 'zala@skupaj.test' },
  });
  const page = await applicantAt(pages, { organization_id, address: 'zala@skupaj.test' });
  expect(await forms.pia.send({ phone: '031 777 188' })).toMatchObject({ said: 'saved' });
  expect(await forms.kaja.send({ phone: '031 777 189' })).toMatchObject({ said: 'saved' });
  const form = await page.form(zala.reference, 'save', 'edit');
  expect(await form.send({ phone: '031 777 190' })).toMatchObject({ said: 'saved' });
  for (const { id } of [pia, kaja])
    await pages.site.rows('update participants set group_id = $2 where id = $1', [id, tap]);
  const told = await toldStaff(1);
  for (const number of ['031 777 188', '031 777 189', '031 777 190'])
    expect(told['Spremembe prijav: Step']).toContain(number);
});

test('who is deleted leaves the mail to another of its group, though somebody before them by name has moved', async () => {
  const { organization_id, ballet, tap, pia, kaja, forms, toldStaff } =
    await twoGroups('lastnica@izbris.test');
  const zala = await pages.site.factories.participant({
    ...{ organization_id, group_id: ballet, status: 'approved', name: 'Zala', email: 'zala@izbris.test' },
  });
  const page = await applicantAt(pages, { organization_id, address: 'zala@izbris.test' });
  const form = await page.form(zala.reference, 'save', 'edit');
  expect(await forms.pia.send({ phone: '031 777 188' })).toMatchObject({ said: 'saved' });
  expect(await forms.kaja.send({ phone: '031 777 189' })).toMatchObject({ said: 'saved' });
  expect(await form.send({ phone: '031 777 190' })).toMatchObject({ said: 'saved' });
  await pages.site.rows('update participants set group_id = $2 where id = $1', [kaja.id, tap]);
  await pages.site.rows('delete from participants where id = $1', [pia.id]);
  const told = await toldStaff(2);
  expect(told['Spremembe prijav: Balet']).toContain('031 777 190');
  expect(told['Spremembe prijav: Step']).toContain('031 777 189');
});

test('what began before a mail and waited for a lock is told in it', async () => {
  const { organization_id, tap, forms, toldStaff } = await twoGroups('lastnica@vrsta.test');
  await pages.site.factories.participant({
    ...{ organization_id, group_id: tap, email: 'kaja.lastnica@vrsta.test', name: 'Kajin brat' },
  });
  const client = await pages.site.owner.connect();
  await client.query('begin');
  await client.query('select from groups where id = $1 for update', [tap]);
  const slow = forms.kaja.send({ phone: '031 777 189' });
  await waitingForLocks(pages.site, 1);
  expect(await forms.pia.send({ phone: '031 777 188' })).toMatchObject({ said: 'saved' });
  await client.query('commit');
  client.release();
  expect(await slow).toMatchObject({ said: 'saved' });
  const told = await toldStaff(2);
  expect(told['Spremembe prijav: Balet']).toContain('031 777 188');
  expect(told['Spremembe prijav: Balet']).toContain('031 777 189');
});

test('what is changed of all applications is told of those that are not withdrawn', async () => {
  const { factories, rows, mailsTo } = pages.site;
  const { id: organization_id } = await factories.organization();
  const address = 'barbara@ostane.test';
  const given = { organization_id, email: address, status: 'approved' } as const;
  // fixed days: they are only compared with one another
  const zala = await factories.participant({
    ...given,
    name: 'Zala',
    application_date: '2026-09-02T10:00:00Z',
  });
  const jakob = await factories.participant({
    ...given,
    name: 'Jakob',
    application_date: '2026-09-01T10:00:00Z',
  });
  const me = await applicantAt(pages, { organization_id, address });
  await (await me.form(zala.reference, 'withdraw', 'withdraw')).send();
  await (await me.form(jakob.reference, 'save', 'edit')).send({ mail_language: 'en', news: 'no' });
  await rows('update mails set send_after = now() where organization_id = $1', [organization_id]);
  const told = (await mailsTo(address, 2)).find(({ subject }) => subject === 'Your changes are saved');
  expect(told?.text).toContain('News by e-mail: no');
  expect(told?.text).toContain('Jakob');
  expect(told?.text).not.toContain('Zala');
  expect(
    await rows(
      `select participant_id as id from mails where organization_id = $1 and email_type = 'application_changed'
       and recipient_kind = 'applicant'`,
      [organization_id],
    ),
  ).toEqual([{ id: jakob.id }]);
});

test('a code is in the mail to the new address and nowhere else; the old address is told without a link', async () => {
  const { factories, rows, mailsTo } = pages.site;
  const { id: organization_id } = await factories.organization();
  const [old, fresh] = ['stara@posta.test', 'sveza@posta.test'];
  const { reference } = await factories.participant({ organization_id, email: old, language: 'en' });
  const me = await applicantAt(pages, { organization_id, address: old });
  await (await me.form(reference, 'save', 'edit')).send({ email: fresh });
  const [mail] = await mailsTo(fresh);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  expect(code).toHaveLength(6);
  expect(mail?.html).toContain(`>${code}<`);
  expect(mail?.subject).not.toContain(code);
  expect(mail?.text).not.toContain('/my');
  const kept = await rows<{ text: string }>('select text from mail_texts where organization_id = $1', [
    organization_id,
  ]);
  expect(JSON.stringify(kept)).not.toContain(code);
  await (await me.form(reference, 'confirm_address', 'address', 'en')).send({ code });
  const [told] = await mailsTo(old);
  expect(told?.subject).toBe('The address of your applications has changed');
  expect(told?.text).not.toMatch(/\/my|sveza/);
  const link = (await mailsTo(fresh, 2)).find(({ subject }) => subject.includes('link'));
  const token = /\/my\/([\w-]{22})/.exec(link?.text ?? '')?.[1] ?? '';
  expect((await pages.open(`/my/${token}`)).status).toBe(200);
});

test('what is changed and changed back is nothing; days are told by how they end', () => {
  const facts = (...changes: WrittenChange[]) =>
    changeFacts(changes, 'en', { former: true }).map(({ question, value }) => [question, value]);
  expect(facts({ field: 'phone', from: '1', to: '2' }, { field: 'phone', from: '2', to: '1' })).toEqual([]);
  expect(facts({ field: 'phone', from: '1', to: null })).toEqual([['Phone', '1 → empty']]);
  // fixed days: only told
  const birth = { field: 'answer', field_id: 'one', label: 'Born', type: 'date' };
  expect(facts({ ...birth, from: '2018-09-01', to: '2017-09-01' })).toEqual([
    ['Born', '1 Sep 2018 → 1 Sep 2017'],
  ]);
  const day = addDays('2026-09-01', 2);
  expect(facts({ field: 'absence', from: null, to: day })).toEqual([['Absent', expect.any(String)]]);
  expect(facts({ field: 'absence', from: day, to: null })).toEqual([
    ['Coming after all', expect.any(String)],
  ]);
  expect(facts({ field: 'absence', from: null, to: day }, { field: 'absence', from: day, to: null })).toEqual(
    [],
  );
  expect(facts({ field: 'status', from: 'approved', to: 'inactive' })).toEqual([]);
  expect(facts({ field: 'offer_until', from: '2026-09-01', to: null })).toEqual([]);
  expect(facts({ field: 'offer_paused_at', from: '2026-09-01', to: null })).toEqual([]);
});
