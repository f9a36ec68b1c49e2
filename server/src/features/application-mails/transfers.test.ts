import type { BulkJob, BulkPreview, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/until.ts';

let site: TestApp;
let organization_id: string;
let ballet: { id: string };
let jazz: { id: string };
let staff: Caller;
const tomorrow = addDays(localDay(new Date(), 'Europe/Ljubljana'), 1);

beforeAll(async () => {
  site = await createTestApp({ variables: { MAIL_DELAY_SECONDS: '600' }, mailbox: true });
});
afterAll(() => site.close());
beforeEach(async () => {
  const { factories } = site;
  organization_id = (await factories.organization({ name: 'Plesno društvo Žar', currency: 'EUR' })).id;
  const location = await factories.location({ organization_id, name: 'Dvorana Center', address: 'Trg 1' });
  ballet = await factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
  jazz = await factories.group({
    ...{ organization_id, name: { sl: 'Jazz', en: 'Jazz dance' }, location_id: location.id },
    ...{ schedule: [{ day: dayOf(tomorrow), start_time: '17:00', duration: 60 }], age_to: 12 },
    price_text: { sl: '60 € na mesec', en: '€60 a month' },
  });
  staff = site.as(await factories.member({ organization_id, name: 'Nina' }));
});

const guardian = {
  ...{ field_id: crypto.randomUUID(), form_field_id: null, label: '', name: 'Skrbnik', type: 'text' },
  ...{ sensitive: false, purpose: 'guardian_name', value: 'Petra Kos', text: 'Petra Kos' },
};
let people = 0;
const person = async (given: object = {}) => {
  people += 1;
  const of = { organization_id, group_id: ballet.id, status: 'approved' };
  return site.factories.participant({
    ...{ ...of, name: 'Ana Kos', email: `petra${people}@posta.test`, answers: [guardian] },
    ...given,
  });
};
const move = async ({ id }: { id: string }, to: { id: string }, given: object = { notify: true }) => {
  const { version } = await staff.api.participants.get({ params: { id } });
  return staff.patch(`/participants/${id}`, { group_id: to.id, version, ...given });
};
const moveMany = (all: { id: string }[], given: object = {}) =>
  staff.post<StartedBulkJob>('/participants/bulk/move', {
    ...{ selection: { ids: all.map(({ id }) => id) }, group_id: jazz.id, notify: true, ...given },
  });
const preview = async (all: { id: string }[]) => {
  const selection = { ids: all.map(({ id }) => id) };
  const act = { kind: 'move', group_id: jazz.id, notify: true };
  return (await staff.post<BulkPreview>('/participants/bulk/preview', { selection, act })).body;
};
const mails = () =>
  site.rows<{ variant: string; state: string; state_reason: string }>(
    'select variant, state, state_reason from mails where organization_id = $1 order by created_at, id',
    [organization_id],
  );
/** Lets the time pass for which mails can be called back, and waits until each has left or will not. */
async function leave() {
  await site.rows(`update mails set send_after = now() where organization_id = $1 and state = 'queued'`, [
    organization_id,
  ]);
  return until(async () => {
    const all = await mails();
    expect(all.filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([]);
    return all;
  });
}
const only = async (address: string | null) => {
  await leave();
  const [mail, ...more] = await site.mailsTo(address ?? '');
  expect(more).toEqual([]);
  if (!mail) throw new Error('No mail has come.');
  return mail;
};

describe('one who moves', () => {
  test('is told the new day and hall, in the name of the child and to the guardian', async () => {
    const ana = await person();
    expect((await move(ana, jazz)).status).toBe(200);
    const [queued] = await mails();
    expect(queued).toEqual({ variant: 'transferred', state: 'queued', state_reason: '' });
    const { subject, text } = await only(ana.email);
    expect(subject).toBe('Nova skupina: Ana Kos, Jazz');
    expect(text).toContain('Pozdravljeni, Petra Kos,');
    expect(text).toContain('prijavo na ime Ana Kos smo premaknili iz skupine Balet v skupino Jazz.');
    expect(text).toContain('Stanje prijave: Odobrena');
    for (const line of [/Termin: .*17:00/, /Kraj: Dvorana Center, Trg 1/, /Naslednje srečanje: .*17:00/])
      expect(text).toMatch(line);
    expect(text).toContain('Cena: 60 € na mesec');
    expect(text).not.toContain('Plačila:');
    expect(text).toMatch(/Odpri stran prijave: http/);
    const { mails: log } = await staff.api.participants.get({ params: { id: ana.id } });
    expect(log).toMatchObject([
      { email_type: 'application_status_update', variant: 'transferred', state: 'sent' },
    ]);
  });

  test('is told nothing unless that was asked for', async () => {
    await move(await person(), jazz, {});
    await move(await person(), jazz, { notify: false });
    // nothing moves
    await move(await person(), ballet);
    expect(await mails()).toEqual([]);
  });

  test('is told in English, and that the application is under review still', async () => {
    const ana = await person({ language: 'en', status: 'pending' });
    await move(ana, jazz);
    const { subject, text } = await only(ana.email);
    expect(subject).toBe('New group: Ana Kos, Jazz dance');
    expect(text).toContain('We have moved the application for Ana Kos from Ballet to Jazz dance.');
    expect(text).toContain('What happens next: We’ll look at your application');
    expect(text).toContain('Where: Dvorana Center, Trg 1');
  });

  test('is told in the words for a move where a template words decisions, and in its own where it has some', async () => {
    const words = { subject: 'Odločitev: {{participant_name}}', main_message: 'odločili smo o prijavi.' };
    const template = await site.factories.template({
      ...{ organization_id, email_type: 'application_status_update', is_default: true },
      translations: { sl: words },
    });
    const ana = await person();
    await move(ana, jazz);
    const system = await only(ana.email);
    expect(system.subject).toBe('Nova skupina: Ana Kos, Jazz');
    expect(system.text).not.toContain('odločili smo');
    const transferred = { main_message: 'iz {{former_group}} ste zdaj pri {{group_name}}.' };
    const { status } = await staff.patch(`/notification-templates/${template.id}`, {
      ...{ version: template.version, translations: { sl: { ...words, transferred } } },
    });
    expect(status).toBe(200);
    const eva = await person();
    await move(eva, jazz);
    const own = await only(eva.email);
    expect(own.subject).toBe('Nova skupina: Ana Kos, Jazz');
    expect(own.text).toContain('iz Balet ste zdaj pri Jazz.');
  });

  test('is told nothing without an address, once the application is over, or where the new group sends no such mail', async () => {
    await move(await person({ email: null }), jazz);
    for (const status of ['rejected', 'inactive']) await move(await person({ status }), jazz);
    const setting = { organization_id, email_type: 'application_status_update', enabled: false };
    await site.factories.emailSetting({ ...setting, group_id: jazz.id });
    await move(await person(), jazz);
    expect(await mails()).toEqual([]);
    // the former group's setting says nothing
    await move(await person({ group_id: jazz.id }), ballet);
    expect(await leave()).toMatchObject([{ state: 'sent' }]);
  });

  test('is not written to at an address that bounced', async () => {
    const ana = await person();
    await site.factories.mail({
      ...{ organization_id, group_id: ballet.id, participant_id: ana.id, to_address: ana.email },
      ...{ state: 'failed', state_reason: 'mailbox_missing', bounce: 'hard' },
    });
    await move(ana, jazz);
    expect((await leave()).at(-1)).toEqual({
      ...{ variant: 'transferred', state: 'failed', state_reason: 'address_bounced' },
    });
  });

  test('and then on, before that was told, is told of both at once; who is back is told nothing', async () => {
    const salsa = await site.factories.group({ organization_id, name: { sl: 'Salsa' } });
    const ana = await person();
    await move(ana, jazz);
    await move(ana, salsa);
    expect((await only(ana.email)).text).toContain('iz skupine Balet v skupino Salsa');
    // later moves begin where that one ended
    await move(ana, jazz);
    await leave();
    expect((await site.mailsTo(ana.email ?? '', 2)).at(-1)?.text).toContain(
      'iz skupine Salsa v skupino Jazz',
    );
    const [silently, aloud] = [await person(), await person()];
    for (const one of [silently, aloud]) await move(one, jazz);
    await move(silently, ballet, {});
    await move(aloud, ballet);
    expect((await leave()).slice(-3)).toEqual([
      { variant: 'transferred', state: 'cancelled', state_reason: 'outdated' },
      { variant: 'transferred', state: 'cancelled', state_reason: 'superseded' },
      { variant: 'transferred', state: 'cancelled', state_reason: 'outdated' },
    ]);
  });

  test('and is decided about at once is told of both; of a rejection alone', async () => {
    const [ana, eva] = [await person({ status: 'pending' }), await person()];
    await move(ana, jazz);
    await staff.patch(`/participants/${ana.id}/status`, { status: 'approved' });
    await move(eva, jazz);
    await staff.patch(`/participants/${eva.id}/status`, { status: 'rejected' });
    await leave();
    const told = await site.mailsTo(ana.email ?? '', 2);
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      'Mesto je potrjeno: Ana Kos, Jazz',
      'Nova skupina: Ana Kos, Jazz',
    ]);
    for (const { text } of told) expect(text).toContain('Stanje prijave: Odobrena');
    expect((await site.mailsTo(eva.email ?? '')).map(({ subject }) => subject)).toEqual([
      'Mesta žal ne moremo ponuditi: Ana Kos, Jazz',
    ]);
  });

  test('is told again when staff send it once more, of the move that was last', async () => {
    const ana = await person();
    await move(ana, jazz);
    await leave();
    const { mails: log } = await staff.api.participants.get({ params: { id: ana.id } });
    expect((await staff.post(`/participant-mails/${log[0]?.id}/again`, {})).status).toBe(200);
    await leave();
    const [first, again] = await site.mailsTo(ana.email ?? '', 2);
    expect(again?.subject).toBe('Nova skupina: Ana Kos, Jazz');
    expect(again?.text).toBe(first?.text);
  });

  test('and then merged into another application brings no mail along about a move of that one', async () => {
    const at = { email: 'petra@posta.test' };
    const [twin, ana] = [
      await person({ ...at, group_id: jazz.id }),
      await person({ ...at, name: 'Ana Koss' }),
    ];
    await move(ana, jazz);
    const versionOf = async ({ id }: { id: string }) =>
      (await staff.api.participants.get({ params: { id } })).version;
    const merged = await staff.post(`/participants/${twin.id}/merge`, {
      ...{ other_id: ana.id, version: await versionOf(twin), other_version: await versionOf(ana) },
      ...{ take: [], keep: [] },
    });
    expect(merged.status).toBe(200);
    expect(await leave()).toEqual([{ variant: 'transferred', state: 'cancelled', state_reason: 'outdated' }]);
  });

  test.for([
    ['keep', 'Plačila: kot doslej, po ceni prejšnje skupine', false],
    ['take', 'Plačila: odslej po ceni nove skupine', true],
  ] as const)('is told what payments do: %s', async ([fees, line, hasPrice]) => {
    for (const { id } of [ballet, jazz]) await site.factories.feePlan({ organization_id, group_id: id });
    const ana = await person({ status: 'pending' });
    await staff.patch(`/participants/${ana.id}/status`, {
      status: 'approved',
      notify: false,
      payments: 'plan',
    });
    await move(ana, jazz, { notify: true, fees });
    const { text } = await only(ana.email);
    expect(text).toContain(line);
    expect(text.includes('Cena: 60 € na mesec')).toBe(hasPrice);
  });
});

