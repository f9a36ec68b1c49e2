/** Hostile requests to the only endpoint open to strangers, the application. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { applicantsOf, application } from '../../../test/applicants/applicants.ts';

type Group = Awaited<ReturnType<TestApp['factories']['group']>>;

let site: TestApp;
let origin: string;
let to: Group;
let { apply, kept } = {} as ReturnType<typeof applicantsOf>;
beforeAll(async () => {
  site = await createTestApp({ variables: { TRUST_PROXY: '127.0.0.1' }, mailbox: true });
  ({ apply, kept } = applicantsOf(site));
  ({ origin } = await site.listen());
});
afterAll(() => site.close());
beforeEach(async () => {
  to = await site.factories.group();
});

const pathOf = ({ organization_id, id }: Pick<Group, 'organization_id' | 'id'>) =>
  `/api/public/${organization_id}/groups/${id}/participants`;
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a body that no form makes is refused at once, with nothing written', () => {
  const bodies: [what: string, status: number, body: () => string][] = [
    ['10 MB of notes', 413, () => JSON.stringify(application({ notes: 'a'.repeat(10_000_000) }))],
    [
      '10 MB of answers',
      413,
      () => JSON.stringify(application({ answers: { [crypto.randomUUID()]: 'a'.repeat(10_000_000) } })),
    ],
    [
      '10 000 answers',
      422,
      () =>
        JSON.stringify(
          application({
            answers: Object.fromEntries(Array.from({ length: 10_000 }, () => [crypto.randomUUID(), 'a'])),
          }),
        ),
    ],
    [
      '10 000 unknown fields',
      422,
      () =>
        JSON.stringify(
          application(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]))),
        ),
    ],
    ['JSON 100 000 levels deep', 422, () => `{"name":${deep(100_000)}}`],
    ['an answer 100 000 levels deep', 422, () => `{"answers":{"${crypto.randomUUID()}":${deep(100_000)}}}`],
    ['the same field twice, the second one hostile', 422, () => `{"name":"Maja","name":{"$ne":null}}`],
    ['a status', 422, () => JSON.stringify(application({ status: 'approved' }))],
    ['a note for staff', 422, () => JSON.stringify(application({ staff_notes: 'ok' }))],
    [
      'another organisation',
      422,
      () => JSON.stringify(application({ organization_id: crypto.randomUUID() })),
    ],
  ];
  test.each(bodies)('%s', async (_what, expected, body) => {
    const before = process.threadCpuUsage();
    const { status, body: answer } = await apply(to, body());
    expect(status).toBe(expected);
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
    // milliseconds of work, however busy the machine is
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
    expect(await kept(to)).toEqual([]);
  });
});

describe('a group is reached only through its own organisation', () => {
  test("not under another's id, however it is written", async () => {
    const other = await site.factories.group();
    for (const organization_id of [other.organization_id, other.organization_id.toUpperCase()])
      expect((await apply({ organization_id, id: to.id }, application())).status).toBe(404);
    expect(await kept(to)).toEqual([]);
  });

  test.each(["' or 1=1 --", '../groups', '%00', '{"$ne":1}'])('not by %s', async (id) => {
    const { status } = await apply(
      { organization_id: to.organization_id, id: encodeURIComponent(id) },
      application(),
    );
    expect(status).toBe(404);
  });
});

describe('one person', () => {
  test('stays one, whatever the case of their address and the accents of their name', async () => {
    const email = `spela${Date.now()}@example.com`;
    const first = await apply(to, application({ name: 'Špela Žnidaršič', email }));
    for (const [name, address] of [
      ['ŠPELA ŽNIDARŠIČ', email.toUpperCase()],
      ['spela  znidarsic', email],
    ] as const) {
      const again = await apply(to, application({ name, email: address }));
      expect([again.status, again.body.reference]).toEqual([201, first.body.reference]);
    }
    expect(await kept(to)).toHaveLength(1);
  });

  test('is not taken over by an address that only looks like theirs', async () => {
    const at = `${Date.now()}@example.com`;
    const first = await apply(to, application({ name: 'Ana Novak', email: `ana${at}` }));
    // a Cyrillic а
    const second = await apply(to, application({ name: 'Ana Novak', email: `\u0430na${at}` }));
    expect(second.body.reference).not.toBe(first.body.reference);
    expect(await kept(to)).toHaveLength(2);
  });

  test('cannot be found out: who has applied and who has not get answers alike', async () => {
    const sent = application();
    await apply(to, sent);
    const known = await apply(to, sent);
    const unknown = await apply(to, application());
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([known.status, known.body.status]).toEqual([unknown.status, unknown.body.status]);
    // the robots' answer too
    const robot = await apply(to, application({ website: 'x' }));
    expect(Object.keys(robot.body).sort()).toEqual(Object.keys(unknown.body).sort());
  });
});

test('a key that was used for one body opens no other', async () => {
  const sent = application();
  const first = await apply(to, sent, 'stolen-key-1');
  const other = await apply(to, application({ name: 'Nekdo Drug' }), 'stolen-key-1');
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  expect(JSON.stringify(other.body)).not.toContain(first.body.reference);
  expect(await kept(to)).toHaveLength(1);
});

describe('an address that is made up', () => {
  test('is ignored unless it comes from a proxy', async () => {
    const direct = await createTestApp();
    try {
      const group = await direct.factories.group();
      const statuses = [];
      for (let at = 0; at < 61; at += 1) {
        const headers = { 'idempotency-key': `forged-${at}`, 'x-forwarded-for': `198.51.100.${at}` };
        const path = pathOf(group).slice('/api'.length);
        statuses.push((await direct.visitor.post(path, {}, headers)).status);
      }
      expect(statuses.filter((status) => status === 429)).toEqual([429]);
    } finally {
      await direct.close();
    }
  });

  test('does not hide the one that the proxy has seen', async () => {
    const statuses = [];
    for (let at = 0; at < 61; at += 1)
      statuses.push(
        (await apply(to, {}, undefined, { 'x-forwarded-for': `198.51.100.${at}, 203.0.113.77` })).status,
      );
    expect(statuses.at(-1)).toBe(429);
  });
});

test('who sends a request letter by letter is cut off', async () => {
  site.app.server.headersTimeout = 200;
  const { hostname, port } = new URL(origin);
  const ended = new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('POST /api/public HTTP/1.1\r\nHost: x\r\nX-Slow'),
    );
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
  expect(await ended).toMatch(/^HTTP\/1\.1 408/);
  expect(site.app.server.requestTimeout).toBeLessThanOrEqual(30_000);
});

/** Interpreted by HTML, by templates, by a shell, by a spreadsheet, by SQL, by a header. */
const hostile = [
  `<img src=x onerror=alert(1)>`,
  `"><script>alert(1)</script>`,
  '{{organization_name}} {{7*7}} #{7*7} <%= 7 %>',
  `=HYPERLINK("evil";"klik")`,
  `+cmd|' /C calc'!A0`,
  `@SUM(1+1)`,
  `'; drop table participants; --`,
  `$(reboot) \`reboot\``,
  '[[home]] <!-- end:box -->',
  '\u202egnp.exe',
];

