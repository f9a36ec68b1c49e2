import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';

let site: TestApp;
let organization_id: string;
let { apply, kept, mails } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } });
  ({ apply, kept, mails } = applicantsOf(site));
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

describe('the same key', () => {
  test('with the same body gets the same answer, also when the group is gone meanwhile', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ answers: {} });
    const first = await apply(to, sent, 'the-same-key');
    // JSON written another way, and a form that was open for longer
    const again = JSON.stringify({
      ...Object.fromEntries(Object.entries(sent).reverse()),
      filled_ms: 90_000,
    });
    expect((await apply(to, again, 'the-same-key')).body).toEqual(first.body);
    await site.rows('update groups set active = false where id = $1', [to.id]);
    expect(await apply(to, sent, 'the-same-key')).toMatchObject({ status: 201, body: first.body });
    expect(await kept(to)).toHaveLength(1);
    expect(await mails(to)).toHaveLength(2);
  });

  test('with another body or for another group is a conflict', async () => {
    const { group } = site.factories;
    const [to, other] = [await group({ organization_id }), await group({ organization_id })];
    const sent = application();
    await apply(to, sent, 'the-same-key');
    for (const answer of [
      await apply(to, { ...sent, phone: '041 111 222' }, 'the-same-key'),
      await apply(other, sent, 'the-same-key'),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect([...(await kept(to)), ...(await kept(other))]).toHaveLength(1);
  });

  test('means nothing in another organisation', async () => {
    const to = await site.factories.group({ organization_id });
    await apply(to, application(), 'the-same-key');
    organization_id = (await site.factories.organization()).id;
    const elsewhere = await site.factories.group({ organization_id });
    expect((await apply(elsewhere, application(), 'the-same-key')).status).toBe(201);
  });

  test('is not used up by a refusal', async () => {
    const to = await site.factories.group({ organization_id, capacity: 1 });
    await apply(to, application());
    const sent = application();
    expect((await apply(to, sent, 'the-same-key')).body.code).toBe('group_full');
    expect((await apply(to, { ...sent, accept_waitlist: true }, 'the-same-key')).body.status).toBe(
      'waitlisted',
    );
  });
});

