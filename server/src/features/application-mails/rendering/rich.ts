import { type Block, blocksOf, type Piece } from '@vpisnik/contract/rules/notation';
import { escapeHtml } from '../../../mail/safe-text.ts';

/** A page of ours, and the words that lead there. */
export type PageLink = { href: string; label: string };

/** What the placeholders stand for: plain text of other people, made inert, and pages of ours. */
export type Values = Partial<Record<string, string | PageLink>>;

/** The paragraphs and lists of a text in the notation, each as HTML; `gap` is the space above all but the first. */
export const richHtml = (written: string, values: Values, gap = '10px'): string[] =>
  saidBlocks(written, values).map((block, at) => {
    const margin = at === 0 || gap === '0' ? '0' : `${gap} 0 0`;
    const lines = block.lines.map((line) => line.map((piece) => pieceHtml(piece, values)).join(''));
    return block.kind === 'paragraph'
      ? `<p style="margin:${margin}">${lines.join('<br />')}</p>`
      : `<ul style="margin:${margin};padding:0 0 0 22px">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  });

/** The same as plain text: lists with dashes, links with their address behind the words. */
export const richText = (written: string, values: Values): string =>
  saidBlocks(written, values)
    .map((block) => block.lines.map((line) => `${dash(block)}${textOf(line, values)}`).join('\n'))
    .join('\n\n');

/** The blocks of a text without the lines that mention a value that is not known: they would say nothing. */
const saidBlocks = (written: string, values: Values): Block[] =>
  blocksOf(written)
    .map(({ kind, lines }) => ({
      kind,
      lines: lines.filter((line) => line.every((piece) => 'text' in piece || values[piece.placeholder])),
    }))
    .filter(({ lines }) => lines.length > 0);

const dash = ({ kind }: Block) => (kind === 'list' ? '- ' : '');

/** The words of a piece, and where they lead. */
function shownPiece(piece: Piece, values: Values): { text: string; href?: string | undefined } {
  if ('text' in piece) return piece;
  const value = values[piece.placeholder] ?? '';
  return typeof value === 'string' ? { text: value } : { text: value.label, href: value.href };
}

function pieceHtml(piece: Piece, values: Values): string {
  const shown = shownPiece(piece, values);
  const text = escapeHtml(shown.text);
  const linked =
    shown.href === undefined
      ? text
      : `<a class="link" href="${escapeHtml(shown.href)}" style="color:#536022">${text}</a>`;
  const isName = 'placeholder' in piece && piece.placeholder === 'group_name';
  return piece.strong || isName ? `<strong>${linked}</strong>` : linked;
}

function textOf(line: Piece[], values: Values): string {
  return line
    .map((piece) => {
      const { text, href } = shownPiece(piece, values);
      const address = href?.replace(/^(mailto|tel):/, '');
      return address === undefined || address === text ? text : `${text} (${address})`;
    })
    .join('');
}
