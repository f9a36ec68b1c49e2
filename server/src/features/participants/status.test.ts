import { type Participant, participantMoves, participantStatuses } from '@vpisnik/contract/participants';
import { describe, expect, test } from 'vitest';
import type { Caller, TestApp } from '../../../test/app.ts';
import { inOrganization } from '../../../test/in-organization.ts';

let site: TestApp;
let organization_id: string;
let staff: Caller;
inOrganization(
  (given) => {
    ({ site, organization_id, staff } = given);
  },
  { MAIL_DELAY_SECONDS: '30' },
);

type Body = Participant & { code: string; current?: Participant };
const decide = (id: string, status: string, given = {}) =>
  staff.patch<Body>(`/participants/${id}/status`, { status, ...given });
const undo = (id: string, version: number) =>
  staff.post<Body>(`/participants/${id}/status/undo`, { version });
const add = async (status: string, given = {}) =>
  (await site.factories.participant({ organization_id, status, ...given })).id;

type Mail = { state: string; state_reason: string; status_at: string; seconds: number };
const mailsOf = (id: string) =>
  site.rows<Mail>(
    `select state, state_reason, status_at, round(extract(epoch from send_after - created_at))::integer as seconds
     from mails where participant_id = $1 order by created_at`,
    [id],
  );