describe('the same person', () => {
  test('gets the same success, no second row, one more mail, and staff read apart what differs', async () => {
    const to = await site.factories.group({ organization_id });
    const of = { organization_id, group_id: to.id };
    const question = (name: string, sensitive: boolean) => ({
      type: 'text',
      name: { sl: name },
      description: {},
      options: [],
      sensitive,
    });
    const open = await site.factories.groupField({ ...of, question: question('Šola', false) });
    const secret = await site.factories.groupField({ ...of, question: question('Zdravje', true) });
    const sent = application({ name: 'Žiga Čuk', phone: '041 111 222', answers: { [open.id]: 'OŠ Vič' } });
    const first = await apply(to, sent);
    expect((await apply(to, sent)).body).toEqual(first.body);

    const different = {
      ...sent,
      name: 'ziga  cuk',
      email: sent.email.toUpperCase(),
      phone: '041 333 444',
      answers: { [open.id]: 'OŠ Bežigrad', [secret.id]: 'astma' },
    };
    expect((await apply(to, different)).body).toEqual(first.body);
    expect((await apply(to, different)).body).toEqual(first.body);
    const [row, ...others] = await kept(to);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: 'Žiga Čuk', phone: '041 111 222' });
    // the application and an open form of it are as they were
    expect(row).toMatchObject({ version: 1 });
    const staff = site.as(await site.factories.member({ organization_id }));
    const seen = await staff.api.participants.get({ params: { id: String(row?.id) } });
    expect(seen.reapplications).toMatchObject([
      {
        name: 'ziga cuk',
        phone: '041 333 444',
        notes: null,
        answers: [
          { name: 'Šola', text: 'OŠ Bežigrad', sensitive: false },
          { name: 'Zdravje', text: 'astma', sensitive: true },
        ],
      },
    ]);
    // no second mail minutes after the confirmation
    expect(await mails(to)).toHaveLength(2);
    await site.rows(`update mails set created_at = now() - interval '1 hour' where group_id = $1`, [to.id]);
    await apply(to, sent);
    expect(await mails(to)).toContain('applicant:application_confirmation:duplicate');
    expect(await mails(to)).toHaveLength(3);
  });

  test('is kept each time, and never in what staff write; of very many the older ones are counted', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ notes: 'a' });
    await apply(to, sent);
    for (let at = 1; at <= 12; at += 1) await apply(to, { ...sent, notes: `b${at}` });
    const [row] = await kept(to);
    expect(row).toMatchObject({ notes: 'a', version: 1 });
    const staff = site.as(await site.factories.member({ organization_id }));
    const read = () => staff.api.participants.get({ params: { id: String(row?.id) } });
    const { reapplications, older_reapplications_count } = await read();
    expect(reapplications.map(({ notes }) => notes)).toEqual(
      Array.from({ length: 12 }, (_, at) => `b${12 - at}`),
    );
    expect(older_reapplications_count).toBe(0);
    await site.rows(
      `insert into reapplications (organization_id, participant_id, group_id, notes)
       select organization_id, id, group_id, 'c' || n from participants, generate_series(1, 100) as n where id = $1`,
      [row?.id],
    );
    const flooded = await read();
    expect(flooded.reapplications).toHaveLength(100);
    expect(flooded.older_reapplications_count).toBe(12);
    // lower ranks don't learn of those with sensitive answers alone, not even by their number
    await site.rows(
      `insert into reapplications (organization_id, participant_id, group_id, answers)
       select organization_id, id, group_id,
         '[{"field_id": "01a204ef-c701-7be4-8599-3a6f75838e61", "label": null, "name": "Zdravje", "type": "text", "value": "a", "text": "a", "sensitive": true}]'
       from participants, generate_series(1, 150) where id = $1`,
      [row?.id],
    );
    expect((await read()).older_reapplications_count).toBe(162);
    const role = 'GROUP_VIEWER_USER';
    const viewer = site.as(await site.factories.member({ organization_id, role, groups: [to.id] }));
    const shown = await viewer.api.participants.get({ params: { id: String(row?.id) } });
    expect(shown.reapplications.map(({ notes }) => notes)).toEqual(
      flooded.reapplications.map(({ notes }) => notes),
    );
    expect(shown.older_reapplications_count).toBe(12);
  });

  test('goes with them to another group, and away with them', async () => {
    const to = await site.factories.group({ organization_id });
    const other = await site.factories.group({ organization_id });
    const sent = application();
    await apply(to, sent);
    await apply(to, { ...sent, notes: 'drugače' });
    const [row] = await kept(to);
    const id = String(row?.id);
    const limited = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [other.id] });
    const staff = site.as(await site.factories.member({ organization_id }));
    await staff.api.participants.update({ params: { id }, body: { version: 1, group_id: other.id } });
    const { reapplications } = await site.as(limited).api.participants.get({ params: { id } });
    expect(reapplications).toMatchObject([{ notes: 'drugače' }]);
    await staff.api.participants.remove({ params: { id } });
    expect(await site.rows('select id from reapplications where participant_id = $1', [id])).toEqual([]);
  });

  test('learns nothing of the decision', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application();
    await apply(to, sent);
    await site.rows(`update participants set status = 'approved' where group_id = $1`, [to.id]);
    expect((await apply(to, sent)).body.status).toBe('pending');
  });

  test('is answered like a stranger when the group is full by now, so that no application is revealed', async () => {
    for (const when_full of ['close', 'waitlist'] as const) {
      const to = await site.factories.group({ organization_id, capacity: 1, when_full });
      const sent = application();
      const first = await apply(to, sent, `the-first-key-${when_full}`);
      const asked = async (given: object) => {
        const { status, body } = await apply(to, { ...application(), ...given });
        return { status, body: { ...body, request_id: '', reference: '', email: '' } };
      };
      const { name, email } = sent;
      expect(await asked({ name, email })).toEqual(await asked({}));
      // who has the answer already keeps it
      expect((await apply(to, sent, `the-first-key-${when_full}`)).body).toEqual(first.body);
      if (when_full === 'waitlist') {
        const accepted = await asked({ name, email, accept_waitlist: true });
        expect(accepted).toMatchObject({ status: 201, body: { status: 'waitlisted' } });
        expect(accepted).toEqual(await asked({ accept_waitlist: true }));
      }
      const its = (await kept(to)).filter((row) => row.email === email);
      expect(its).toMatchObject([{ status: 'pending', version: 1 }]);
    }
  });

  test('costs as much as the first time, and leaves nothing of it behind', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application();
    await apply(to, sent);
    const left = () =>
      site.rows(
        `select (select count(*) from participants where organization_id = $1) as participants,
           (select count(*) from mails where organization_id = $1) as mails`,
        [organization_id],
      );
    const before = await left();
    expect((await apply(to, sent)).status).toBe(201);
    expect(await left()).toEqual(before);
  });

  test('applies anew after a rejection; a sibling at the same address and another group are new', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application();
    const first = await apply(to, sent);
    expect((await apply(to, { ...sent, name: 'Žiga Novak' })).body.reference).not.toBe(first.body.reference);
    const other = await site.factories.group({ organization_id });
    expect((await apply(other, sent)).body.reference).not.toBe(first.body.reference);
    await site.rows(`update participants set status = 'rejected' where reference = $1`, [
      first.body.reference,
    ]);
    expect((await apply(to, sent)).body.reference).not.toBe(first.body.reference);
    expect(await kept(to)).toHaveLength(3);
  });
});
