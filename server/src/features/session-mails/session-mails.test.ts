import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, localDay } from '@vpisnik/contract/rules/schedule';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { asWorker } from '../../db/scope.ts';
import { claimMail, type MailKey } from '../application-mails/outbox.ts';
import { renderMail } from '../application-mails/rendering/render.ts';
import { sessionContent } from './content.ts';

// fixed days: what must be to come is counted from today

let site: TestApp;
let organization_id: string;
let group_id: string;
let staff: Caller;
const today = localDay(new Date(), 'Europe/Ljubljana');
// today's would be over from some hour on
const first = addDays(today, 1);
/** A day of the group's meeting, so many weeks ahead. */
const meeting = (weeks: number) => addDays(first, 7 * weeks);

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { organization, group, member } = site.factories;
  organization_id = (await organization({ name: 'Plesno društvo Žar', time_zone: 'Europe/Ljubljana' })).id;
  group_id = (await balet()).id;
  staff = site.as(await member({ organization_id, name: 'Nina' }));
  function balet() {
    return group({
      organization_id,
      name: { sl: 'Balet', en: 'Ballet' },
      schedule: [{ day: dayOf(first), start_time: '17:00', duration: 60 }],
    });
  }
});

const person = (given: object = {}) =>
  site.factories.participant({ organization_id, group_id, status: 'approved', ...given });
const change = (body: object) =>
  staff.post(`/groups/${group_id}/exceptions`, { notify: true, start_time: '17:00', ...body });
const cancel = (weeks: number, given: object = {}) =>
  change({ kind: 'cancelled', date: meeting(weeks), ...given });
const moved = (weeks: number, to: string, given: object = {}) =>
  change({
    ...{ kind: 'moved', date: meeting(weeks) },
    ...{ new_date: to, new_start_time: '18:30', new_duration: 90, ...given },
  });

type MailRow = MailKey & { to_address: string; recipient_kind: string; state: string; state_reason: string };
const mails = (type = 'session_changed') =>
  site.rows<MailRow>(
    `select organization_id, id, to_address, recipient_kind, state, state_reason from mails
     where organization_id = $1 and email_type = $2 order by created_at, to_address`,
    [organization_id, type],
  );
const addresses = async (type?: string) => (await mails(type)).map(({ to_address }) => to_address);

/** What a mail says when it leaves; else why it doesn't. */
async function leaving(key: MailKey) {
  await site.rows('update mails set send_after = now() where id = $1', [key.id]);
  return await asWorker(site.pools.system, async (tx) => {
    const claimed = await claimMail(tx, key, 60);
    if (!claimed) throw new Error('It does not leave.');
    const content = await sessionContent(tx, claimed, 'https://vpisnik.test');
    if (typeof content === 'string') return content;
    const data = typeof content.data === 'function' ? await content.data() : content.data;
    return renderMail(content.template, data);
  });
}

/** The only mail, as it leaves. */
async function only(type?: string) {
  const [mail, ...more] = await mails(type);
  expect(more).toEqual([]);
  return await said(mail);
}
async function said(mail: MailRow | undefined) {
  if (!mail) throw new Error('There is no mail.');
  const sent = await leaving(mail);
  if (typeof sent === 'string') throw new Error(sent);
  return { ...sent, text: sent.text.replaceAll('\u00a0', ' ') };
}

/** The file of a mail, as another implementation of iCalendar reads it. */
function calendarIn({
  attachments = [],
}: {
  attachments?: { name: string; type: string; content: Buffer }[];
}) {
  const [file] = attachments;
  const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? ''));
  const events = calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    const at = (time: ICAL.Time | null) => time && `${time.toString().slice(0, 16)} ${time.zone?.tzid}`;
    return {
      uid: event.uid,
      of: at(event.recurrenceId),
      start: at(event.startDate),
      sequence: event.sequence,
      status: one.getFirstPropertyValue('status'),
    };
  });
  return { type: file?.type, method: calendar.getFirstPropertyValue('method'), events, calendar };
}

