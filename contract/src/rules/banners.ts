/** The picture on top of a group's form, as plain facts: public pages carry no validator. */

/** A banner's size in pixels, and the widths it is served in. */
export const bannerSize = { width: 1200, height: 300, widths: [400, 800, 1200] } as const;

/** Smallest picture that a banner can be cropped from, in pixels. */
export const smallestPicture = { width: 200, height: 50 } as const;

const bannerFile = /^(?<path>.*)-1200\.webp$/;

/**
 * The other files of a banner, by the address of its largest one: `srcset` of both formats, smallest first, and a JPEG
 * for programs that know no other.
 */
export function bannerSources(url: string): { avif: string; webp: string; jpeg: string } {
  const path = bannerFile.exec(url)?.groups?.path ?? url;
  const sources = (format: string) =>
    bannerSize.widths.map((width) => `${path}-${width}.${format} ${width}w`).join(', ');
  return { avif: sources('avif'), webp: sources('webp'), jpeg: `${path}-1200.jpg` };
}

/** A part of a picture, in its pixels. */
export type Crop = { x: number; y: number; width: number; height: number };

/**
 * Whether a part of a picture can become a banner: inside the picture, wide enough and four times as wide as high, within
 * the rounding to whole pixels.
 */
export function isBannerCrop(part: Crop, picture: { width: number; height: number }): boolean {
  const { x, y, width, height } = part;
  const inside = x + width <= picture.width && y + height <= picture.height;
  const shape = Math.abs(width - (height * bannerSize.width) / bannerSize.height) <= 4;
  return inside && shape && width >= smallestPicture.width;
}
