import type { MailPicture } from './transport.ts';

/** Shows a mail's pictures where nothing can look up a `cid:`: in a preview, and in words that are kept until they are sent. */
export const withPicturesInside = (html: string, pictures: readonly MailPicture[] = []): string =>
  pictures.reduce(
    (words, { cid, name, png }) =>
      words.replaceAll(
        `src="cid:${cid}"`,
        () => `src="data:image/png;name=${name};base64,${png.toString('base64')}"`,
      ),
    html,
  );

/** Takes the pictures out again, since mail programs show none that stand in the HTML. */
export function withPicturesBeside(html: string): { html: string; pictures: MailPicture[] } {
  const pictures: MailPicture[] = [];
  const shown = html.replace(inside, (_, name: string, content: string) => {
    const cid = `${pictures.length}-${name}@vpisnik`;
    pictures.push({ cid, name, png: Buffer.from(content, 'base64') });
    return `src="cid:${cid}"`;
  });
  return { html: shown, pictures };
}

// what people write into mails is escaped, and holds no quotation mark
const inside = /src="data:image\/png;name=([\w.-]+);base64,([A-Za-z0-9+/=]+)"/g;