const uid = () => `${group_id}-${dayOf(first)}-1700@vpisnik`;
const slovene = (day: string) => {
  const [year, month, date] = day.split('-').map(Number);
  return `${date}. ${month}. ${year}`;
};

test('names with quotes and line breaks, and notes that look like templates, are words alone', async () => {
  await site.rows(`update organizations set name = 'Klub "Žar"; X:Y' where id = $1`, [organization_id]);
  await site.rows(`update groups set name = '{"sl": "Balet\\nBEGIN:VEVENT, {{reference}}"}' where id = $1`, [
    group_id,
  ]);
  await person({ email: 'mama@example.com', language: 'sl', name: 'Ana' });
  await cancel(2, { reason: { sl: '{{constructor}} <b>x</b>' } });
  const mail = await only();
  expect(mail.subject).not.toContain('\n');
  expect(mail.text).toContain('{{constructor}} <b>x</b>');
  expect(mail.html).toContain('{{constructor}} &lt;b&gt;x&lt;/b&gt;');
  expect(calendarIn(mail).events).toHaveLength(1);
});

describe('a date that is cancelled', () => {
  test('is told to those with a place and to leaders, with a file that takes it out of calendars', async () => {
    await person({ name: 'Ana Novak', email: 'mama@example.com', language: 'sl' });
    for (const status of ['pending', 'waitlisted', 'rejected', 'inactive']) await person({ status });
    await person({ email: null });
    const leader = await site.factories.member({
      ...{ organization_id, name: 'Vid Kos', role: 'GROUP_ADMIN', groups: [group_id], leads: [group_id] },
    });
    expect((await cancel(2, { reason: { sl: 'Nastop v Celju' } })).status).toBe(201);
    const [family, other] = (await mails()).toSorted((a, b) =>
      a.recipient_kind.localeCompare(b.recipient_kind),
    );
    expect(family).toMatchObject({ to_address: 'mama@example.com', state: 'queued' });
    expect(other).toMatchObject({ to_address: leader.email, recipient_kind: 'staff' });
    const mail = await said(family);
    const day = slovene(meeting(2));
    expect(mail.subject).toBe(`Odpovedano ${day}: Ana Novak, Balet`);
    for (const words of ['Razlog: Nastop v Celju', `${day}, ob 17:00`, 'Ime in priimek: Ana Novak'])
      expect(mail.text).toContain(words);
    const { type, method, events } = calendarIn(mail);
    expect([type, method]).toEqual(['text/calendar; charset=utf-8; method=CANCEL', 'CANCEL']);
    const at = `${meeting(2)}T17:00 Europe/Ljubljana`;
    expect(events).toEqual([{ uid: uid(), of: at, start: at, sequence: 1, status: 'CANCELLED' }]);
    expect((await said(other)).subject).toBe(`Odpovedano ${day}: Vid Kos, Balet`);
  });

  test('is not told where nobody asks, where the group does not send it, or when it is over', async () => {
    await person();
    await cancel(1, { notify: false });
    await site.factories.emailSetting({
      organization_id,
      group_id,
      email_type: 'session_changed',
      enabled: false,
    });
    await cancel(2);
    await site.rows('delete from group_email_settings where group_id = $1', [group_id]);
    await site.rows(`update groups set start_date = $2 where id = $1`, [group_id, meeting(-3)]);
    expect((await cancel(-2)).status).toBe(201);
    expect(await mails()).toEqual([]);
    expect(await staff.api.session_notices.audience({ query: { group_id } })).toMatchObject({
      participants: 1,
    });
  });

  test('that is put back before its mail leaves is not told', async () => {
    await person();
    const { body } = await cancel(2);
    expect((await staff.delete(`/session-exceptions/${body.id}?notify=true`)).status).toBe(204);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(await leaving(mail as MailRow)).toBe('outdated');
  });

  test('and put back after it left is told as added, with a higher sequence', async () => {
    await person({ email: 'mama@example.com' });
    const { body } = await cancel(2);
    await site.rows(`update mails set state = 'sent' where organization_id = $1`, [organization_id]);
    await staff.delete(`/session-exceptions/${body.id}?notify=true`);
    const mail = await said((await mails()).find(({ state }) => state === 'queued'));
    expect(mail.subject).toMatch(/^Dodano /);
    const { method, events } = calendarIn(mail);
    expect(method).toBe('PUBLISH');
    expect(events).toMatchObject([{ uid: uid(), sequence: 2, status: 'CONFIRMED' }]);
  });
});

