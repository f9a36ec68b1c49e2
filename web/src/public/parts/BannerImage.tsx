import { bannerSize, bannerSources } from '@vpisnik/contract/rules/banners';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { useLocalized } from '../page.tsx';

type Props = {
  url: string;
  alt: Texts;
  className: string;
  /** Displayed width, as in an image's `sizes`. */
  sizes: string;
  /** The largest thing on the page, or one of many further down. */
  first?: boolean;
};

/** A group's banner, in the smallest of its files that does. */
export function BannerImage({ url, alt, className, sizes, first = false }: Props) {
  const { avif, webp, jpeg } = bannerSources(url);
  const { children: text, lang } = useLocalized()(alt);
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img
        className={className}
        src={jpeg}
        alt={text}
        lang={lang}
        width={bannerSize.width}
        height={bannerSize.height}
        decoding="async"
        {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  );
}
