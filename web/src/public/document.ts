import type { PageAssets, PageContext, ScriptName } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import { linkToLanguage } from './links.ts';

/** A text as HTML, also inside a quoted attribute. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON for a script element, escaped so that no text in it can close the element. */
function inlineJson(data: unknown): string {
  return JSON.stringify(data).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const locales = { sl: 'sl_SI', en: 'en_GB' } as const;

export type Content = {
  title: string;
  description: string;
  /** Picture of previews, if there is one. */
  image: { url: string; width: number; height: number; alt: string } | null;
  /** Structured data of the page, by schema.org. */
  structured?: object | undefined;
  /** The path that search engines shall know the page by, where it has several; absent: its own. */
  canonical?: string | undefined;
  /** The organisation whose sitemap names the page. */
  sitemap?: string | undefined;
  /** False for pages that search engines should pass over. */
  indexed: boolean;
  /** What the operator tells everybody: in one language for all readers, or in each that the page has. */
  notice: readonly { text: string; language: Language }[];
  body: string;
  /** Data for the page's script; absent on pages without app script. */
  data?: unknown;
  script: ScriptName;
  style: string;
};

/** The whole document. Everything it needs for the first view is in it, but for the fonts. */
export function htmlDocument(content: Content, context: PageContext, assets: PageAssets): string {
  const { title, description, image, indexed, structured, sitemap, notice, body, data, script, style } =
    content;
  const { language, languages, path, public_url } = context;
  const { nonce, fonts, icon, scripts } = assets;
  const address = public_url + (content.canonical ?? path);
  const meta = (name: string, text: string) => `<meta name="${name}" content="${escapeHtml(text)}">`;
  const property = (name: string, text: string) => `<meta property="${name}" content="${escapeHtml(text)}">`;
  const link = (rel: string, href: string, more = '') =>
    `<link rel="${rel}" href="${escapeHtml(href)}"${more}>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    meta('color-scheme', 'light dark'),
    indexed && !context.embed
      ? [
          link('canonical', linkToLanguage(address, language)),
          ...languages.map((one) => link('alternate', linkToLanguage(address, one), ` hreflang="${one}"`)),
          link('alternate', address, ' hreflang="x-default"'),
          property('og:type', 'website'),
          property('og:title', title),
          property('og:description', description),
          property('og:url', linkToLanguage(address, language)),
          property('og:locale', locales[language]),
          ...languages
            .filter((one) => one !== language)
            .map((one) => property('og:locale:alternate', locales[one])),
          ...(image
            ? [
                property('og:image', new URL(image.url, public_url).href),
                property('og:image:width', String(image.width)),
                property('og:image:height', String(image.height)),
                image.alt ? property('og:image:alt', image.alt) : '',
              ]
            : []),
          meta('twitter:card', image ? 'summary_large_image' : 'summary'),
          sitemap ? link('sitemap', sitemap, ' type="application/xml"') : '',
          structured ? `<script type="application/ld+json">${inlineJson(structured)}</script>` : '',
        ].join('')
      : [
          meta('robots', 'noindex'),
          content.canonical ? link('canonical', linkToLanguage(address, language)) : '',
        ].join(''),
    ...fonts.map((font) => link('preload', font, ' as="font" type="font/woff2" crossorigin')),
    link('icon', icon, ' type="image/svg+xml"'),
    `<style nonce="${nonce}">${style}</style>`,
    `</head><body${context.embed ? ' class="embed"' : ''}>`,
    // beside the root: a page that changes its language in place leaves it alone, and style shows the one that is read
    notice.length > 0
      ? `<p class="operator" role="status">${notice
          .map(({ text, language: its }) => `<span lang="${its}">${escapeHtml(text)}</span>`)
          .join('')}</p>`
      : '',
    `<div id="root">${body}</div>`,
    // after the content and its fonts: in the head, scripts would compete for network and processor before the first paint
    ...scripts[script].preload[language].map((chunk) => link('modulepreload', chunk, ' fetchpriority="low"')),
    `<script type="module" fetchpriority="low" nonce="${nonce}" src="${scripts[script].src}"></script>`,
    data === undefined ? '' : `<script type="application/json" id="data">${inlineJson(data)}</script>`,
    '</body></html>',
  ].join('');
}
