import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { registerErrors } from '../../http/errors.ts';
import { registerSecurity } from '../../http/guards/security.ts';
import { publicFiles } from './files.ts';

let site: TestApp;
let web: FastifyInstance;
const folder = mkdtempSync(join(tmpdir(), 'vpisnik-web-'));
beforeAll(async () => {
  site = await createTestApp();
  web = Fastify();
  registerErrors(web);
  await registerSecurity(web);
  publicFiles(web, site, folder);
});
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
  await site.close();
});

test('a calendar has the meetings of published groups, in the requested language', async () => {
  const slot = { day: 'tuesday', start_time: '17:30', duration: 60 } as const;
  const group = await site.factories.group({ schedule: [slot], name: { sl: 'Balet', en: 'Ballet' } });
  const path = `/public/${group.organization_id}/groups/${group.id}/calendar.ics`;
  const { statusCode, headers, body } = await web.inject(`${path}?lang=en`);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(body).toContain('SUMMARY:Ballet\r\n');
  await site.rows('update groups set active = false where id = $1', [group.id]);
  expect((await web.inject(path)).statusCode).toBe(404);
  const dateless = await site.factories.group({ schedule: [], start_date: null });
  const none = `/public/${dateless.organization_id}/groups/${dateless.id}/calendar.ics`;
  expect((await web.inject(none)).statusCode).toBe(404);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const added = { kind: 'added', new_date: tomorrow, new_start_time: '23:00' } as const;
  const { organization_id } = dateless;
  await site.factories.sessionException({ organization_id, group_id: dateless.id, ...added });
  expect((await web.inject(none)).body).toContain(
    `DTSTART;TZID=Europe/Ljubljana:${tomorrow.replaceAll('-', '')}T230000`,
  );
});

test('a sitemap lists published pages in each language, unless the organisation opts out', async () => {
  const { id: organization_id } = await site.factories.organization();
  const shown = await site.factories.group({ organization_id, languages: ['sl'] });
  const hidden = await site.factories.group({ organization_id, active: false });
  const path = `/public/${organization_id}/sitemap.xml`;
  const { body } = await web.inject(path);
  expect(body).toContain(`/${shown.label}?lang=sl</loc>`);
  expect(body).not.toContain(`/${shown.label}?lang=en`);
  expect(body).not.toContain(`/${hidden.label}?`);
  await site.rows('update organizations set search_indexing = false where id = $1', [organization_id]);
  expect((await web.inject(path)).statusCode).toBe(404);
  expect((await web.inject('/public/nothing/sitemap.xml')).statusCode).toBe(404);
});

test('the script of embedded forms may be loaded by other sites', async () => {
  const { headers } = await web.inject('/embed.js');
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect((await web.inject('/robots.txt')).body).toContain('Disallow: /api/');
});

test.each(['/third-party-notices.txt', '/changes.txt'])('%s is what the build has gathered', async (path) => {
  expect((await web.inject(path)).statusCode).toBe(404);
  mkdirSync(join(folder, 'public'), { recursive: true });
  writeFileSync(join(folder, 'public', path), 'fastify 5 (MIT)');
  const { statusCode, headers, body } = await web.inject(path);
  expect([statusCode, headers['content-type'], body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'fastify 5 (MIT)',
  ]);
});
