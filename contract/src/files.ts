/** Pictures: an original is brought, by upload or by its address, and a group's banner is cut from it. */
import { z } from 'zod';
import { line, params } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';

const pixel = z.int().min(0).max(100_000);
const crop = z.strictObject({ x: pixel, y: pixel, width: pixel.min(1), height: pixel.min(1) });
const picture = { id: z.string(), url: z.string(), width: z.number(), height: z.number() };
const reply = z.object({
  ...picture,
  kind: z.enum(['original', 'banner']),
  /** Size in storage, in bytes. */
  bytes: z.number(),
  /** URL that the picture was fetched from. */
  source_url: z.string().nullable(),
  /** Original of a banner, and the part cropped from it. */
  original: z.object(picture).nullable(),
  crop: crop.nullable(),
  created_at: z.string(),
});
export type Picture = z.output<typeof reply>;

const shared = { scope: 'organization', rank: permissions['files.upload'] } as const;

export const files = {
  upload: endpoint({
    ...shared,
    method: 'POST',
    path: '/files',
    summary:
      'Bring a picture (JPG, PNG or GIF) to cut a banner from; what no group uses is removed after a day',
    upload: { types: ['image/*', 'application/octet-stream'], bytes: limits.pictureBytes },
    slow: true,
    reply,
    status: 201,
    perMinute: 60,
  }),
  fetch: endpoint({
    ...shared,
    method: 'POST',
    path: '/files/from-url',
    summary: 'The same with a picture that is on the web: it is fetched once, now',
    body: z.strictObject({ url: line(limits.url).min(1, { error: 'required' }) }),
    slow: true,
    reply,
    status: 201,
    perMinute: 20,
  }),
  crop: endpoint({
    ...shared,
    method: 'POST',
    path: '/files/{id}/crop',
    summary: 'Cut a banner of 1200 × 300 from a picture',
    params,
    body: crop,
    slow: true,
    reply,
    status: 201,
    perMinute: 60,
  }),
  get: endpoint({ ...shared, method: 'GET', path: '/files/{id}', summary: 'One picture', params, reply }),
};