describe('a decision', () => {
  const moves = participantStatuses.flatMap((from) => participantStatuses.map((to) => [from, to] as const));

  test.each(moves)('from %s to %s', async (from, to) => {
    const id = await add(from);
    const { status, body } = await decide(id, to);
    if (from === to) {
      expect(body).toMatchObject({ status: from, version: 1 });
      expect(await mailsOf(id)).toEqual([]);
    } else if (participantMoves[from].includes(to)) {
      expect([status, body.status, body.version]).toEqual([200, to, 2]);
      expect(await mailsOf(id)).toEqual([{ state: 'queued', state_reason: '', status_at: to, seconds: 30 }]);
    } else {
      expect([status, body.code]).toEqual([409, 'move_not_allowed']);
      expect((await staff.get<Body>(`/participants/${id}`)).body.status).toBe(from);
    }
  });

  test('sends no mail when unticked, without an address, and when the group sends no such mail', async () => {
    const quiet = await add('pending');
    await decide(quiet, 'approved', { notify: false });
    const unreachable = await add('pending', { email: null });
    await decide(unreachable, 'approved');
    const { id: group_id } = await site.factories.group({ organization_id });
    await site.factories.emailSetting({
      organization_id,
      group_id,
      email_type: 'application_status_update',
      enabled: false,
    });
    const disabled = await add('pending', { group_id });
    await decide(disabled, 'approved');
    for (const id of [quiet, unreachable, disabled]) expect(await mailsOf(id)).toEqual([]);
  });

  test('that needs a place gets one, or says that there is none', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity: 2 });
    await add('approved', { group_id });
    const pending = await add('pending', { group_id });
    const others = {
      waitlisted: await add('waitlisted', { group_id }),
      rejected: await add('rejected', { group_id }),
    };
    // pending has a place already
    expect((await decide(pending, 'approved')).status).toBe(200);
    for (const id of Object.values(others)) {
      expect(await decide(id, 'approved')).toMatchObject({ status: 409, body: { code: 'group_full' } });
      expect(await mailsOf(id)).toEqual([]);
    }
    expect(await decide(others.rejected, 'pending')).toMatchObject({ status: 409 });
    expect((await decide(others.rejected, 'waitlisted')).status).toBe(200);
    expect((await decide(others.waitlisted, 'approved', { allow_overbooking: true })).status).toBe(200);
  });

  test('on a version that has passed is refused with the present row', async () => {
    const id = await add('pending');
    await decide(id, 'approved');
    const { status, body } = await decide(id, 'rejected', { version: 1 });
    expect([status, body.code, body.current?.status]).toEqual([409, 'edit_conflict', 'approved']);
    expect((await decide(id, 'rejected', { version: 2 })).status).toBe(200);
    // a colleague decided the same: nothing to refuse
    expect((await decide(id, 'rejected', { version: 1 })).status).toBe(200);
  });

  test('can’t restore a participant who has applied again meanwhile', async () => {
    const { id: group_id } = await site.factories.group({ organization_id });
    const same = { group_id, email: 'maja@example.com', name: 'Maja' };
    const old = await add('rejected', same);
    await add('pending', same);
    expect(await decide(old, 'approved')).toMatchObject({ status: 409, body: { code: 'already_applied' } });
  });

  test.each([
    [{ status: 'paid' }, 'status'],
    [{}, 'status'],
    [{ status: 'approved', notify: 'no' }, 'notify'],
    [{ status: 'approved', version: 0 }, 'version'],
    [{ status: 'approved', reason: 'x' }, 'reason'],
  ])('refuses %j', async (body, path) => {
    const id = await add('pending');
    const { status, body: problem } = await staff.patch<{ errors: object[] }>(
      `/participants/${id}/status`,
      body,
    );
    expect([status, problem.errors]).toEqual([422, [expect.objectContaining({ path })]]);
    expect((await staff.get<Body>(`/participants/${id}`)).body.version).toBe(1);
  });

  describe('that rejects', () => {
    const reason = 'Skupina je za starejše otroke.';
    const history = async (id: string) =>
      (await staff.get<Body>(`/participants/${id}`)).body.mails.map((mail) => [
        mail.state,
        mail.decision_reason,
      ]);

    test('may give a reason, which its mail says and the history keeps', async () => {
      const id = await add('pending');
      expect((await decide(id, 'rejected', { reason: ` ${reason}\n` })).status).toBe(200);
      expect(await history(id)).toEqual([['queued', reason]]);
    });

    test('may be taken back and made again with another reason', async () => {
      const id = await add('pending');
      const { body } = await decide(id, 'rejected', { reason });
      const { body: back } = await undo(id, body.version);
      await decide(id, 'rejected', { reason: 'Jeseni.', version: back.version });
      expect(await history(id)).toEqual([
        ['queued', 'Jeseni.'],
        ['cancelled', reason],
      ]);
    });

    test.each([
      ['with another decision', { status: 'approved' }],
      ['without a mail', { status: 'rejected', notify: false }],
      ['that is too long', { status: 'rejected', reason: 'a'.repeat(501) }],
      ['with control characters', { status: 'rejected', reason: 'a\u0007' }],
    ])('refuses a reason %s', async (_, body) => {
      const id = await add('pending');
      const refused = await staff.patch<{ errors: object[] }>(`/participants/${id}/status`, {
        reason,
        ...body,
      });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [expect.objectContaining({ path: 'reason' })],
      ]);
      expect(await history(id)).toEqual([]);
    });
  });

  test('is an editor’s, not a viewer’s', async () => {
    const { id, group_id } = await site.factories.participant({ organization_id });
    const as = async (role: 'GROUP_VIEWER_USER' | 'GROUP_EDITOR_USER') =>
      site.as(await site.factories.member({ organization_id, role, groups: [group_id] }));
    const path = `/participants/${id}/status`;
    expect((await (await as('GROUP_VIEWER_USER')).patch(path, { status: 'approved' })).status).toBe(403);
    expect((await (await as('GROUP_EDITOR_USER')).patch(path, { status: 'approved' })).status).toBe(200);
  });
});

