import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { applicantTokens } from '../../mail/applicant-tokens.ts';
import { mailMarks } from '../../mail/returned/marks.ts';
import { createMailTransport } from '../../mail/transport.ts';
import { unsubscribeTokens } from '../../mail/unsubscribe.ts';
import { type MailContent, mailContent, type ReadContent } from './content.ts';
import { deliverOrganizationMail } from './deliver.ts';

let app: TestApp;
let smtp: ScriptedSmtp;
let organization_id: string;
let group_id: string;
beforeAll(async () => {
  [app, smtp] = await Promise.all([createTestApp(), startScriptedSmtp()]);
});
afterAll(() => Promise.all([app.close(), smtp.stop()]));
beforeEach(async () => {
  smtp.taken.splice(0);
  organization_id = (await app.factories.organization({ name: 'Plesna šola Zvezda' })).id;
  group_id = (await app.factories.group({ organization_id })).id;
});

/** Sends a mail to an address now, as news or about an enrolment; answers it as it came over the wire. */
async function send(to_address: string, news: boolean) {
  const { id: participant_id } = await app.factories.participant({
    ...{ organization_id, group_id, email: to_address, status: 'approved' },
  });
  const mail = await app.factories.mail({
    ...{ organization_id, group_id, participant_id, to_address },
    ...{ email_type: 'application_confirmation', state: 'queued' },
  });
  const read: ReadContent = async (...given) => {
    const content = await mailContent(...given);
    return typeof content === 'string' ? content : ({ ...content, news } satisfies MailContent);
  };
  const transport = createMailTransport({
    ...{ smtpUrl: smtp.url, mailFrom: 'obvestila@vpisnik.test', connections: 1 },
  });
  await deliverOrganizationMail(
    {
      contents: {
        application: read,
        payments: read,
        sessions: read,
        offers: read,
        message: read,
        link: read,
        changes: read,
        queues: read,
      },
      ...{ pool: app.pools.system, transport, publicUrl: 'https://vpisnik.test', seconds: 60 },
      unsubscribing: unsubscribeTokens(app.env.secretKeys),
      applicants: applicantTokens(app.env.secretKeys),
      marks: mailMarks(app.env.secretKeys),
      log: { warn() {}, error() {} },
    },
    { organization_id, id: mail.id },
  );
  transport.close();
  const [row] = await app.rows<{ state: string; state_reason: string }>(
    'select state, state_reason from mails where id = $1',
    [mail.id],
  );
  return { ...row, mail_id: mail.id, source: smtp.taken.pop() };
}

const decline = (address: string, wanted: boolean) =>
  app.rows(
    `insert into mail_choices (organization_id, address, kind, wanted, how) values ($1, $2, 'news', $3, 'page')`,
    [organization_id, address, wanted],
  );

test('news carries the link by which its recipient unsubscribes; other mails have none', async () => {
  const { mail_id, source = '' } = await send('ana@posta.test', true);
  const unfolded = source.replace(/\r\n[ \t]+/g, ' ');
  const token = /^List-Unsubscribe: <https:\/\/vpisnik\.test\/unsubscribe\/([\w-]+)>$/m.exec(unfolded)?.[1];
  expect(unsubscribeTokens(app.env.secretKeys).read(token ?? '')).toEqual({
    ...{ organization_id, mail_id, address: 'ana@posta.test' },
  });
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect((await send('ana@posta.test', false)).source).not.toContain('List-Unsubscribe');
});

test('who declined before it left gets no news, and all other mails', async () => {
  await decline('eva@posta.test', false);
  expect(await send('eva@posta.test', true)).toMatchObject({
    ...{ state: 'cancelled', state_reason: 'declined_news', source: undefined },
  });
  expect(await send('eva@posta.test', false)).toMatchObject({ state: 'sent' });
  expect(await send('bor@posta.test', true)).toMatchObject({ state: 'sent' });
  await decline('eva@posta.test', true);
  expect(await send('eva@posta.test', true)).toMatchObject({ state: 'sent' });
});

test('leads to the page of its recipient as long as that opens', async () => {
  const page = /vpisnik\.test\/my\b/;
  const ended = (days: number) =>
    app.rows('update groups set start_date = null, end_date = current_date - $2::integer where id = $1', [
      ...[group_id, days],
    ]);
  await ended(80);
  expect((await send('ida@posta.test', false)).source).toMatch(page);
  await ended(100);
  const late = await send('jan@posta.test', false);
  expect(late).toMatchObject({ state: 'sent' });
  expect(late.source).not.toMatch(page);
});
