import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { application } from '../../test/applicants/applicants.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../../test/outside/otlp.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/outside/smtp.ts';
import { startAppProcess } from '../../test/processes/processes.ts';
import { until } from '../../test/until.ts';

let site: TestApp;
let receiver: OtlpReceiver;
let smtp: ScriptedSmtp;
beforeAll(async () => {
  site = await createTestApp();
  receiver = await startOtlpReceiver();
  smtp = await startScriptedSmtp();
});
afterAll(async () => {
  await receiver.stop();
  await smtp.stop();
  await site.close();
});

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';

test('a request, its statements, job and mails arrive as one trace, with nothing of people in any byte', async () => {
  const app = await startAppProcess(site.env, {
    ...{ PUBLIC_URL: site.env.publicUrl, SMTP_URL: smtp.url },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
    ...{ OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_METRIC_EXPORT_INTERVAL: '200' },
    // none but those that are said to be kept
    ...{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  try {
    const { id: organization_id } = await site.factories.organization({ name: 'Klub Skrivnih Plesalcev' });
    const group = await site.factories.group({ organization_id });
    const member = await site.factories.member({ organization_id, email: 'tajnica@klub.test' });
    const post = (path: string, body: object, more: Record<string, string> = {}) =>
      fetch(`${app.origin}/api${path}`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
          ...{ traceparent: `00-${trace}-${caller}-01`, 'user-agent': 'Brskalnik Ane' },
          ...more,
        },
        body: JSON.stringify(body),
      });
    const form = {
      ...application({ name: 'Ana Kovač Skrita' }),
      email: 'ana.skrita@example.com',
      phone: '+38640123456',
    };
    const apply = `/public/${organization_id}/groups/${group.id}/participants`;
    const applied = await post(apply, form, {
      'idempotency-key': 'the-key-of-ana',
      'x-request-id': 'request-one',
    });
    expect(applied.status).toBe(201);
    // its job sends a mail of an account
    expect((await post('/password-resets?utm=ana.skrita', { email: member.email })).status).toBeLessThan(300);
    // what nobody asked to keep is not traced
    await fetch(`${app.origin}/api/public/${organization_id}/groups?search=skrita`);
    const listed = await fetch(`${app.origin}/api/locations?search=skrita`, {
      headers: {
        authorization: `Bearer ${await site.tokenOf(member)}`,
        traceparent: `00-${trace}-${caller}-01`,
      },
    });
    expect(listed.status).toBe(200);

    const named = (name: string) => receiver.spans().filter((span) => span.name === name);
    await until(async () => {
      expect(named('mail send')).toHaveLength(2);
      expect(named('job mail')).toHaveLength(1);
      expect(named('GET /api/locations')).toHaveLength(1);
    });
    await until(async () => expect(receiver.metrics().get('http_request_duration_seconds')).toBeDefined());
    await app.stop();

    const spans = receiver.spans();
    expect(new Set(spans.map((span) => span.trace))).toEqual(new Set([trace]));
    const [request] = spans.filter((span) => span.name.startsWith('POST /api/public/'));
    expect(request).toMatchObject({
      parent: caller,
      attributes: {
        ...{ 'http.request.method': 'POST', 'http.response.status_code': 201 },
        'vpisnik.request_id': 'request-one',
      },
    });
    expect(String(request?.attributes['http.route'])).toMatch(
      /^\/api\/public\/:org\/groups\/:\w+\/participants$/,
    );
    const [transaction] = spans.filter(
      ({ name, parent }) => name === 'transaction' && parent === request?.id,
    );
    expect(transaction?.attributes).toMatchObject({
      'vpisnik.kind': 'visit',
      'vpisnik.organization_id': organization_id,
    });
    const its = spans.filter(({ parent }) => parent === transaction?.id).map(({ name }) => name);
    expect(its).toEqual(expect.arrayContaining(['begin', 'enter_public', 'commit']));
    // what the request caused, later
    for (const mail of spans.filter(({ name }) => name === 'mail send'))
      expect(mail).toMatchObject({
        parent: request?.id,
        attributes: { 'vpisnik.end': 'sent', 'vpisnik.request_id': 'request-one' },
      });
    const [reset] = spans.filter(({ name }) => name === 'POST /api/password-resets');
    expect(spans.find(({ name }) => name === 'job mail')).toMatchObject({ parent: reset?.id, failed: false });
    expect(smtp.taken.join('\n')).toContain('ana.skrita@example.com');

    const sent = receiver.bytes();
    expect(sent).toContain('vpisnik.organization_id');
    // none so short that the bytes of an id could be it
    const people = [/skrit/i, /kova/i, /tajnica/i, /example\.com/, /klub\.test/, /38640123/, /brskalnik/i];
    const asked = [/203\.0\.113/, /utm=/, /search=/, /bearer/i, /the-key/, /select "/, / \$1/];
    expect([...people, ...asked].filter((secret) => secret.test(sent))).toEqual([]);
    // the figures of /metrics, under their names
    expect([...receiver.metrics().keys()]).toEqual(
      expect.arrayContaining(['mail_oldest_due_seconds', 'db_connections', 'process_cpu_seconds_total']),
    );
    expect(receiver.metrics().get('process_cpu_seconds_total')?.[0]).toBeGreaterThan(0);
  } finally {
    await app.kill();
  }
});

test('a receiver that never answers holds up neither requests nor the end of the process', async () => {
  const silent = await startOtlpReceiver({ isSilent: true });
  const app = await startAppProcess(site.env, {
    ...{
      OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    },
    // it would wait so long by itself
    OTEL_EXPORTER_OTLP_TIMEOUT: '3600000',
  });
  try {
    const ask = () => fetch(`${app.origin}/api/public/organizations`);
    await ask();
    await until(async () => expect(silent.kept()).toBeGreaterThan(1));
    const { status } = await ask();
    expect(status).toBeLessThan(500);
    await app.stop();
    expect(silent.kept()).toBeGreaterThan(1);
  } finally {
    await app.kill();
    await silent.stop();
  }
});
