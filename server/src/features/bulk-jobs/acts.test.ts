import type { BulkPreview, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { Participant } from '@vpisnik/contract/participants';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

// fixed days: when people applied, which is over whatever day it is

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string };
inOrganization(
  (given) => {
    ({ site, organization_id, staff } = given);
  },
  { MAIL_DELAY_SECONDS: '30' },
);
beforeEach(async () => {
  group = await site.factories.group({ organization_id });
});

type Given = Record<string, unknown>;
type Job = StartedBulkJob & { code: string };
const add = async (given: Given = {}) =>
  (await site.factories.participant({ organization_id, group_id: group.id, ...given })).id;
const act = (kind: string, ids: string[], given: Given = {}, as = staff) =>
  as.post<Job>(`/participants/bulk/${kind}`, { selection: { ids }, ...given });
const look = async (kind: string, ids: string[], given: Given = {}) =>
  (
    await staff.post<BulkPreview>('/participants/bulk/preview', {
      ...{ selection: { ids }, act: { kind, ...given } },
    })
  ).body;
const undo = (job: Answer<Job>, as = staff) => as.post<Job>(`/bulk-jobs/${job.body.id}/undo`);
const read = async (id: string) => (await staff.get<Participant>(`/participants/${id}`)).body;
const outcomes = ({ body }: Answer<Job>, ids: string[]) =>
  ids.map((id) => {
    const row = body.rows.find(({ participant_id }) => participant_id === id);
    return row?.reason ?? row?.state;
  });

describe('a dry run', () => {
  test('says of a decision what it then does, and writes nothing', async () => {
    await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
    const silent = await site.factories.group({ organization_id });
    await site.factories.emailSetting({
      ...{ organization_id, group_id: silent.id, enabled: false },
      email_type: 'application_status_update',
    });
    const ids = [
      await add({ status: 'approved' }),
      await add({ status: 'waitlisted', name: 'Prva', application_date: '2026-01-01T10:00:00Z' }),
      await add({ status: 'waitlisted', name: 'Druga', application_date: '2026-01-02T10:00:00Z' }),
      await add({ status: 'waitlisted', name: 'Tretja', application_date: '2026-01-03T10:00:00Z' }),
      await add({ status: 'pending', group_id: silent.id }),
      await add({ status: 'pending', group_id: silent.id, email: null }),
      crypto.randomUUID(),
    ];
    const preview = await look('status', ids, { status: 'approved' });
    expect(preview).toMatchObject({
      ...{ total_count: 7, change_count: 3, mail_count: 1, without_email_count: 1, warnings: [] },
      full_groups: [{ id: group.id, places: 2, taken: 1, wanted: 3, lacking: 2 }],
    });
    expect(new Set(preview.skipped)).toEqual(
      new Set([
        { reason: 'same_status', count: 1 },
        { reason: 'group_full', count: 2 },
        { reason: 'not_found', count: 1 },
      ]),
    );
    const full = preview.rows.filter(({ reason }) => reason === 'group_full').map(({ name }) => name);
    expect(full).toEqual(['Druga', 'Tretja']);
    expect(await site.rows('select from bulk_jobs where organization_id = $1', [organization_id])).toEqual(
      [],
    );
    expect((await read(ids[1] ?? '')).status).toBe('waitlisted');

    const overbooking = await look('status', ids, { status: 'approved', allow_overbooking: true });
    expect(overbooking).toMatchObject({ change_count: 5, full_groups: [{ lacking: 2 }] });
    const quiet = await look('status', ids, { status: 'approved', notify: false });
    expect(quiet).toMatchObject({ change_count: 3, mail_count: 0 });
    const { body } = await act('status', ids, { status: 'approved' });
    expect([body.done_count, body.mail_count, new Set(body.skipped)]).toEqual([
      ...[3, 1],
      new Set(preview.skipped),
    ]);
  });
});

