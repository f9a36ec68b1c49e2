import type { Picture } from '@vpisnik/contract/files';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { sendWhole, startS3, type TestBucket } from '../../../test/outside/s3-server.ts';
import { createApp } from '../../app.ts';
import { purgeFiles } from '../../files/purge.ts';
import { openStorage } from '../../files/storage.ts';
import { removeDueOrganizations } from '../organizations/removal.ts';

let app: TestApp;
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await startS3();
  app = await createTestApp({ variables: bucket.variables });
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.send = sendWhole;
  bucket.pageSize = 1000;
  bucket.comeBack();
});
afterAll(async () => {
  await app.close();
  await bucket.stop();
});

const jpeg = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#cc3311' } })
  .jpeg()
  .toBuffer();
const crop = { x: 0, y: 100, width: 1600, height: 400 };

async function editor() {
  const member = await app.factories.member();
  const as = app.as(member);
  return {
    ...as,
    organization_id: String(member.organization_id),
    upload: () => as.post<Picture>('/files', jpeg, { 'content-type': 'image/jpeg' }),
    rows: () =>
      app.rows('select stored from files where organization_id = $1 order by stored desc', [
        member.organization_id,
      ]),
  };
}
/** A picture and a banner of it. */
async function brought({ upload, api }: Awaited<ReturnType<typeof editor>>) {
  const original = (await upload()).body;
  return { original, banner: await api.files.crop({ params: { id: original.id }, body: crop }) };
}
const open = (url: string) => app.app.inject({ url });
const keysOf = (id: string) => [...bucket.objects.keys()].filter((key) => key.startsWith(`files/${id}/`));
const never = new AbortController().signal;

test('what one process stores, every other one shows', async () => {
  const { banner } = await brought(await editor());
  const other = await createApp({ env: app.env, pools: app.pools, storage: openStorage(app.env) });
  try {
    const shown = await other.inject({ url: banner.url });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(shown.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const asked = await other.inject({ method: 'HEAD', url: banner.url });
    expect([asked.statusCode, asked.headers['content-length']]).toEqual([
      200,
      String(shown.rawPayload.length),
    ]);
  } finally {
    await other.close();
  }
});

test('a deleted organisation’s pictures are hidden, back when it is restored, and gone when its time is over', async () => {
  const [leaves, stays] = [await editor(), await editor()];
  const { banner } = await brought(leaves);
  const kept = await brought(stays);
  const admin = app.as(await app.factories.member({ role: 'ADMIN' }));
  const id = leaves.organization_id;
  const [organization] = await app.rows<{ name: string }>('select name from organizations where id = $1', [
    id,
  ]);
  const remove = () => admin.delete(`/organizations/${id}`, { confirm_name: organization?.name });
  expect((await remove()).status).toBe(204);
  expect((await open(banner.url)).statusCode).toBe(404);
  expect(await admin.post(`/organizations/${id}/restore`)).toMatchObject({ status: 200 });
  expect((await open(banner.url)).statusCode).toBe(200);

  await remove();
  await app.rows(`update organizations set delete_after = now() - interval '1 second' where id = $1`, [id]);
  // more than one list tells, and a bucket that is away in the middle keeps the rows that know of the rest
  bucket.pageSize = 3;
  bucket.send = (response, answer, request) => {
    if (keysOf(id).length < 4) bucket.leave();
    sendWhole(response, answer, request);
  };
  const job = () => removeDueOrganizations(app.pools.system, openStorage(app.env), never);
  await expect(job()).rejects.toThrow('could not be removed');
  expect(await leaves.rows()).toHaveLength(2);
  bucket.send = sendWhole;
  bucket.comeBack();
  await job();
  expect(keysOf(id)).toEqual([]);
  expect(await app.rows('select from organizations where id = $1', [id])).toEqual([]);
  expect(keysOf(stays.organization_id)).toHaveLength(8);
  expect((await open(kept.banner.url)).statusCode).toBe(200);
});

describe('while the bucket is away', () => {
  test('pictures are answered by an uncached 503, and are there when it is back', async () => {
    const { banner } = await brought(await editor());
    bucket.leave();
    const answer = await open(banner.url);
    expect(answer.json()).toMatchObject({ status: 503, code: 'storage_failed' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toMatch(/127\.0\.0\.1|pictures|ECONN/);
    bucket.comeBack();
    expect((await open(banner.url)).statusCode).toBe(200);
  });

  test('nothing can be brought or cut, its row is never shown, and goes with whatever was stored of it', async () => {
    const staff = await editor();
    const original = (await staff.upload()).body;
    bucket.send = (response, answer, request) => {
      // two of the seven files of a banner get through
      if (request.method === 'PUT' && bucket.objects.size > 3) bucket.leave();
      sendWhole(response, answer, request);
    };
    expect(await staff.post(`/files/${original.id}/crop`, crop)).toMatchObject({
      status: 503,
      body: { code: 'storage_failed' },
    });
    expect(await staff.upload()).toMatchObject({ status: 503, body: { code: 'storage_failed' } });
    expect(await staff.rows()).toEqual([{ stored: true }, { stored: false }, { stored: false }]);

    await app.rows(`update files set created_at = now() - interval '25 hours' where not stored`);
    const clean = () => purgeFiles(app.pools.system, openStorage(app.env));
    await expect(clean()).rejects.toThrow("S3 can't be reached");
    expect(await staff.rows()).toHaveLength(3);
    bucket.send = sendWhole;
    bucket.comeBack();
    await clean();
    expect(await staff.rows()).toEqual([{ stored: true }]);
    expect(keysOf(staff.organization_id)).toHaveLength(1);
    expect((await open(original.url)).statusCode).toBe(200);
  });
});

test('a picture whose file was deleted is not found, and can’t be cropped', async () => {
  const staff = await editor();
  const { id, url } = (await staff.upload()).body;
  bucket.objects.clear();
  expect((await open(url)).json()).toMatchObject({ status: 404, code: 'not_found' });
  expect(await staff.post(`/files/${id}/crop`, crop)).toMatchObject({ status: 503 });
});

test('an answer that the bucket breaks off is broken off, not taken for a whole picture', async () => {
  const { original } = await brought(await editor());
  const { origin } = await app.listen();
  bucket.send = (response, { status, body }) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, 500), () => response.destroy());
  };
  const reading = fetch(`${origin}${original.url}`).then((answer) => answer.arrayBuffer());
  await expect(reading).rejects.toThrow();
});

test('an upload whose answer is lost is tried again and is one picture', async () => {
  const staff = await editor();
  const tried = new Set<string>();
  bucket.send = (response, answer, request) => {
    if (tried.has(String(request.url))) return sendWhole(response, answer, request);
    tried.add(String(request.url));
    return response.destroy();
  };
  expect((await staff.upload()).status).toBe(201);
  expect(tried.size).toBe(1);
  expect(await staff.rows()).toEqual([{ stored: true }]);
  expect(keysOf(staff.organization_id)).toHaveLength(1);
});
