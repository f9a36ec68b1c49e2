import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Picture } from '@vpisnik/contract/files';
import { limits } from '@vpisnik/contract/rules/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startPictureSite } from '../../../test/outside/picture-site.ts';
import { blackPng, pngClaiming } from '../../../test/outside/pictures.ts';
import { startS3, type TestBucket } from '../../../test/outside/s3-server.ts';
import { until } from '../../../test/until.ts';
import { purgeFiles } from '../../files/purge.ts';
import { openStorage } from '../../files/storage.ts';

let app: TestApp;
const kinds = { 'a folder': async () => undefined, 'a bucket': startS3 };

/** The application of a group of tests, with its files where they say. */
function opened(start: () => Promise<TestBucket | undefined>): void {
  let bucket: TestBucket | undefined;
  beforeAll(async () => {
    bucket = await start();
    app = await createTestApp({ variables: bucket?.variables ?? {} });
  });
  afterAll(async () => {
    await app.close();
    await bucket?.stop();
  });
}

const plain = (width: number, height: number, background = '#cc3311') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = await plain(1600, 900).jpeg().toBuffer();

async function editor() {
  const member = await app.factories.member({ role: 'GROUP_EDITOR_USER' });
  const as = app.as(member);
  return {
    ...as,
    organization_id: String(member.organization_id),
    upload: (bytes: Buffer, type = 'image/jpeg') =>
      as.post<Picture & Record<string, unknown>>('/files', bytes, { 'content-type': type }),
  };
}

const crop = { x: 0, y: 100, width: 1600, height: 400 };
/** A file at its public address. */
const open = (url: string) => app.app.inject({ url });