describe('many are moved', () => {
  test('while there are places, by date of application from wherever they come', async () => {
    const target = await site.factories.group({ organization_id, capacity: 3 });
    await add({ group_id: target.id, status: 'approved' });
    const other = await site.factories.group({ organization_id });
    const ids = [
      await add({ status: 'approved', application_date: '2026-01-03T10:00:00Z' }),
      await add({ status: 'pending', application_date: '2026-01-01T10:00:00Z', group_id: other.id }),
      await add({ status: 'approved', application_date: '2026-01-02T10:00:00Z' }),
      // who takes no place needs none
      await add({ status: 'waitlisted', application_date: '2026-01-04T10:00:00Z' }),
      await add({ status: 'rejected', group_id: target.id }),
    ];
    const answer = await act('move', ids, { group_id: target.id });
    expect(outcomes(answer, ids)).toEqual(['group_full', 'done', 'done', 'done', 'same_group']);
    expect(await read(ids[1] ?? '')).toMatchObject({ group_id: target.id, status: 'pending', version: 2 });
    const again = await act('move', [ids[0] ?? ''], { group_id: target.id, allow_overbooking: true });
    expect(again.body).toMatchObject({ done_count: 1, mail_count: 0 });

    // back to their own groups, except into one that is full by now
    await site.rows('update groups set capacity = 1 where id = $1', [other.id]);
    await add({ group_id: other.id, status: 'approved' });
    const undone = await undo(answer);
    expect(undone.body).toMatchObject({
      ...{ state: 'undone', undone_count: 2 },
      not_undone: [{ reason: 'group_full', count: 1 }],
    });
    const groups = await Promise.all(ids.map(async (id) => (await read(id)).group_id));
    expect(groups).toEqual([target.id, target.id, group.id, group.id, target.id]);
  });

  test('with the questions named that the new group demands, and its languages', async () => {
    const field = await site.factories.formField({ organization_id, name: { sl: 'Naslov' } });
    const target = await site.factories.group({ organization_id, languages: ['sl'], name: { sl: 'Balet' } });
    const asked = { organization_id, group_id: target.id, required: true };
    await site.factories.groupField({ ...asked, form_field_id: field.id });
    const tick = await site.factories.groupField({ ...asked });
    const answers = (value: unknown) => [
      {
        ...{ field_id: crypto.randomUUID(), form_field_id: field.id, label: null, name: 'Naslov' },
        ...{ type: 'text', value, text: '', sensitive: false },
      },
      {
        ...{ field_id: tick.id, form_field_id: null, label: null, name: 'Soglasje', type: 'checkbox' },
        ...{ value: true, text: 'Da', sensitive: false },
      },
    ];
    const ids = [
      await add({ answers: answers('Cesta 1') }),
      await add({ answers: answers(false), language: 'en' }),
      await add({ answers: [] }),
    ];
    const preview = await look('move', ids, { group_id: target.id });
    expect(preview).toMatchObject({ change_count: 3, skipped: [] });
    expect(preview.warnings).toEqual([
      { warning: 'missing_answers', count: 2 },
      { warning: 'language', count: 1 },
    ]);
    const answer = await act('move', ids, { group_id: target.id });
    const rows = ids.map((id) => answer.body.rows.find(({ participant_id }) => participant_id === id));
    expect(rows.map((row) => [row?.warnings, row?.missing.length])).toEqual([
      [[], 0],
      [['missing_answers', 'language'], 1],
      [['missing_answers'], 2],
    ]);
    expect(rows[1]?.missing).toEqual([{ sl: 'Naslov' }]);
    const file = await staff.get<{ text: string }>(`/bulk-jobs/${answer.body.id}/report.csv`);
    expect(file.body.text).toContain(
      ';Balet;spremenjeno;"manjkajo odgovori: Naslov; skupina nima besedil v jeziku udeleženca"',
    );
  });

  test('except those who are there already, and nowhere out of scope', async () => {
    const target = await site.factories.group({ organization_id });
    const person = { name: 'Ana Kos', email: 'ana@example.com' };
    await add({ ...person, group_id: target.id });
    const twins = [await add({ name: 'Eva Kos', email: 'ana@example.com' }), await add(person)];
    const answer = await act('move', twins, { group_id: target.id });
    expect(outcomes(answer, twins)).toEqual(['done', 'already_applied']);
    const foreign = await site.factories.group();
    for (const group_id of [foreign.id, crypto.randomUUID()]) {
      const refusal = { status: 422, body: { errors: [{ path: 'group_id', code: 'unknown_id' }] } };
      expect(await act('move', twins, { group_id })).toMatchObject(refusal);
      const given = { selection: { ids: twins }, act: { kind: 'move', group_id } };
      expect(await staff.post('/participants/bulk/preview', given)).toMatchObject(refusal);
    }
  });
});

