/**
 * Uploaded pictures. Their content decides the format, not their name or type; only the decoded pixels are kept, encoded
 * again, which drops everything else in the file (metadata, scripts, other formats).
 */
import { bannerSize, type Crop, smallestPicture } from '@vpisnik/contract/rules/banners';
import { limits } from '@vpisnik/contract/rules/limits';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { invalidFields } from '../errors.ts';
import { takingTurns } from '../turns.ts';

// decoders are where pictures attack; these four are all that we need
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
// nothing is decoded twice
sharp.cache(false);

const accepted = ['image/jpeg', 'image/png', 'image/gif'];
/** Largest size of a kept original, in pixels; more than any banner shows. */
const KEPT = { width: 2400, height: 2400 };
const SECONDS = 10;
/** Decoding takes a processor and up to 160 MB. */
const inTurn = takingTurns(2, 16);

/** A file as it goes into storage; `name` ends its key. */
export type StoredFile = { name: string; data: Buffer };
/** A picture that is ready to be stored. */
export type Drawn = { width: number; height: number; files: StoredFile[] };

/**
 * Decodes a picture (of a GIF its first frame) and writes it anew: upright, opaque, at most 2400 pixels wide and high.
 *
 * @param path the field to blame
 * @throws {AppError} invalid_fields: not_a_picture, too_many_pixels, picture_too_small; unavailable
 */
export function drawOriginal(bytes: Buffer, path: 'file' | 'url'): Promise<Drawn> {
  return inTurn(async () => {
    const refusal = (code: string) => invalidFields([{ path, code }]);
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !accepted.includes(type.mime)) throw refusal('not_a_picture');
    // the header alone; its decoder must not start on what claims to be a poster of a house
    const header = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw refusal('not_a_picture');
      });
    if (header.width * header.height > limits.picturePixels) throw refusal('too_many_pixels');
    const { data, info } = await sharp(bytes, {
      limitInputPixels: limits.picturePixels,
      failOn: 'error',
      autoOrient: true,
    })
      .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 90, effort: 3 })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw refusal('not_a_picture');
      });
    const { width, height } = info;
    if (width < smallestPicture.width || height < smallestPicture.height) throw refusal('picture_too_small');
    return { width, height, files: [{ name: 'original.webp', data }] };
  });
}

const encoders = {
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 3 }),
  webp: (image: Sharp) => image.webp({ quality: 80 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: true }),
};

/**
 * Cuts a banner from an original that was drawn here, in all sizes and formats.
 *
 * @throws {AppError} unavailable
 */
export function drawBanner(original: Uint8Array, crop: Crop): Promise<Drawn> {
  return inTurn(async () => {
    const { width, height, widths } = bannerSize;
    const { data, info } = await sharp(original)
      .extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
      .resize({ width, height, fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const draw = async (format: keyof typeof encoders, wide: number) => {
      const image = sharp(data, { raw }).resize({ width: wide }).timeout({ seconds: SECONDS });
      return { name: `${wide}.${format}`, data: await encoders[format](image).toBuffer() };
    };
    const files = await Promise.all([
      ...widths.flatMap((wide) => [draw('avif', wide), draw('webp', wide)]),
      draw('jpg', width),
    ]);
    return { width, height, files };
  });
}