describe('undo', () => {
  test('brings the status back and stops the mail', async () => {
    const id = await add('pending');
    const { body: decided } = await decide(id, 'approved');
    const { status, body } = await undo(id, decided.version);
    expect([status, body.status, body.version]).toEqual([200, 'pending', 3]);
    expect(body.mails).toMatchObject([{ state: 'cancelled', state_reason: 'undone', status_at: 'approved' }]);
    // once
    expect((await undo(id, 3)).body.code).toBe('undo_too_late');
  });

  test('of a decision made in silence works as well', async () => {
    const id = await add('pending');
    const { body } = await decide(id, 'rejected', { notify: false });
    expect((await undo(id, body.version)).body.status).toBe('pending');
  });

  test('a newer decision replaces the mail about the older one, and undo brings that back', async () => {
    const id = await add('pending');
    await decide(id, 'approved');
    const { body } = await decide(id, 'rejected');
    const states = async () =>
      (await mailsOf(id)).map((mail) => [mail.status_at, mail.state, mail.state_reason]);
    expect(await states()).toEqual([
      ['approved', 'cancelled', 'superseded'],
      ['rejected', 'queued', ''],
    ]);
    expect((await undo(id, body.version)).body.status).toBe('approved');
    expect(await states()).toEqual([
      ['approved', 'queued', ''],
      ['rejected', 'cancelled', 'undone'],
    ]);
    await decide(id, 'inactive', { notify: false });
    expect((await states())[0]).toEqual(['approved', 'cancelled', 'superseded']);
  });

  test('is too late when the time is up or the mail has left, and needs the present version', async () => {
    const late = await add('pending');
    await decide(late, 'approved');
    await site.rows(`update participants set decided_at = now() - interval '31 seconds' where id = $1`, [
      late,
    ]);
    expect(await undo(late, 3)).toMatchObject({ status: 409, body: { code: 'undo_too_late' } });

    const sent = await add('pending');
    await decide(sent, 'approved');
    await site.rows(`update mails set state = 'sending' where participant_id = $1`, [sent]);
    expect((await undo(sent, 2)).body.code).toBe('undo_too_late');
    expect((await staff.get<Body>(`/participants/${sent}`)).body.status).toBe('approved');

    expect((await undo(await add('pending'), 1)).body.code).toBe('undo_too_late');
    const stale = await add('pending');
    await decide(stale, 'approved');
    expect((await undo(stale, 1)).body).toMatchObject({
      code: 'edit_conflict',
      current: { status: 'approved' },
    });
  });

  test('restores places in an overbooked group, in whatever order decisions are undone', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
    const people = await Promise.all(
      ['approved', 'pending', 'approved', 'pending'].map((status) => add(status, { group_id })),
    );
    const decided = [];
    for (const id of people) decided.push((await decide(id, 'rejected')).body);
    for (const { id, version } of decided) expect((await undo(id, version)).status).toBe(200);
    const statuses = people.map(async (id) => (await staff.get<Body>(`/participants/${id}`)).body.status);
    expect(await Promise.all(statuses)).toEqual(['approved', 'pending', 'approved', 'pending']);
  });

  test('gives no more places than were taken: a place given meanwhile stays taken', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
    const [first, waiting] = [await add('approved', { group_id }), await add('waitlisted', { group_id })];
    await add('approved', { group_id });
    const { body } = await decide(first, 'rejected');
    await decide(waiting, 'approved', { allow_overbooking: true });
    expect((await undo(first, body.version)).body.code).toBe('group_full');
  });

  test('gives a place back once: who left it meanwhile does not come back beside', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
    const [first, second] = [await add('approved', { group_id }), await add('waitlisted', { group_id })];
    const left = (await decide(first, 'inactive')).body;
    await decide(second, 'approved');
    const { version } = (await decide(second, 'inactive')).body;
    expect((await undo(first, left.version)).status).toBe(200);
    expect((await undo(second, version)).body.code).toBe('group_full');
  });

  test('is refused after a move to another group', async () => {
    const [from, to] = [
      await site.factories.group({ organization_id }),
      await site.factories.group({ organization_id }),
    ];
    const id = await add('approved', { group_id: from.id });
    const { body } = await decide(id, 'rejected');
    const moved = await staff.patch<Body>(`/participants/${id}`, { version: body.version, group_id: to.id });
    expect((await undo(id, moved.body.version)).body.code).toBe('undo_too_late');
  });

  test('does not take a place that another participant has by now', async () => {
    const { id: group_id } = await site.factories.group({ organization_id, capacity: 1 });
    const id = await add('approved', { group_id });
    const { body } = await decide(id, 'rejected');
    await add('pending', { group_id });
    expect(await undo(id, body.version)).toMatchObject({ status: 409, body: { code: 'group_full' } });
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['queued']);
  });
});
