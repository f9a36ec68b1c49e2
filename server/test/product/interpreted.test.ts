/**
 * Nothing that a visitor sends is interpreted anywhere: not by a browser, a mail program, a mail server, a template, a
 * spreadsheet, a terminal or whatever reads the log. Every value goes in by every door, and is looked for behind all others.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorker } from '../../src/background/worker.ts';
import { registerPages } from '../../src/features/pages/routes.ts';
import { registerErrors } from '../../src/http/errors.ts';
import { registerSecurity } from '../../src/http/guards/security.ts';
import { mailMarks } from '../../src/mail/returned/marks.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { applicantsOf, application } from '../applicants/applicants.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../outside/smtp.ts';
import { type AppProcess, startAppProcess } from '../processes/processes.ts';
import { until } from '../until.ts';
import { buildPublicPages } from '../web-build.ts';

const values: [what: string, value: string][] = [
  ['an element', '<img src=x onerror=alert(1)>'],
  ['a script', '<script>alert(1)</script>'],
  ['the end of a script', '</script><script>alert(1)</script>'],
  ['the end of a comment', '--><script>alert(1)</script><!--'],
  ['the end of an attribute', '"><svg onload=alert(1)>'],
  ['an attribute', `' onmouseover='alert(1)`],
  ['a style', '</style><style>*{display:none}</style>'],
  ['an entity', '&lt;script&gt;&#x3c;b&#x3e;'],
  ['a placeholder', '{{organization_name}} {{7*7}} {{constructor.constructor("return 1")()}}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: another engine's template, as text
  ['other templates', '${7*7} #{7*7} <%= 7*7 %> {% raw %} [[home]]'],
  ['a box of our layout', '<!-- end:box --> <!-- box:button -->'],
  ['a header', 'Maja\r\nBcc: vsi@evil.test'],
  ['a header after a line feed', 'Maja\nSubject: x'],
  ['the end of a mail', 'Maja\r\n.\r\nMAIL FROM:<evil@evil.test>'],
  ['an encoded header', '=?utf-8?Q?Maja=0D=0ABcc:_vsi@evil.test?='],
  ['another recipient', 'Maja <vsi@evil.test>, evil@evil.test'],
  ['a formula', '=HYPERLINK("https://evil.test";"klik")'],
  ['a formula by a plus', `+cmd|' /C calc'!A0`],
  ['a formula by an at', '@SUM(1+1)'],
  ['a formula by a minus', '-2+3+cmd'],
  ['a formula behind a tab', '\t=1+1'],
  ['a formula behind a space', ' =1+1'],
  ['a formula in wide signs', '＝1+1'],
  ['another cell', 'Maja";"=1+1'],
  ['colours of a terminal', '\u001b[31mrdeče\u001b[0m'],
  ['a title of a terminal', '\u001b]0;evil\u0007'],
  ['a line of the log', 'Maja\n{"level":50,"msg":"forged"}'],
  ['an address', 'https://evil.test/klik'],
  ['an address without a scheme', 'www.evil.test'],
  ['a text that turns around', 'Maja \u202egnp.exe'],
  ['isolates', '\u2066Maja\u2069 \u200f'],
  ['nothing', 'Maja\u0000Novak'],
  ['half a character', 'Maja \ud800'],
  ['a field of objects', '__proto__'],
  ['a query', `'; drop table participants; --`],
  ['a shell', '$(reboot) `reboot` | reboot'],
];
/** By this a value is found wherever it ends up. */
const mark = 'zzqmarker';
const marked = values.map(([what, value]) => [what, `${value} ${mark}`] as const);

/** What none of these may become in HTML. */
const live =
  /<img src=x|<script>alert|<svg onload|<style>\*|=["'] onmouseover=|end:box -->\s*<!-- box:button/i;

let site: TestApp;
let web: FastifyInstance;
let smtp: ScriptedSmtp;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  const variables = { TRUST_PROXY: '127.0.0.1', SMTP_URL: smtp.url };
  const [started, built] = await Promise.all([createTestApp({ variables }), buildPublicPages()]);
  site = started;
  web = Fastify();
  registerErrors(web);
  await registerSecurity(web);
  await registerPages(web, site, built);
  worker = await startWorker(site, site.app.log);
});
afterAll(async () => {
  await worker.stop();
  await web.close();
  await site.close();
  await smtp.stop();
});

