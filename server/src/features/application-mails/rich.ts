import { type Block, blocksOf, type Piece } from '@vpisnik/contract/rules/notation';
import { escapeHtml } from '../../mail/safe-text.ts';

/** What the placeholders stand for: plain text of other people, made inert. */
export type Values = Partial<Record<string, string>>;

/** The paragraphs and lists of a text in the notation, each as HTML; `gap` is the space above all but the first. */
export const richHtml = (written: string, values: Values, gap = '10px'): string[] =>
  blocksOf(written).map((block, at) => {
    const margin = at === 0 || gap === '0' ? '0' : `${gap} 0 0`;
    const lines = block.lines.map((line) => line.map((piece) => pieceHtml(piece, values)).join(''));
    return block.kind === 'paragraph'
      ? `<p style="margin:${margin}">${lines.join('<br />')}</p>`
      : `<ul style="margin:${margin};padding:0 0 0 22px">${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  });

/** The same as plain text: lists with dashes, links with their address behind the words. */
export const richText = (written: string, values: Values): string =>
  blocksOf(written)
    .map((block) => block.lines.map((line) => `${dash(block)}${textOf(line, values)}`).join('\n'))
    .join('\n\n');

const dash = ({ kind }: Block) => (kind === 'list' ? '- ' : '');

function pieceHtml(piece: Piece, values: Values): string {
  const text = escapeHtml('text' in piece ? piece.text : (values[piece.placeholder] ?? ''));
  const linked =
    'href' in piece && piece.href !== undefined
      ? `<a class="link" href="${escapeHtml(piece.href)}" style="color:#536022">${text}</a>`
      : text;
  const isName = 'placeholder' in piece && piece.placeholder === 'group_name';
  return piece.strong || isName ? `<strong>${linked}</strong>` : linked;
}

function textOf(line: Piece[], values: Values): string {
  return line
    .map((piece) => {
      if (!('text' in piece)) return values[piece.placeholder] ?? '';
      const address = piece.href?.replace(/^(mailto|tel):/, '');
      return address === undefined || address === piece.text ? piece.text : `${piece.text} (${address})`;
    })
    .join('');
}
