import { visitors } from '@vpisnik/contract/public';
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { limits } from '@vpisnik/contract/rules/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';
import { referenceCharacters } from './apply.ts';

// fixed days: a version of a text is called so

let site: TestApp;
let organization_id: string;
let { apply, kept, mails } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({
    variables: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'figures-for-whoever-measures-all-of-it' },
  });
  ({ apply, kept, mails } = applicantsOf(site));
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

describe('an application', () => {
  test('is kept with every field that the form may send', async () => {
    const said = {
      name: 'Maja Novak',
      email: 'maja.whole@example.com',
      phone: '+386 41 123 456',
      notes: 'Prva vrstica',
      language: 'en',
      privacy_version: '2026-11-01',
    };
    const beside = ['answers', 'accept_waitlist', 'website', 'filled_ms'];
    const fields = Object.keys(visitors.apply.body.shape).filter((field) => !beside.includes(field));
    expect(Object.keys(said).toSorted()).toEqual(fields.toSorted());
    const to = await site.factories.group({ organization_id, languages: ['sl', 'en'] });
    expect((await apply(to, application(said))).status).toBe(201);
    expect(await kept(to)).toMatchObject([said]);

    // sent again, all that may differ for the same person is kept beside it
    const otherwise = { name: 'MAJA NOVAK', phone: '+386 41 654 321', notes: 'Druga vrstica' };
    const same = ['email', 'language', 'privacy_version'];
    expect(Object.keys(otherwise).toSorted()).toEqual(
      fields.filter((field) => !same.includes(field)).toSorted(),
    );
    expect((await apply(to, application({ ...said, ...otherwise }))).status).toBe(201);
    const staff = site.as(await site.factories.member({ organization_id }));
    const [row] = (await kept(to)) as unknown as { id: string }[];
    const { reapplications } = await staff.api.participants.get({ params: { id: String(row?.id) } });
    expect(reapplications).toMatchObject([otherwise]);
  });

  test('is kept with the questions as they were asked, and causes a mail to each side', async () => {
    const { group, formField, groupField } = site.factories;
    const to = await group({ organization_id });
    const of = { organization_id, group_id: to.id };
    const options = [
      { value: 's', name: { sl: 'Majhna', en: 'Small' } },
      { value: 'm', name: { sl: 'Srednja', en: 'Medium' } },
    ];
    const size = await formField({
      organization_id,
      type: 'single_choice',
      name: { sl: 'Velikost' },
      options,
    });
    const own = (type: string, name: string, more = {}) => ({
      question: { type, name: { sl: name }, description: {}, options: [], sensitive: false, ...more },
    });
    const a = await groupField({ ...of, form_field_id: size.id, widget: 'radio', required: true });
    const b = await groupField({
      ...of,
      widget: 'checkbox',
      ...own('multiple_choice', 'Dnevi', { options }),
    });
    const c = await groupField({ ...of, widget: 'checkbox', ...own('checkbox', 'Fotografiranje') });
    const d = await groupField({ ...of, widget: 'date', ...own('date', 'Rojstvo', { sensitive: true }) });
    const e = await groupField({ ...of, widget: 'phone', ...own('phone_number', 'Telefon mame') });
    await groupField({ ...of, widget: 'textarea', ...own('notes', 'Neodgovorjeno') });

    const { status, body, headers } = await apply(
      to,
      application({
        email: 'Maja@Example.COM ',
        // as a word processor writes them
        phone: '+386\u00a041\u00a0123\u202f456',
        notes: 'Prva vrstica\nDruga',
        answers: {
          [e.id]: '01\u2013234\u00a056 78',
          [d.id]: '2012-02-29',
          [c.id]: true,
          [b.id]: ['m', 's'],
          [a.id]: 's',
        },
      }),
    );
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      status: 'pending',
      email: 'maja@example.com',
      language: 'sl',
    });
    expect(headers.get('content-type')).toContain('application/json');
    const answer = (field: { id: string }, name: string, type: string, value: unknown, text: string) => ({
      field_id: field.id,
      label: field.id === a.id ? size.label : null,
      name,
      type,
      value,
      text,
      sensitive: field.id === d.id,
    });
    expect(await kept(to)).toMatchObject([
      {
        reference: body.reference,
        name: 'Maja Novak',
        phone: '+386 41 123 456',
        notes: 'Prva vrstica\nDruga',
        status: 'pending',
        language: 'sl',
        privacy_version: privacyVersion,
        answers: [
          answer(a, 'Velikost', 'single_choice', 's', 'Majhna'),
          answer(b, 'Dnevi', 'multiple_choice', ['m', 's'], 'Srednja, Majhna'),
          answer(c, 'Fotografiranje', 'checkbox', true, 'Da'),
          answer(d, 'Rojstvo', 'date', '2012-02-29', '2012-02-29'),
          answer(e, 'Telefon mame', 'phone_number', '01-234 56 78', '01-234 56 78'),
        ],
      },
    ]);
    expect(await mails(to)).toEqual([
      'applicant:application_confirmation:',
      'staff:application_received_notification:',
    ]);
    const [{ version } = { version: 0 }] = await site.rows<{ version: number }>(
      'select version from groups where id = $1',
      [to.id],
    );
    expect(version).toBe(to.version);
  });

  test.each([
    ["O'Brien; DROP"],
    ['Žiga 😀'],
    ['محمد الأحمد ‏עברית'],
    ['𝒵'.repeat(limits.name / 2)],
    ['Đ'.repeat(limits.name)],
  ])('keeps the name %s to the letter', async (name) => {
    const to = await site.factories.group({ organization_id });
    const { status } = await apply(to, application({ name, notes: name }));
    expect(status).toBe(201);
    expect(await kept(to)).toMatchObject([{ name, notes: name }]);
  });
});