/** The parts of a mail as they went over the wire. */
function partsOf(mail: string) {
  const [head = '', ...rest] = mail.split('\r\n\r\n');
  const decode = (part: string) =>
    Buffer.from(
      part
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString();
  return {
    head,
    names: head.split(/\r\n(?=\S)/).map((line) => line.split(':')[0]),
    body: decode(rest.join('\r\n\r\n')),
  };
}

const headers = new Set(
  `From To Reply-To Subject Message-ID Date MIME-Version Content-Type Content-Language Auto-Submitted
   X-Auto-Response-Suppress List-ID Feedback-ID`.split(/\s+/),
);

async function mailsOf(group: { id: string }, count: number): Promise<string[]> {
  const marks = await until(async () => {
    const rows = await site.rows<{ id: string; state: string }>(
      'select id, state from mails where group_id = $1',
      [group.id],
    );
    expect(rows.map(({ state }) => state)).toEqual(Array(count).fill('sent'));
    return rows.map(({ id }) => mailMarks(site.env.secretKeys).shortOf(id));
  });
  return smtp.taken.filter((mail) => marks.some((mark) => mail.includes(mark)));
}

describe.each(marked)('%s', (_what, value) => {
  test('is text on the screens of staff, in mails and their headers, or refused', async () => {
    const { apply, kept } = applicantsOf(site);
    const { id: organization_id } = await site.factories.organization();
    const owner = await site.factories.member({ organization_id });
    const staff = site.as(owner);
    const to = await site.factories.group({ organization_id });
    const question = await site.factories.groupField({ organization_id, group_id: to.id });
    const tries = [
      application({ name: value }),
      application({ notes: value }),
      application({ answers: { [question.id]: value } }),
      application({ phone: value }),
    ];
    const answers = [];
    for (const sent of tries) answers.push(await apply(to, sent));
    for (const { status } of answers) expect([201, 422]).toContain(status);
    const rows = await kept(to);
    expect(rows).toHaveLength(answers.filter(({ status }) => status === 201).length);

    // staff get the sent texts as JSON that no browser renders
    for (const { id } of rows as unknown as { id: string }[]) {
      const { headers: sent, body } = await staff.get<{
        name: string;
        notes: string;
        answers: { value: string }[];
      }>(`/participants/${id}`);
      expect(sent.get('content-type')).toMatch(/^application\/json/);
      expect(sent.get('x-content-type-options')).toBe('nosniff');
      const texts = [body.name, body.notes, ...body.answers.map((answer) => answer.value)];
      const found = texts.filter((text) => text.includes(mark));
      // but for what turns the text around it
      const same = (text: string) =>
        text
          .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
          .replace(/\s+/g, ' ')
          .trim();
      expect(found.map(same)).toEqual([same(value)]);
    }

    const mails = await mailsOf(to, rows.length * 2);
    expect(mails).toHaveLength(rows.length * 2);
    for (const mail of mails) {
      const { head, names, body } = partsOf(mail);
      for (const name of names) expect(headers).toContain(name);
      expect(new Set(names).size).toBe(names.length);
      expect(/^To: (.*)$/m.exec(head)?.[1]).toMatch(/^\S+@example\.com\r?$/);
      expect(head).not.toMatch(/evil\.test/);
      expect(body.slice(body.indexOf('<!doctype html>'))).not.toMatch(live);
      // nothing of it is run, no link leads away, and no text turns the words around it
      expect(body).not.toMatch(/\b49\b|href="[^"]*evil|[\u202a-\u202e]/);
      expect(body).not.toContain('\u001b');
      expect(body).not.toMatch(/(?:https?:\/\/|www\.)evil\.test/);
    }
  });

  test('is text on the pages of visitors', async () => {
    const group = await site.factories.group();
    const url = `/public/${group.organization_id}/groups/${group.id}/apply`;
    const entries = {
      name: value,
      email: 'not an address',
      notes: value,
      phone: value,
      language: 'sl',
      opened_at: value,
    };
    const posted = await web.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(entries).toString(),
    });
    expect(posted.statusCode).toBe(422);
    expect(posted.body).toContain(mark);
    expect(posted.body).not.toMatch(live);
    const query = `?lang=${encodeURIComponent(value.toWellFormed())}&embed=${encodeURIComponent(value.toWellFormed())}`;
    for (const address of [url, `/public/${group.organization_id}/categories/${group.category_id}/groups`]) {
      const search = `&search=${encodeURIComponent(value.toWellFormed())}`;
      const { body, headers: sent } = await web.inject({ url: address + query + search });
      expect(body).not.toMatch(live);
      expect(String(sent['content-security-policy'])).not.toContain(mark);
      expect(String(sent['content-language'])).toMatch(/^(?:sl|en)$/);
    }
    // the data for the script is in a script of its own, which no value ends
    const scripts = posted.body.match(/<script\b/g)?.length;
    const plain = await web.inject({ url });
    expect(scripts).toBe(plain.body.match(/<script\b/g)?.length);
  });

  test('is text in the trail’s file', async () => {
    await site.owner.query('delete from rate_limits');
    const { id: organization_id } = await site.factories.organization();
    const owner = await site.factories.member({ organization_id });
    const invited = await site.as(owner).post('/users', {
      name: value,
      email: `${crypto.randomUUID()}@example.com`,
      role: 'GROUP_ADMIN',
      language: 'sl',
      all_groups_allowed: true,
    });
    expect([201, 422]).toContain(invited.status);
    // a refused name goes straight into the log, as if it had come another way
    if (invited.status === 422)
      await site.rows(
        `insert into activity_log (organization_id, actor, action, entity) values ($1, $2, 'sign_in', 'user')`,
        [organization_id, value.replaceAll('\u0000', '').toWellFormed()],
      );
    const { body } = await site.as(owner).get<{ text: string }>('/activity/export.csv');
    expect(body.text).toContain(mark);
    for (const cell of cellsOf(body.text)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
  });
});