describe('a date that begins as before', () => {
  const stays = (given: object) => moved(1, meeting(1), { new_start_time: '17:00', ...given });
  const at = () => `Prestavljeno: ${weekday(meeting(1))}, ${slovene(meeting(1))}`;

  test('says until when it lasts if it is longer', async () => {
    await person({ name: 'Ana' });
    await stays({ new_duration: 90 });
    const { subject, text } = await only();
    expect(subject).toBe('Spremembe terminov: Ana, Balet');
    expect(text).toContain(`${at()}, 17:00–18:30 (prej 17:00–18:00)\n`);
  });

  test('says where it is if only that is new, and no other time', async () => {
    await person();
    const { id: location_id } = await site.factories.location({ organization_id, name: 'Oder', address: '' });
    await stays({ new_duration: 60, location_id });
    const { text } = await only();
    expect(text).toContain(`${at()}, ob 17:00, Oder\n`);
    expect(text).not.toContain('Novi čas');
  });
});

describe('several changes', () => {
  test('that follow while a mail waits are one mail, which says what is different when it leaves', async () => {
    await person({ name: 'Ana', email: 'mama@example.com', language: 'sl' });
    await person({ name: 'Bor', email: 'mama@example.com', language: 'sl' });
    await cancel(1);
    await moved(2, addDays(meeting(2), 1));
    await change({ kind: 'added', start_time: null, ...added(addDays(meeting(3), 2)) });
    const mail = await only();
    expect(mail.subject).toBe('Spremembe terminov: Ana in Bor, Balet');
    const [cancelled, to, extra] = [meeting(1), addDays(meeting(2), 1), addDays(meeting(3), 2)].map(slovene);
    for (const words of [
      `${cancelled}, ob 17:00`,
      `${to}, ob 18:30 (prej `,
      `${extra}, ob 10:00`,
      'Odpovedano: ',
      'Prestavljeno: ',
      'Dodano: ',
    ])
      expect(mail.text).toContain(words);
    const { method, events } = calendarIn(mail);
    expect(method).toBe('PUBLISH');
    expect(
      events.map(({ of, start, sequence, status }) => [
        of?.slice(0, 10),
        start?.slice(0, 16),
        sequence,
        status,
      ]),
    ).toEqual([
      [meeting(1), `${meeting(1)}T17:00`, 3, 'CANCELLED'],
      [meeting(2), `${addDays(meeting(2), 1)}T18:30`, 3, 'CONFIRMED'],
      [undefined, `${addDays(meeting(3), 2)}T10:00`, 3, 'CONFIRMED'],
    ]);
  });

  test('of which the first has left are told apart, each from what is known', async () => {
    await person({ email: 'mama@example.com' });
    const { body } = await moved(2, addDays(meeting(2), 1));
    await site.rows(`update mails set state = 'sent' where organization_id = $1`, [organization_id]);
    await staff.patch(`/session-exceptions/${body.id}`, {
      ...{ new_date: addDays(meeting(2), 2), notify: true, version: body.version },
    });
    const mail = await said((await mails()).find(({ state }) => state === 'queued'));
    expect(mail.text).toContain(
      `(prej ${weekday(addDays(meeting(2), 1))}, ${slovene(addDays(meeting(2), 1))}, ob 18:30)`,
    );
    expect(calendarIn(mail).events).toMatchObject([{ uid: uid(), sequence: 2 }]);
  });

  test('of groups that close on a day are one mail for a family', async () => {
    const other = await site.factories.group({
      ...{ organization_id, name: { sl: 'Jazz' } },
      schedule: [{ day: dayOf(first), start_time: '19:00', duration: 60 }],
    });
    await person({ name: 'Ana', email: 'mama@example.com', language: 'sl' });
    await person({ name: 'Bor', email: 'mama@example.com', language: 'sl', group_id: other.id });
    await site.factories.group({ organization_id, schedule: [] });
    const days = { start_date: meeting(2), end_date: addDays(meeting(2), 1) };
    expect(
      await staff.api.session_notices.audience({ query: { from: days.start_date, to: days.end_date } }),
    ).toMatchObject({ participants: 2, leaders: 0 });
    const closed = await staff.post('/closures', {
      name: { sl: 'Kolektivni dopust' },
      ...days,
      notify: true,
    });
    expect(closed.status).toBe(201);
    const mail = await only();
    expect(mail.subject).toMatch(/: Ana in Bor, (Balet in Jazz|Jazz in Balet)$/);
    expect(mail.text).toContain('Razlog: Kolektivni dopust');
    expect(calendarIn(mail).events).toHaveLength(2);
    // staff of one group don't read what is told of the other
    const viewer = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_VIEWER_USER', groups: [group_id] }),
    );
    const [{ id = '' } = {}] = await mails();
    expect((await viewer.get(`/participant-mails/${id}`)).status).toBe(403);
  });

  test('of other holidays and breaks are told where they change dates', async () => {
    await site.rows('update organizations set public_holidays = true where id = $1', [organization_id]);
    const holiday = (
      await staff.api.closures.list({ query: { from: addDays(today, 1), to: addDays(today, 365) } })
    ).results.find(({ source }) => source?.startsWith('holiday:'));
    const { start_date = '' } = holiday ?? {};
    await site.rows('update groups set schedule = $2 where id = $1', [
      group_id,
      JSON.stringify([{ day: dayOf(start_date), start_time: '17:00', duration: 60 }]),
    ]);
    const never = await site.factories.group({ organization_id, schedule: [] });
    await person({ name: 'Ana', email: 'mama@example.com', language: 'sl' });
    await person({ group_id: never.id });
    const { version } = await staff.api.organizations.get({ params: { id: organization_id } });
    const choose = (body: object) => staff.patch('/organizations', { notify: true, ...body });
    const audience = (query: object) => staff.api.session_notices.audience({ query });
    // the choice that there is changes nothing
    expect(await audience({ public_holidays: 'true' })).toMatchObject({ participants: 0 });
    expect(await audience({ public_holidays: 'false' })).toMatchObject({ participants: 1 });
    expect((await choose({ public_holidays: false, version: version - 1 })).status).toBe(409);
    expect(await mails()).toEqual([]);
    expect((await choose({ public_holidays: false, version })).status).toBe(200);
    const mail = await only();
    expect(mail.text).toContain(slovene(start_date));
  });

  test('of the timetable are told by the week in which they fall, the first dozen one by one', async () => {
    await person({ email: 'mama@example.com', language: 'sl' });
    const { version } = await staff.api.groups.get({ params: { id: group_id } });
    await staff.api.groups.update({
      params: { id: group_id },
      body: {
        schedule: [{ day: dayOf(first), start_time: '18:00', duration: 60 }],
        notice: { note: { sl: 'Dvorana je prej zasedena.' } },
        version,
      },
    });
    const mail = await only();
    expect(mail.subject).toMatch(/^Prestavljeno /);
    expect(mail.text.match(/^Prestavljeno: .*, ob 18:00 \(prej .*, ob 17:00\)$/gm)).toHaveLength(12);
    expect(mail.text).toMatch(/Drugih sprememb: \d+/);
    expect(mail.text).toContain('Dvorana je prej zasedena.');
    expect(mail.text).toMatch(/Termin: .*18:00–19:00/);
  });
});