describe('many who move', () => {
  const undo = async ({ body }: { body: StartedBulkJob }) =>
    (await staff.post<BulkJob>(`/bulk-jobs/${body.id}/undo`)).body;

  test('are told all the same when a decision keeps the undo from bringing them back', async () => {
    const ana = await person({ status: 'pending' });
    const job = await moveMany([ana]);
    await staff.patch(`/participants/${ana.id}/status`, { status: 'approved' });
    expect(await undo(job)).toMatchObject({ not_undone: [{ reason: 'changed_since', count: 1 }] });
    const told = (await leave()).map(({ variant, state }) => [variant, state]);
    expect(told).toContainEqual(['transferred', 'sent']);
  });

  test.each([true, false])(
    'are told of the first move when the second is undone, told: %s',
    async (notify) => {
      const tap = await site.factories.group({ organization_id, name: { sl: 'Step', en: 'Tap' } });
      const ana = await person();
      await move(ana, jazz);
      await undo(await moveMany([ana], { group_id: tap.id, notify }));
      const { subject, text } = await only(ana.email);
      expect(subject).toBe('Nova skupina: Ana Kos, Jazz');
      expect(text).toContain('iz skupine Balet v skupino Jazz');
    },
  );

  test('stay where they are when the mail that failed was sent once more', async () => {
    const ana = await person();
    const job = await moveMany([ana]);
    await site.rows(`update mails set state = 'failed' where organization_id = $1`, [organization_id]);
    const { mails: log } = await staff.api.participants.get({ params: { id: ana.id } });
    expect((await staff.post(`/participant-mails/${log[0]?.id}/again`, {})).status).toBe(200);
    await leave();
    expect(await undo(job)).toMatchObject({
      undone_count: 0,
      not_undone: [{ reason: 'mail_sent', count: 1 }],
    });
  });

  test('are told of a group that staff without it can’t read of', async () => {
    const ana = await person();
    await move(ana, jazz);
    await leave();
    const { mails: log } = await staff.api.participants.get({ params: { id: ana.id } });
    const one = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [jazz.id] });
    expect((await staff.get(`/participant-mails/${log[0]?.id}`)).status).toBe(200);
    expect((await site.as(one).get(`/participant-mails/${log[0]?.id}`)).status).toBe(403);
  });

  test('are told as the preview says: each child by a mail of its own', async () => {
    const [ana, eva] = [await person(), await person()];
    await site.rows('update participants set email = $2, name = $3 where id = $1', [
      ...[eva.id, ana.email, 'Eva Kos'],
    ]);
    const all = [ana, eva, await person({ email: null }), await person({ status: 'rejected' })];
    expect(await preview(all)).toMatchObject({ change_count: 4, mail_count: 2, without_email_count: 1 });
    const { body } = await moveMany(all);
    expect(body).toMatchObject({ state: 'done', done_count: 4, mail_count: 2 });
    expect(body.undo_until).not.toBeNull();
    await leave();
    const told = await site.mailsTo(ana.email ?? '', 2);
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      'Nova skupina: Ana Kos, Jazz',
      'Nova skupina: Eva Kos, Jazz',
    ]);
  });

  test('are told nothing by a page of the release before, nor where the new group sends no such mail', async () => {
    const all = [await person(), await person()];
    expect((await moveMany(all, { notify: undefined })).body).toMatchObject({ done_count: 2, mail_count: 0 });
    await site.factories.emailSetting({
      ...{ organization_id, group_id: jazz.id, email_type: 'application_status_update', enabled: false },
    });
    const others = [await person()];
    expect(await preview(others)).toMatchObject({ change_count: 1, mail_count: 0 });
    expect((await moveMany(others)).body).toMatchObject({ done_count: 1, mail_count: 0 });
    expect(await mails()).toEqual([]);
  });

  test('are told nothing once the move is undone, and stay where that was told', async () => {
    const [ana, eva] = [await person(), await person()];
    const { body } = await moveMany([ana, eva]);
    await site.rows(`update mails set send_after = now() where participant_id = $1`, [ana.id]);
    await site.mailsTo(ana.email ?? '');
    await until(async () => {
      expect(await mails()).toContainEqual({ variant: 'transferred', state: 'sent', state_reason: '' });
    });
    const undone = await staff.post<StartedBulkJob>(`/bulk-jobs/${body.id}/undo`);
    expect(undone.body).toMatchObject({
      ...{ state: 'undone', undone_count: 1, not_undone: [{ reason: 'mail_sent', count: 1 }] },
    });
    const groupOf = async ({ id }: { id: string }) =>
      (await staff.api.participants.get({ params: { id } })).group_id;
    expect([await groupOf(ana), await groupOf(eva)]).toEqual([jazz.id, ballet.id]);
    expect((await leave()).map(({ state, state_reason }) => [state, state_reason])).toEqual([
      ['sent', ''],
      ['cancelled', 'undone'],
    ]);
  });
});
