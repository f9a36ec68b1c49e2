import type { Language } from '@vpisnik/contract/rules/texts';

/** A page and the languages it has. */
export type Listed = { path: string; languages: readonly Language[] };

/** What a sitemap may hold by https://www.sitemaps.org/protocol.html. */
const MOST = 50_000;

/** The public pages of an organisation for search engines, each with its other languages. */
export function sitemapOf(pages: readonly Listed[], publicUrl: string): string {
  const address = (path: string, language: Language) => escapeXml(`${publicUrl}${path}?lang=${language}`);
  const urls = pages.flatMap(({ path, languages }) =>
    languages.map(
      (own) =>
        `<url><loc>${address(path, own)}</loc>${languages
          .map((one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${address(path, one)}"/>`)
          .join('')}</url>`,
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls.slice(0, MOST),
    '</urlset>\n',
  ].join('\n');
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