describe('what a visitor writes is text and stays text', () => {
  test.each(hostile)('%s', async (text) => {
    const email = `text${crypto.randomUUID()}@example.com`;
    const { status } = await apply(to, application({ name: text, notes: text, email }));
    expect(status).toBe(201);
    // what turns the text around it is not kept
    const sent = text.replace('\u202e', '');
    expect(await kept(to)).toMatchObject([{ name: sent.replace(/\s+/g, ' '), notes: sent }]);
    const [mail] = await site.mailsTo(email);
    expect(mail?.html).not.toMatch(/<img src=x|<script|<%=|end:box -->.*end:box -->/);
    expect(`${mail?.html}${mail?.text}${mail?.subject}`).not.toContain('\u202e');
    if (text.includes('7*7')) expect(mail?.text).not.toContain('49');
    expect(mail?.to).toEqual([expect.objectContaining({ address: email })]);
  });

  test.each([
    ['name', 'Maja\r\nBcc: vsi@example.com'],
    ['email', 'maja@example.com\r\nBcc: vsi@example.com'],
    ['email', 'maja@example.com,vsi@example.com'],
    ['email', '"maja" <maja@example.com>'],
    ['phone', '041 111 222\r\nBcc: vsi@example.com'],
  ])('%s adds no header and no recipient: %j', async (field, value) => {
    expect((await apply(to, application({ [field]: value }))).status).toBe(422);
    expect(await kept(to)).toEqual([]);
  });
});
