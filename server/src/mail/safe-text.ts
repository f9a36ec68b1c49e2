/** Text that is HTML already; everything else is escaped when it is put into a mail. */
export type Markup = { html: string };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** One line without control characters, as a header or a subject needs it. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

// Mail programs turn these into links by themselves: a zero-width space keeps the look and breaks the link.
const linkable = /:\/\/|@|\.(?=\p{L}{2,})/gu;
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Makes foreign text (a person's or group's name, an address) safe for a mail: on one line, never turned into a link, and
 * without effect on the direction of the text around it.
 */
export function inert(text: string): string {
  const line = oneLine(text).replace(overrides, '').replace(linkable, '$&\u200b');
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}
