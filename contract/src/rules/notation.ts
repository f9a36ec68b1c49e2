/**
 * The notation of long texts in mails: an empty line begins a paragraph, `**words**` are bold, lines that begin with `- `
 * are a list, and `[words](https://…)` is a link. Everything else stands as it was written; there is no HTML.
 */
import { emailPattern, mailtoOf } from './limits.ts';

/** A piece of a line: what its author wrote, or a placeholder whose value is put in as plain text. */
export type Piece = { strong: boolean } & ({ text: string; href?: string } | { placeholder: string });
/** Lines of a paragraph, or the entries of a list. */
export type Block = { kind: 'paragraph' | 'list'; lines: Piece[][] };

const entry = /^\s*- +(?=\S)/;
// no braces: a placeholder's value is part of no link
const link = /\[([^[\]\n{}*]+)\]\(([^\s(){}*]+)\)/g;
const token = /\[([^[\]\n{}*]+)\]\(([^\s(){}*]+)\)|\{\{\s*(\w+)\s*\}\}|(\*\*)/g;

/** The paragraphs and lists of a text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const written of text.split(/\r?\n/)) {
    if (written.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = entry.test(written) ? 'list' : 'paragraph';
    if (open?.kind !== kind) {
      open = { kind, lines: [] };
      blocks.push(open);
    }
    open.lines.push(piecesOf(kind === 'list' ? written.replace(entry, '') : written));
  }
  return blocks;
}

/** The pieces of one line. A pair of `**` makes bold; one that is left over stands as it is. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let strong = false;
  let left = line.match(/\*\*/g)?.length ?? 0;
  let from = 0;
  const add = (text: string, href?: string) => {
    if (text !== '') pieces.push({ strong, text, ...(href !== undefined && { href }) });
  };
  for (const match of line.matchAll(token)) {
    const [whole, label = '', target, placeholder, stars] = match;
    const href = target === undefined ? undefined : safeLink(target);
    const literal = (stars && !strong && left < 2) || (target !== undefined && href === undefined);
    if (stars) left -= 1;
    if (literal) continue;
    add(line.slice(from, match.index));
    from = match.index + whole.length;
    if (stars) strong = !strong;
    else if (placeholder !== undefined) pieces.push({ strong, placeholder });
    else add(label, href);
  }
  add(line.slice(from));
  return pieces;
}

/** A link that a mail may carry: whole `https:`, `mailto:` or `tel:`; undefined for any other. */
function safeLink(target: string): string | undefined {
  if (/^mailto:/i.test(target))
    return emailPattern.test(target.slice(7)) && !/[?&%]/.test(target)
      ? mailtoOf(target.slice(7))
      : undefined;
  if (/^tel:/i.test(target))
    return /^tel:\+?\d[\d./-]{3,38}$/i.test(target) ? `tel:${target.slice(4)}` : undefined;
  const url = /^https:\/\//i.test(target) ? URL.parse(target) : null;
  return url && url.username === '' && url.password === '' ? url.href : undefined;
}

/** What looks like a link and isn't one that may be sent, as it was written; undefined without such. */
export function hasFaultyLink(text: string): string | undefined {
  const rest = text.replace(link, (written, _label, target: string) =>
    safeLink(target) === undefined ? written : '',
  );
  return rest.match(/\[[^[\]\n]*\]\([^)\n]*\)?|\]\(/)?.[0];
}