/** The cells of a file as a spreadsheet reads them. */
function cellsOf(text: string): string[] {
  const pattern = /("(?:[^"]|"")*"|[^;\r\n]*)(?:;|\r\n|$)/g;
  return [...text.replace('\ufeff', '').matchAll(pattern)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}

describe('the log', () => {
  let process: AppProcess;
  afterAll(() => process?.kill());

  test('has one line for each answer and none of the sent values', async () => {
    process = await startAppProcess(site.env, { LOG_LEVEL: 'trace', SMTP_URL: smtp.url });
    const { organization_id, id } = await site.factories.group();
    const path = `${process.origin}/api/public/${organization_id}/groups/${id}/participants`;
    let sent = 0;
    const post = async (url: string, body: object, more: Record<string, string> = {}) => {
      sent += 1;
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          'x-forwarded-for': `10.9.${sent % 250}.${Math.floor(sent / 250)}`,
          ...more,
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(500);
    };
    for (const [, value] of marked) {
      const encoded = encodeURIComponent(value.toWellFormed());
      await post(path, application({ name: value }));
      await post(path, application({ notes: value, answers: { [crypto.randomUUID()]: value } }));
      await post(`${process.origin}/api/sign-up`, { organization_name: value, name: value, email: value });
      await post(`${path}/${encoded}?search=${encoded}`, {});
      // a header holds no more of it
      const inHeader = value.replace(/[^\x20-\x7e]/g, '');
      await post(path, {}, { 'user-agent': inHeader, 'x-request-id': inHeader, 'accept-language': inHeader });
    }
    const lines = await until(() => {
      const found = process.log().split('\n').filter(Boolean);
      const answered = found.filter((line) => line.includes('"answered"'));
      expect(answered).toHaveLength(sent);
      return found;
    });
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it
      expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
      expect(line).not.toContain(mark);
      expect(line).not.toContain('forged');
    }
  });
});