describe.each(Object.entries(kinds))('with files in %s:', (_kind, start) => {
  opened(start);

  describe('a picture', () => {
    it('is taken, cut, attached and shown in all its sizes, none of which changes', async () => {
      const { api, upload, organization_id } = await editor();
      const original = await upload(jpeg);
      expect(original).toMatchObject({ status: 201, body: { kind: 'original', width: 1600, height: 900 } });
      const banner = await api.files.crop({ params: { id: original.body.id }, body: crop });
      expect(banner).toMatchObject({ kind: 'banner', width: 1200, height: 300, crop });
      expect(banner.original).toMatchObject({ id: original.body.id, url: original.body.url });
      const group = await app.factories.group({ organization_id });
      const changed = await api.groups.update({
        params: { id: group.id },
        body: { banner_id: banner.id, banner_alt: { sl: 'Rdeča' }, version: 1 },
      });
      expect(changed.banner_url).toBe(banner.url);
      const shown = await app.visitor.get(`/public/${organization_id}/groups/${group.id}`);
      expect(shown.body.group).toMatchObject({ banner_url: banner.url, banner_alt: { sl: 'Rdeča' } });
      for (const [format, type] of Object.entries({ webp: 'image/webp', avif: 'image/avif' })) {
        for (const width of [400, 800, 1200]) {
          const answer = await open(banner.url.replace('1200.webp', `${width}.${format}`));
          expect(answer.headers).toMatchObject({
            'content-type': type,
            'cache-control': 'public, max-age=31536000, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': expect.stringContaining("default-src 'none'"),
          });
          const drawn = await sharp(answer.rawPayload)
            .metadata()
            .catch(() => undefined);
          // our own decoders are blocked but for the four that we need
          if (format === 'webp') expect(drawn).toMatchObject({ width, height: width / 4 });
        }
      }
      const preview = await open(banner.url.replace('1200.webp', '1200.jpg'));
      expect(preview.headers['content-type']).toBe('image/jpeg');
      expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 1200, height: 300 });
    });

    it('of the same content, brought twice, is two files that can both go', async () => {
      const { upload } = await editor();
      const [one, two] = [await upload(jpeg), await upload(jpeg)];
      expect(one.body.id).not.toBe(two.body.id);
    });

    it('is not there under a guessed address', async () => {
      const { upload } = await editor();
      const { url } = (await upload(jpeg)).body;
      expect((await open(url)).statusCode).toBe(200);
      for (const guess of [
        url.replace(/\w{16}-/, '0000000000000000-'),
        url.replace('original.webp', '1200.webp'),
        '/files/..%2f..%2fsecret-key/a/b',
        `${url.slice(0, url.lastIndexOf('/'))}/..%2f..%2f..%2fsecret-key`,
      ])
        expect((await open(guess)).statusCode).toBe(404);
    });

    it('is cut only inside, in its shape, from an original', async () => {
      const { post, upload } = await editor();
      const { id } = (await upload(jpeg)).body;
      for (const wrong of [
        { ...crop, x: 1 },
        { ...crop, height: 500 },
        { ...crop, width: 100, height: 25 },
        { ...crop, y: 600 },
      ])
        expect(await post(`/files/${id}/crop`, wrong)).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'width', code: 'invalid_crop' }] },
        });
      const banner = await post<Picture>(`/files/${id}/crop`, crop);
      expect(banner.status).toBe(201);
      expect((await post(`/files/${banner.body.id}/crop`, crop)).status).toBe(404);
    });

    it('as a banner is one of the group’s own organisation', async () => {
      const { patch, organization_id, upload } = await editor();
      const group = await app.factories.group({ organization_id });
      const foreign = await app.factories.banner();
      const original = (await upload(jpeg)).body;
      const unfinished = await app.factories.banner({ organization_id, stored: false });
      for (const { id } of [foreign, original, unfinished])
        expect(await patch(`/groups/${group.id}`, { banner_id: id, version: 1 })).toMatchObject({
          status: 422,
          body: { errors: [{ path: 'banner_id', code: 'unknown_id' }] },
        });
      const [row] = await app.rows('select banner_id from groups where id = $1', [group.id]);
      expect(row).toEqual({ banner_id: null });
      await expect(
        app.rows('update groups set banner_id = $1 where id = $2', [foreign.id, group.id]),
      ).rejects.toMatchObject({ constraint: 'groups_banner_fkey' });
    });
  });

  describe('unused pictures', () => {
    const age = (ids: string[]) =>
      app.rows(`update files set created_at = now() - interval '25 hours' where id = any ($1)`, [ids]);
    const clean = () => purgeFiles(app.pools.system, openStorage(app.env));

    it('go after a day, with all of their files; those of a group stay', async () => {
      const { api, upload, organization_id } = await editor();
      const group = await app.factories.group({ organization_id });
      const make = async () => {
        const original = (await upload(jpeg)).body;
        return { original, banner: await api.files.crop({ params: { id: original.id }, body: crop }) };
      };
      const [used, left, fresh] = [await make(), await make(), await make()];
      await api.groups.update({ params: { id: group.id }, body: { banner_id: used.banner.id, version: 1 } });
      await age([used, left].flatMap(({ original, banner }) => [original.id, banner.id]));
      await clean();
      const there = async ({ url }: Picture) => (await open(url)).statusCode === 200;
      expect([await there(used.original), await there(used.banner)]).toEqual([true, true]);
      expect([await there(fresh.original), await there(fresh.banner)]).toEqual([true, true]);
      expect([await there(left.original), await there(left.banner)]).toEqual([false, false]);
      await expect(api.files.get({ params: { id: left.original.id } })).rejects.toMatchObject({
        status: 404,
      });
      await api.groups.update({ params: { id: group.id }, body: { banner_id: null, version: 2 } });
      await clean();
      await until(async () => expect(await there(used.original)).toBe(false));
    });

    it('never go from under a group that is just taking them', async () => {
      const { api, upload, organization_id, patch } = await editor();
      const group = await app.factories.group({ organization_id });
      const original = (await upload(jpeg)).body;
      const banner = await api.files.crop({ params: { id: original.id }, body: crop });
      await age([original.id, banner.id]);
      const [answer] = await Promise.all([
        patch(`/groups/${group.id}`, { banner_id: banner.id, version: 1 }),
        clean(),
      ]);
      const shown = (await open(banner.url)).statusCode;
      expect([answer.status, shown]).toEqual(answer.status === 200 ? [200, 200] : [422, 404]);
    });
  });
});