describe('a mail that waits', () => {
  test('names those alone whose address and group are still the same', async () => {
    const ana = await person({ name: 'Ana', email: 'mama@example.com' });
    const bor = await person({ name: 'Bor', email: 'Mama@example.com' });
    const cene = await person({ name: 'Cene', email: 'mama@example.com' });
    const other = await site.factories.group({ organization_id });
    await cancel(2);
    expect((await only()).subject).toContain(': Ana, Bor in Cene, Balet');
    const putBack = () =>
      site.rows(`update mails set state = 'queued', taken_until = null where organization_id = $1`, [
        organization_id,
      ]);
    const change = (id: string, set: string) =>
      site.rows(`update participants set ${set} where id = $1 returning id`, [id]);
    await putBack();
    await change(ana.id, `email = 'oce@example.com'`);
    await change(cene.id, `group_id = '${other.id}'`);
    const shared = async () =>
      (await mails()).find(({ to_address }) => to_address === 'mama@example.com') as MailRow;
    expect((await said(await shared())).subject).toContain(': Bor, Balet');
    await putBack();
    await change(bor.id, 'email = null');
    expect(await leaving(await shared())).toBe('outdated');
  });

  test('goes to the address that a leader has by then', async () => {
    const leader = await site.factories.member({
      ...{ organization_id, role: 'GROUP_ADMIN', groups: [group_id], leads: [group_id] },
    });
    await cancel(2);
    await site.rows(`update accounts set email = 'new-' || email where id = $1`, [leader.id]);
    await said((await mails())[0]);
    expect(await mails()).toMatchObject([{ to_address: `new-${leader.email}`, state: 'sending' }]);
  });

  test('of siblings in two languages is one for each', async () => {
    await person({ name: 'Ana', email: 'mama@example.com', language: 'sl' });
    await person({ name: 'Bor', email: 'mama@example.com', language: 'en' });
    await cancel(2);
    const subjects = await Promise.all((await mails()).map(async (mail) => (await said(mail)).subject));
    expect(subjects.sort()).toEqual([
      expect.stringMatching(/^Cancelled .*: Bor, Ballet$/),
      expect.stringMatching(/^Odpovedano .*: Ana, Balet$/),
    ]);
  });
});