describe('robots', () => {
  test('that fill in everything get what looks like success', async () => {
    const to = await site.factories.group({ organization_id });
    const { status, body } = await apply(to, application({ website: 'https://spam.example' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      reference: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
      status: 'pending',
      email: expect.any(String),
      language: 'sl',
    });
    expect(await kept(to)).toEqual([]);
  });

  test('and applications sent too fast are asked to try again in a moment', async () => {
    const to = await site.factories.group({ organization_id });
    const sent = application({ filled_ms: 1499 });
    const { status, headers } = await apply(to, sent, 'one-and-the-same');
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    expect((await apply(to, { ...sent, filled_ms: 3499 }, 'one-and-the-same')).status).toBe(201);
  });

  test('are counted, by what gave them away', async () => {
    const to = await site.factories.group({ organization_id });
    const counted = async (sign: string) => {
      const headers = { authorization: 'Bearer figures-for-whoever-measures-all-of-it' };
      const { body } = await site.app.inject({ url: '/metrics', headers });
      const line = new RegExp(`^applications_taken_for_robots_total\\{sign="${sign}"\\} (\\d+)$`, 'm');
      return Number(line.exec(body)?.[1] ?? 0);
    };
    const before = [await counted('honeypot'), await counted('too_fast')];
    await apply(to, application({ website: 'https://spam.example' }));
    await apply(to, application({ filled_ms: 3 }));
    await apply(to, application());
    const after = [await counted('honeypot'), await counted('too_fast')];
    expect(after).toEqual(before.map((count) => count + 1));
  });

  test('make sixty applications a minute from one address', async () => {
    const to = await site.factories.group({ organization_id });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await apply(to, {}, undefined, headers)).status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await apply(to, {}, undefined, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(422);
  });
});

describe('places', () => {
  test('run out: who accepts it waits, others are told that they could', async () => {
    const to = await site.factories.group({ organization_id, capacity: 2 });
    const wait = { accept_waitlist: true };
    expect((await apply(to, application())).body.status).toBe('pending');
    expect((await apply(to, application(wait))).body.status).toBe('pending');
    expect(await apply(to, application())).toMatchObject({
      status: 409,
      body: { code: 'group_full', errors: [{ path: 'accept_waitlist', code: 'waitlist_available' }] },
    });
    expect((await apply(to, application(wait))).body.status).toBe('waitlisted');
    expect(await kept(to)).toHaveLength(3);
  });

  test('run out: a group that closes then says full and offers nothing', async () => {
    const to = await site.factories.group({ organization_id, capacity: 1, when_full: 'close' });
    await apply(to, application());
    const { status, body } = await apply(to, application({ accept_waitlist: true }));
    expect([status, body.code, body.errors]).toEqual([409, 'group_full', undefined]);
  });

  test('freed while others wait don’t go to the next application', async () => {
    const to = await site.factories.group({ organization_id, capacity: 5 });
    await site.factories.participant({ organization_id, group_id: to.id, status: 'waitlisted' });
    expect((await apply(to, application())).body.code).toBe('group_full');
    expect((await apply(to, application({ accept_waitlist: true }))).body.status).toBe('waitlisted');
  });

  test("are the location's when the group sets none; neither means no limit", async () => {
    const hall = await site.factories.location({ organization_id, max_participants: 1 });
    const to = await site.factories.group({ organization_id, location_id: hall.id });
    await apply(to, application());
    expect((await apply(to, application())).body.code).toBe('group_full');
    await site.rows('update locations set max_participants = null where id = $1', [hall.id]);
    expect((await apply(to, application())).body.status).toBe('pending');
  });
});

describe("what the group's page says is what happens", () => {
  const standings = [null, 1, 2].flatMap((capacity) =>
    ['waitlist', 'close'].flatMap((when_full) =>
      [0, 1].flatMap((taken) => [0, 1].map((waiting) => [capacity, when_full, taken, waiting] as const)),
    ),
  );
  test.each(standings)(
    'places: %s, when full: %s, taken: %i, waiting: %i',
    async (capacity, when_full, taken, waiting) => {
      const { group, participant } = site.factories;
      const to = await group({ organization_id, capacity, when_full });
      const of = { organization_id, group_id: to.id };
      if (taken) await participant({ ...of, status: 'approved' });
      if (waiting) await participant({ ...of, status: 'waitlisted' });
      const params = { org: organization_id, id: to.id };
      const { enrolment } = (await site.visitor.api.visitors.group({ params })).group;
      const { body } = await apply(to, application());
      const happened = body.status === 'pending' ? 'open' : body.errors ? 'waitlist' : 'full';
      expect(happened).toBe(enrolment);
      if (enrolment !== 'waitlist') return;
      const waits = await apply(to, application({ accept_waitlist: true }));
      expect(waits.body.status).toBe('waitlisted');
    },
  );
});

test('references for robots are made of the same characters', async () => {
  const [made] = await site.rows<{ how: string }>(
    `select pg_get_functiondef('app.new_reference'::regproc) as how`,
  );
  expect(made?.how).toContain(`'${referenceCharacters}'`);
});

test('the role of visitors can read no participant, mail or key, and write nothing but by applying', async () => {
  const to = await site.factories.group({ organization_id });
  await apply(to, application());
  const client = await site.pools.public.connect();
  try {
    for (const statement of [
      'select name from participants',
      'select 1 from participants',
      'select * from mails',
      'select * from idempotency_keys',
      'select * from payments',
      'select email from staff',
      'select capacity from groups',
      `select app.search_participants('maja')`,
      `insert into participants (organization_id) values ('${organization_id}')`,
      `update groups set active = false`,
      'delete from groups',
      `select app.enqueue_application_mails(uuidv7(), 'application')`,
      'select app.new_reference()',
    ]) {
      await client.query('begin');
      await client.query('select app.enter_public($1)', [organization_id]);
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/);
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});