describe('many are deleted', () => {
  test('but for those who have paid, who are named', async () => {
    const owing = await add();
    const paid = await add({ name: 'Plačnica' });
    const refunded = await add();
    await site.factories.payment({ organization_id, participant_id: owing });
    await site.factories.payment({ organization_id, participant_id: paid, status: 'completed' });
    await site.factories.payment({ organization_id, participant_id: refunded, status: 'refunded' });
    await site.factories.mail({ organization_id, participant_id: owing, group_id: group.id });
    const ids = [owing, paid, refunded];
    const preview = await look('delete', ids);
    expect(preview).toMatchObject({ change_count: 1, skipped: [{ reason: 'in_use', count: 2 }] });
    expect(preview.rows[0]).toMatchObject({ name: 'Plačnica', reason: 'in_use' });
    const answer = await act('delete', ids);
    expect(outcomes(answer, ids)).toEqual(['done', 'in_use', 'in_use']);
    expect((await staff.get(`/participants/${owing}`)).status).toBe(404);
    expect(answer.body.undo_until).toBeNull();
    expect(await undo(answer)).toMatchObject({ status: 409, body: { code: 'undo_not_possible' } });
  });

  test('by administrators alone', async () => {
    const limited = site.as(
      await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group.id] }),
    );
    const id = await add();
    const given = { selection: { ids: [id] }, act: { kind: 'delete' } };
    expect(await act('delete', [id], {}, limited)).toMatchObject({ status: 403 });
    expect(await limited.post('/participants/bulk/preview', given)).toMatchObject({ status: 403 });
    // what others have begun, one who may not do it can't see
    expect((await act('delete', [id])).body.done_count).toBe(1);
  });
});

describe('a note', () => {
  test('is added to those of each, once, and taken away again unless it was edited or pinned', async () => {
    const empty = await add();
    const noted = await add();
    const pinned = await add();
    await site.factories.participantNote({ organization_id, participant_id: noted });
    const ids = [empty, noted, pinned];
    const text = 'Vrnjena oprema\n(22. 11.)';
    const notes = async (id: string) => (await staff.api.participant_notes.list({ params: { id } })).results;
    const texts = async (id: string) => (await notes(id)).map((note) => note.text);
    expect(await look('note', ids, { text })).toMatchObject({ change_count: 3, skipped: [] });
    const answer = await act('note', ids, { text });
    expect(outcomes(answer, ids)).toEqual(['done', 'done', 'done']);
    expect(await notes(empty)).toMatchObject([{ text, author: 'Žiga Čuk', own: true, pinned: false }]);
    expect(await texts(noted)).toEqual([text, 'Poklicati mamo']);
    expect(outcomes(await act('note', ids, { text }), ids)).toEqual(ids.map(() => 'same_note'));

    const [{ id, version } = { id: '', version: 0 }] = await notes(empty);
    await staff.api.participant_notes.update({ params: { id }, body: { version, text: 'Drugo' } });
    const [kept = { id: '', version: 0 }] = await notes(pinned);
    await staff.api.participant_notes.update({
      params: { id: kept.id },
      body: { version: kept.version, pinned: true },
    });
    // what else is changed about a participant doesn't concern a note
    await staff.patch(`/participants/${noted}/status`, { status: 'approved' });
    expect((await undo(answer)).body).toMatchObject({
      ...{ undone_count: 1, not_undone: [{ reason: 'changed_since', count: 2 }] },
    });
    expect(await texts(pinned)).toEqual([text]);
    expect(await texts(empty)).toEqual(['Drugo']);
    expect(await texts(noted)).toEqual(['Poklicati mamo']);
  });
});