describe('wherever files are:', () => {
  opened(kinds['a folder']);

  describe('the server refuses', () => {
    it.each([
      [
        'an SVG',
        () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
        'not_a_picture',
      ],
      [
        'a text that says it is a picture',
        () => Buffer.from('<script>alert(1)</script>'),
        'image/png',
        'not_a_picture',
      ],
      ['nothing', () => Buffer.alloc(0), 'image/png', 'not_a_picture'],
      ['a cut-off picture', () => jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', 'not_a_picture'],
      [
        'a format that is not asked for',
        () => plain(900, 300).webp().toBuffer(),
        'image/webp',
        'not_a_picture',
      ],
      ['TIFF', () => plain(900, 300).tiff().toBuffer(), 'image/tiff', 'not_a_picture'],
      [
        'a picture that says it has 144 megapixels',
        () => pngClaiming(12_000, 12_000),
        'image/png',
        'too_many_pixels',
      ],
      ['144 megapixels that are there', () => blackPng(12_000, 12_000), 'image/png', 'too_many_pixels'],
      ['a stamp', () => plain(199, 200).png().toBuffer(), 'image/png', 'picture_too_small'],
      ['a line', () => plain(8000, 60).png().toBuffer(), 'image/png', 'picture_too_small'],
    ])('%s', async (_what, make, type, code) => {
      const { upload } = await editor();
      expect(await upload(await make(), type)).toMatchObject({
        status: 422,
        body: { code: 'invalid_fields', errors: [{ path: 'file', code }] },
      });
    });

    it('5 MB and one byte, but not 5 MB', async () => {
      const { upload } = await editor();
      const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
      expect((await upload(padded(limits.pictureBytes))).status).toBe(201);
      expect(await upload(padded(limits.pictureBytes + 1))).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
    });

    it('other bodies than files, and files elsewhere', async () => {
      const { post, upload } = await editor();
      expect((await post('/files', { name: 'x' })).status).toBe(415);
      expect((await upload(jpeg, 'text/html')).status).toBe(415);
      expect((await post('/files/from-url', jpeg, { 'content-type': 'image/jpeg' })).status).toBe(415);
    });

    it('who may not, before it reads their file', async () => {
      const viewer = app.as(await app.factories.member({ role: 'GROUP_VIEWER_USER' }));
      const huge = Buffer.alloc(limits.pictureBytes * 2);
      const type = { 'content-type': 'image/png' };
      expect((await viewer.post('/files', huge, type)).status).toBe(403);
      expect((await app.visitor.post('/files', huge, type)).status).toBe(401);
    });
  });

  describe('a stored picture', () => {
    const kept = async (bytes: Buffer, type = 'image/jpeg') => {
      const { upload } = await editor();
      const { body, status } = await upload(bytes, type);
      expect(status).toBe(201);
      return { ...body, bytes: (await open(body.url)).rawPayload };
    };

    it('is upright and says nothing about where it was taken', async () => {
      const photo = await plain(900, 600)
        .withExif({ IFD0: { Artist: 'Špela' }, IFD3: { GPSLatitude: '46/1 3/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const picture = await kept(photo);
      expect(picture).toMatchObject({ width: 600, height: 900 });
      const metadata = await sharp(picture.bytes).metadata();
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
    });

    it('is a picture and nothing that was hidden behind it', async () => {
      const { bytes } = await kept(
        Buffer.concat([jpeg, Buffer.from('<script>alert(document.domain)</script>')]),
      );
      expect(bytes.includes('script')).toBe(false);
    });

    it('goes by content, whatever the type says', async () => {
      const png = await plain(800, 400).png().toBuffer();
      expect(await kept(png, 'image/gif')).toMatchObject({ width: 800, height: 400 });
    });

    it('is the first frame of a GIF', async () => {
      const frames = await Promise.all(
        ['#ff0000', '#0000ff'].map((color) => plain(400, 200, color).png().toBuffer()),
      );
      const gif = await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
      const picture = await kept(gif, 'image/gif');
      expect(picture).toMatchObject({ width: 400, height: 200 });
      const { dominant } = await sharp(picture.bytes).stats();
      expect(dominant.r).toBeGreaterThan(200);
    });

    it('is no larger than a banner can show', async () => {
      expect(await kept(await plain(6000, 3000).jpeg().toBuffer())).toMatchObject({
        width: 2400,
        height: 1200,
      });
    });
  });

  describe('when something breaks', () => {
    test('an upload that ends half-way leaves nothing', async () => {
      const { origin } = await app.listen();
      const member = await app.factories.member();
      const token = await app.tokenOf(member);
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.write(
        `POST /api/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`,
      );
      socket.write(jpeg.subarray(0, 1000));
      await new Promise<void>((resolve) => socket.end(resolve));
      // a whole one works on, and is the only one
      await app.as(member).post('/files', jpeg, { 'content-type': 'image/jpeg' });
      const rows = await app.rows('select from files where organization_id = $1', [member.organization_id]);
      expect(rows).toHaveLength(1);
    });

    test('a storage that takes nothing says so, and nothing can be attached', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vpisnik-files-'));
      writeFileSync(join(folder, 'full'), '');
      const broken = await createTestApp({
        variables: { FILES_URL: pathToFileURL(join(folder, 'full', 'inside')).href },
      });
      try {
        const member = await broken.factories.member();
        const { post, get } = broken.as(member);
        const answer = await post('/files', jpeg, { 'content-type': 'image/jpeg' });
        expect(answer).toMatchObject({ status: 503, body: { code: 'storage_failed' } });
        expect(JSON.stringify(answer.body)).not.toContain(folder);
        const [row] = await broken.rows<{ id: string; stored: boolean }>('select id, stored from files');
        expect(row?.stored).toBe(false);
        expect((await get(`/files/${row?.id}`)).status).toBe(404);
      } finally {
        await broken.close();
        rmSync(folder, { recursive: true });
      }
    });

    test('a rush is taken in turns', async () => {
      const { upload } = await editor();
      const large = await plain(1800, 1200).png().toBuffer();
      const answers = await Promise.all(Array.from({ length: 24 }, () => upload(large, 'image/png')));
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
      expect(answers.some(({ status }) => status === 201)).toBe(true);
    });
  });
});

describe('a picture that is on the web', () => {
  let web: TestApp;
  let site: Awaited<ReturnType<typeof startPictureSite>>;
  const pictures: Record<string, Buffer> = {
    '/photo': jpeg,
    '/page': Buffer.from('<!doctype html>'),
    '/bomb': pngClaiming(12_000, 12_000),
  };
  beforeAll(async () => {
    site = await startPictureSite(({ url = '' }, response) => response.end(pictures[url]));
    web = await createTestApp({ network: site.network });
  });
  afterAll(async () => {
    await web.close();
    await site.stop();
  });

  it('is fetched once, kept like any other, and its address with it', async () => {
    const { api } = web.as(await web.factories.member({ role: 'GROUP_EDITOR_USER' }));
    const url = 'https://pictures.test/photo';
    const picture = await api.files.fetch({ body: { url } });
    expect(picture).toMatchObject({ kind: 'original', width: 1600, height: 900, source_url: url });
    const banner = await api.files.crop({ params: { id: picture.id }, body: crop });
    expect(banner.source_url).toBe(url);
    expect(site.connected).toHaveLength(1);
    expect((await web.app.inject({ url: picture.url })).headers['content-type']).toBe('image/webp');
  });

  it.each([
    ['https://pictures.test/page', 'not_a_picture'],
    ['https://pictures.test/bomb', 'too_many_pixels'],
    ['https://localhost/photo', 'url_unreachable'],
    ['http://pictures.test/photo', 'url_not_https'],
    ['', 'required'],
  ])('is refused at the field: %s', async (url, code) => {
    const { post } = web.as(await web.factories.member());
    expect(await post('/files/from-url', { url })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'url', code }] },
    });
  });
});