test('times are right over both changes of clocks', async () => {
  const lastSunday = (month: string) => {
    const last = `${month}-31`;
    return addDays(last, -new Date(`${last}T00:00Z`).getUTCDay());
  };
  const year = Number(today.slice(0, 4));
  const [next = '', after = ''] = [year, year + 1]
    .flatMap((one) => [lastSunday(`${one}-03`), lastSunday(`${one}-10`)])
    .filter((day) => day > today);
  const { id } = await site.factories.group({
    organization_id,
    schedule: [{ day: 'sunday', start_time: '10:00', duration: 60 }],
  });
  await person({ group_id: id });
  for (const date of [next, after])
    await staff.post(`/groups/${id}/exceptions`, {
      kind: 'cancelled',
      date,
      start_time: '10:00',
      notify: true,
    });
  const { calendar, events } = calendarIn(await only());
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const instants = calendar
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one).startDate.toJSDate().toISOString());
  // summer time since that morning, winter time since that morning
  const startOf = (day: string) => `${day}T${day.includes('-03-') ? '08' : '09'}:00:00.000Z`;
  expect(instants).toEqual([startOf(next), startOf(after)]);
  expect(events).toHaveLength(2);
});

describe('a group that is cancelled', () => {
  const archive = async (body: object) => {
    const { version } = await staff.api.groups.get({ params: { id: group_id } });
    return await staff.patch(`/groups/${group_id}/status`, { version, ...body });
  };

  test('is told to all who hoped to come, with what comes next', async () => {
    for (const status of ['approved', 'pending', 'waitlisted', 'rejected', 'inactive'])
      await person({ status, email: `${status}@example.com`, language: 'sl', name: 'Ana' });
    await archive({ archived: true, notice: { note: { sl: 'Premalo prijav.' } } });
    expect(await addresses('group_cancelled')).toEqual([
      'approved@example.com',
      'pending@example.com',
      'waitlisted@example.com',
    ]);
    const mail = await said((await mails('group_cancelled'))[0]);
    expect(mail.subject).toBe('Skupina odpade: Ana, Balet');
    expect(mail.text).toContain('pomagamo najti drugo skupino');
    expect(mail.text).toContain('Premalo prijav.');
    const { method, events } = calendarIn(mail);
    expect(method).toBe('CANCEL');
    expect(events.length).toBeGreaterThan(50);
  });

  test('is not told of its dates besides; the file takes out those too whose mail has not left', async () => {
    await person();
    await cancel(2);
    await archive({ archived: true, notice: {} });
    const [changed] = await mails();
    expect(await leaving(changed as MailRow)).toBe('outdated');
    const { events } = calendarIn(await only('group_cancelled'));
    const start = `${meeting(2)}T17:00 Europe/Ljubljana`;
    expect(events.filter((event) => event.start === start)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  test('and fetched back before the mail leaves is not told; without being asked, nobody is', async () => {
    await person();
    await archive({ archived: true });
    expect(await mails('group_cancelled')).toEqual([]);
    await archive({ archived: false });
    await archive({ archived: true, notice: {} });
    await archive({ archived: false });
    const [mail] = await mails('group_cancelled');
    expect(await leaving(mail as MailRow)).toBe('outdated');
    await archive({ active: true, notice: {} });
    expect(await mails('group_cancelled')).toHaveLength(1);
  });
});

test('editors tell people of their groups alone, and siblings elsewhere keep their mail', async () => {
  const other = await site.factories.group({ organization_id });
  const editor = site.as(
    await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER', groups: [group_id] }),
  );
  expect(await editor.api.session_notices.audience({ query: { group_id: other.id } })).toMatchObject({
    participants: 0,
  });
  const { id } = await person({ email: 'mama@example.com', name: 'Ana' });
  const bor = await person({ email: 'mama@example.com', name: 'Bor' });
  const body = { kind: 'cancelled', date: meeting(2), start_time: '17:00', notify: true };
  expect((await editor.post(`/groups/${other.id}/exceptions`, body)).status).toBe(404);
  expect((await editor.post(`/groups/${group_id}/exceptions`, body)).status).toBe(201);
  await staff.delete(`/participants/${id}`);
  expect((await only()).subject).toContain(': Bor, Balet');
  const { mails: told } = await editor.api.participants.get({ params: { id: bor.id } });
  expect(told).toMatchObject([{ email_type: 'session_changed' }]);
});

describe('siblings who share a mail', () => {
  const given = { email: 'mama@example.com', language: 'sl' };
  const share = async () => {
    const [ana, bor] = [await person({ ...given, name: 'Ana' }), await person({ ...given, name: 'Bor' })];
    await cancel(2);
    const [mail] = await mails();
    return { ana, bor, mail: mail as MailRow };
  };

  test('are told at the address that each has when it leaves; who has none any more is not', async () => {
    const { ana, mail } = await share();
    await site.rows(`update participants set email = 'oce@example.com' where id = $1`, [ana.id]);
    expect((await said(mail)).subject).toContain(': Bor, Balet');
    const [, own] = await mails();
    expect(own).toMatchObject({ to_address: 'oce@example.com', state: 'queued' });
    await site.rows('update participants set email = null where id = $1', [ana.id]);
    expect(await leaving(own as MailRow)).toBe('outdated');
  });

  test('are named in words that those alone read who see both, and which go with either', async () => {
    const { bor, mail } = await share();
    await site.rows(
      `insert into mail_texts (organization_id, mail_id, subject, text) values ($1, $2, 'Ana in Bor', '')`,
      [organization_id, mail.id],
    );
    const editor = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_EDITOR_USER', groups: [group_id] }),
    );
    const read = async () => (await editor.get(`/participant-mails/${mail.id}`)).status;
    expect(await read()).toBe(200);
    const other = await site.factories.group({ organization_id });
    await site.rows('update participants set group_id = $2 where id = $1', [bor.id, other.id]);
    expect(await read()).toBe(403);
    await staff.delete(`/participants/${bor.id}`);
    expect(await site.rows('select from mail_texts where mail_id = $1', [mail.id])).toEqual([]);
  });
});

const added = (new_date: string) => ({ new_date, new_start_time: '10:00', new_duration: 60 });
const weekday = (day: string) =>
  new Intl.DateTimeFormat('sl-SI', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