describe('a decision about many is undone', () => {
  test('with its mails; the mails of the decisions before are on their way again', async () => {
    const ids = [await add({ status: 'pending' }), await add({ status: 'pending' })];
    await act('status', ids, { status: 'rejected' });
    const answer = await act('status', ids, { status: 'approved' });
    expect(await undo(answer)).toMatchObject({ status: 200, body: { state: 'undone', undone_count: 2 } });
    expect((await read(ids[0] ?? '')).status).toBe('rejected');
    const mails = await site.rows(
      `select status_at, state, state_reason from mails where organization_id = $1 order by status_at desc, id`,
      [organization_id],
    );
    expect(mails).toEqual([
      ...ids.map(() => ({ status_at: 'rejected', state: 'queued', state_reason: '' })),
      ...ids.map(() => ({ status_at: 'approved', state: 'cancelled', state_reason: 'undone' })),
    ]);
  });

  test('not of those whose mail has left, or whose place is taken', async () => {
    await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
    const told = await add({ status: 'approved' });
    const freed = await add({ status: 'approved' });
    const answer = await act('status', [told, freed], { status: 'rejected' });
    await site.rows(`update mails set state = 'sent' where participant_id = $1`, [told]);
    await add({ status: 'approved' });
    await add({ status: 'approved' });
    expect((await undo(answer)).body).toMatchObject({ state: 'undone', undone_count: 0 });
    const rows = await staff.get<{ results: { participant_id: string; reason: string }[] }>(
      `/bulk-jobs/${answer.body.id}/rows`,
    );
    const reasons = new Map(rows.body.results.map(({ participant_id, reason }) => [participant_id, reason]));
    expect([reasons.get(told), reasons.get(freed)]).toEqual(['mail_sent', 'group_full']);
    const mails = await site.rows('select state from mails where participant_id = any ($1) order by state', [
      [told, freed],
    ]);
    expect(mails).toEqual([{ state: 'queued' }, { state: 'sent' }]);
    await site.rows('update groups set capacity = 9 where id = $1', [group.id]);
    const sent = await act('status', [freed], { status: 'approved' });
    await site.rows(`update mails set state = 'sending' where participant_id = $1 and state = 'queued'`, [
      freed,
    ]);
    expect((await undo(sent)).body.not_undone).toEqual([{ reason: 'mail_sent', count: 1 }]);
    expect((await read(freed)).status).toBe('approved');
  });

  test('until the first of its mails is due, which may be before the delay is over', async () => {
    const answer = await act('status', [await add({ status: 'pending' })], { status: 'approved' });
    const [mail] = await site.rows<{ due: Date }>(
      `update mails set send_after = now() + interval '10 seconds' where bulk_job_id = $1 returning send_after as due`,
      [answer.body.id],
    );
    const { body } = await staff.get<Job>(`/bulk-jobs/${answer.body.id}`);
    expect(new Date(body.undo_until ?? '')).toEqual(mail?.due);
  });

  test('whose mail has left takes no place from another', async () => {
    await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
    const [told, freed] = [await add({ status: 'approved' }), await add({ status: 'approved' })];
    const answer = await act('status', [told, freed], { status: 'rejected' });
    await site.rows(`update mails set state = 'sent' where participant_id = $1`, [told]);
    await add({ status: 'approved' });
    expect((await undo(answer)).body).toMatchObject({
      ...{ undone_count: 1, not_undone: [{ reason: 'mail_sent', count: 1 }] },
    });
    expect((await read(freed)).status).toBe('approved');
  });

  test('without overbooking when another decision has given a place to one who was skipped', async () => {
    await site.rows('update groups set capacity = 10 where id = $1', [group.id]);
    const approved = await Promise.all(Array.from({ length: 10 }, () => add({ status: 'approved' })));
    const waiting = await Promise.all(Array.from({ length: 5 }, () => add({ status: 'waitlisted' })));
    const answer = await act('status', [...approved, ...waiting], { status: 'waitlisted' });
    expect(answer.body).toMatchObject({ done_count: 10, skipped: [{ reason: 'same_status', count: 5 }] });
    await staff.patch(`/participants/${waiting[0]}/status`, { status: 'approved' });
    expect((await undo(answer)).body).toMatchObject({
      ...{ undone_count: 9, not_undone: [{ reason: 'group_full', count: 1 }] },
    });
  });

  test('neither when a skipped one has been moved into the group they would return to', async () => {
    await site.rows('update groups set capacity = 1 where id = $1', [group.id]);
    const target = await site.factories.group({ organization_id });
    const moved = await add({ status: 'approved' });
    const skipped = await add({ status: 'approved', group_id: target.id });
    const answer = await act('move', [moved, skipped], { group_id: target.id });
    expect(outcomes(answer, [moved, skipped])).toEqual(['done', 'same_group']);
    await staff.patch(`/participants/${skipped}`, { version: 1, group_id: group.id });
    expect((await undo(answer)).body).toMatchObject({
      ...{ undone_count: 0, not_undone: [{ reason: 'group_full', count: 1 }] },
    });
  });

  test('also in a group that is overbooked, while nobody else has taken the places', async () => {
    await site.rows('update groups set capacity = 1 where id = $1', [group.id]);
    const ids = [await add({ status: 'approved' }), await add({ status: 'approved' })];
    const answer = await act('status', ids, { status: 'waitlisted' });
    expect((await undo(answer)).body).toMatchObject({ undone_count: 2, not_undone: [] });
  });

  test('by who may do it, as may be colleagues above', async () => {
    const limited = () => site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group.id] });
    const [maker, colleague] = [site.as(await limited()), site.as(await limited())];
    const id = await add({ status: 'pending' });
    const answer = await act('status', [id], { status: 'approved' }, maker);
    expect((await undo(answer, colleague)).status).toBe(404);
    expect((await undo(answer)).body).toMatchObject({ undone_count: 1 });
  });
});

