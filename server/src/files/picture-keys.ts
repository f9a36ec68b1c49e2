import { bannerSize } from '@vpisnik/contract/rules/banners';

/** How the keys of a picture's files end, as they are drawn. */
const names = {
  original: ['original.webp'],
  banner: [
    ...bannerSize.widths.flatMap((wide) => [`${wide}.avif`, `${wide}.webp`]),
    `${bannerSize.width}.jpg`,
  ],
};

/** The keys of all files of a picture that is stored. */
export const pictureKeys = ({ kind, path }: { kind: string; path: string }): string[] =>
  names[kind as keyof typeof names].map((name) => `${path}-${name}`);