test('a constraint that only the database can judge refuses one row, not its batch', async () => {
  const person = { name: 'Ana Kos', email: 'ana@example.com', status: 'rejected' };
  const other = await add({ status: 'rejected' });
  const ids = [await add(person), other, await add(person)];
  // two letters that the database takes for the same one, and a comparison of texts does not
  await site.rows(`update participants set email = 'ANA@example.com' where id = $1`, [ids[2]]);
  const answer = await act('status', ids, { status: 'pending' });
  expect(outcomes(answer, ids)).toEqual(['done', 'done', 'already_applied']);
  expect((await read(other)).status).toBe('pending');
});

test('a place that a constraint leaves free is given to the next one', async () => {
  await site.rows('update groups set capacity = 2 where id = $1', [group.id]);
  const person = { name: 'Ana Kos', email: 'ana@example.com', status: 'rejected' };
  const ids = [await add(person), await add(person)];
  for (const name of ['Eva', 'Iza']) ids.push(await add({ name, status: 'waitlisted' }));
  await site.rows(`update participants set email = 'ANA@example.com' where id = $1`, [ids[1]]);
  const answer = await act('status', ids, { status: 'approved' });
  expect(outcomes(answer, ids)).toEqual(['done', 'already_applied', 'done', 'group_full']);
});

describe('parallel work', () => {
  test('gives each place once, to applicants as to those who are approved', async () => {
    const groups = await Promise.all(
      [1, 2, 3].map(() => site.factories.group({ organization_id, capacity: 20, when_full: 'close' })),
    );
    const waiting: string[] = [];
    for (const { id: group_id } of groups)
      for (let at = 0; at < 15; at += 1) waiting.push(await add({ group_id, status: 'rejected' }));
    const apply = ({ id }: { id: string }, at: number) =>
      site.visitor.post(
        `/public/${organization_id}/groups/${id}/participants`,
        {
          ...{ name: `Eva Kos ${at}`, email: `eva${at}@example.com`, language: 'sl', answers: {} },
          ...{ privacy_version: '2026-11-01', filled_ms: 60_000 },
        },
        { 'idempotency-key': crypto.randomUUID() },
      );
    const half = waiting.length / 3;
    // locks that a busy machine does not get in time are said to be worth another try
    const repeated: typeof act = async (...given) => {
      const answer = await act(...given);
      return answer.status === 503 ? repeated(...given) : answer;
    };
    await Promise.all([
      repeated('status', waiting, { status: 'approved' }),
      repeated('status', waiting.toReversed(), { status: 'pending' }),
      repeated('status', waiting.slice(half), { status: 'waitlisted' }),
      repeated('move', waiting.slice(0, half), { group_id: groups[2]?.id }),
      ...waiting.slice(0, 12).map((id) => staff.patch(`/participants/${id}/status`, { status: 'approved' })),
      ...groups.flatMap((one) => Array.from({ length: 12 }, (_, at) => apply(one, at))),
    ]).then((answers) => {
      const failed = answers.filter(({ status }) => status >= 500 && status !== 503);
      expect(failed).toEqual([]);
      expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });
    // a deadlock is answered like a lock that did not come in time, but is no busy machine's
    const [{ deadlocks } = {}] = await site.rows<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    expect(deadlocks).toBe(0);
    const taken = await site.rows<{ taken: number }>(
      `select count(*)::integer as taken from participants
       where organization_id = $1 and status in ('pending', 'approved') group by group_id`,
      [organization_id],
    );
    for (const { taken: count } of taken) expect(count).toBeLessThanOrEqual(20);
    // no two mails about one person that would contradict each other
    const contradicting = await site.rows(
      `select m.participant_id from mails m join participants p on p.id = m.participant_id
       where m.organization_id = $1 and m.email_type = 'application_status_update' and m.state = 'queued'
         and m.status_at <> p.status`,
      [organization_id],
    );
    expect(contradicting).toEqual([]);
  });
});
