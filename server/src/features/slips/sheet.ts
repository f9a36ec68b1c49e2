import { fileURLToPath } from 'node:url';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { writtenReference } from '@vpisnik/contract/rules/references';
import type { CodeDrawing, Slip } from '@vpisnik/contract/slips';
import { toLatin2 } from './latin2.ts';
import { withKnown } from './letters.ts';
import { slipWords } from './words.ts';

type Document = PDFKit.PDFDocument;

/** How an organisation names itself on its paper. */
export type Letterhead = { name: string; lines: readonly string[] };

/** Points of a millimetre. */
const mm = 72 / 25.4;
const [LEFT, RIGHT] = [20 * mm, 190 * mm];
const WIDTH = RIGHT - LEFT;
/** Where the payment data begin. */
const DATA = 178 * mm;

const ink = '#1f2219';
const dim = '#555a4a';
const olive = '#3b4d1f';
const line = '#cbd0bd';

/** The faces of the paper, embedded as far as they are used. */
export const faces = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf')),
} as const;

/** Letters that both faces have: Latin with its extensions but a few, and the signs of our texts. */
export const drawn =
  /^(?![ĔĕĨĩĬĭĿŀŎŏŢţŦŧŨũ])[ -~\u00a1-\u00ac\u00ae-\u0137\u0139-\u0148\u014a-\u017e–—‘’‚“”„…€]$/u;

/** A text in letters of the font. */
const lettered = (text: string) => withKnown(text, (character) => drawn.test(character));

type Place = { x: number; y: number; width?: number; size?: number; bold?: boolean; color?: string };

/** Writes a text at a place, wrapped within its width; answers where it ends. */
function write(
  document: Document,
  text: string,
  place: Place & { align?: 'left' | 'right'; lines?: number },
) {
  const { x, y, width = RIGHT - x, size = 11, bold = false, color = ink, align = 'left', lines } = place;
  document
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  const lineGap = size * 0.15;
  const most = (lines ?? 0) * (document.currentLineHeight(true) + lineGap) + 1;
  const height = lines === undefined ? {} : { height: most, ellipsis: true };
  document.text(lettered(text), x, y, { width, align, lineGap, ...height });
  return document.y;
}

function rule(document: Document, y: number, color: string, width: number) {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color).stroke();
}

/** A field of the payment data: a small name over its value; answers where it ends. */
function field(document: Document, name: string, value: string, place: Place): number {
  const { y, size = 10.5 } = place;
  write(document, name, { ...place, size: 7.5, color: dim, lines: 1 });
  return write(document, value, { ...place, y: y + 10, size, bold: true, lines: 2 }) + 4;
}

/** The dark cells of a code, as they stand in its path. */
const runs = /M(\d+) (\d+)h(\d+)v1h-\d+z/g;

/**
 * A code with its quiet zone, so wide in points. Its cells are written as one text: as a path, each of some thousand lines would be
 * a piece of its own, which took most of the time and the memory of a document.
 */
function code(document: Document, { size, path }: CodeDrawing, x: number, y: number, width: number) {
  const cell = width / (size + 8);
  document
    .save()
    .translate(x + 4 * cell, y + 4 * cell)
    .scale(cell)
    .fillColor('#000000')
    .addContent(`${path.replace(runs, '$1 $2 $3 1 re\n')}f`)
    .restore();
}

/** Draws one slip on the present page: a letter, and below it the payment data with their codes. */
export function drawSheet(document: Document, slip: Slip, letterhead: Letterhead, today: string): void {
  const { language } = slip;
  const words = slipWords[language];
  const amount = formatMoney(slip.amount, slip.currency, language);
  const due = slip.due_date === null ? '–' : formatDay(slip.due_date, language);

  const half = WIDTH / 2;
  const nameEnds = write(document, letterhead.name, {
    x: LEFT,
    y: 18 * mm,
    width: half,
    size: 14,
    bold: true,
    lines: 2,
  });
  const linesEnd = write(document, letterhead.lines[0] ?? '', {
    x: LEFT + half,
    y: 18 * mm,
    width: half,
    size: 9,
    color: dim,
    align: 'right',
    lines: 1,
  });
  const headEnds = write(document, letterhead.lines[1] ?? '', {
    x: LEFT + half,
    y: linesEnd,
    width: half,
    size: 9,
    color: dim,
    align: 'right',
    lines: 1,
  });
  const top = Math.max(nameEnds, headEnds) + 4 * mm;
  rule(document, top, olive, 1);

  write(document, slip.payer_name, { x: LEFT, y: top + 10 * mm, width: WIDTH * 0.7, lines: 2 });
  write(document, formatDay(today, language), {
    x: LEFT + half,
    y: top + 10 * mm,
    width: half,
    color: dim,
    align: 'right',
  });

  const titleEnds = write(document, words.title, { x: LEFT, y: top + 27 * mm, size: 19, bold: true });
  const about = words.application
    .replace('{name}', slip.participant_name)
    .replace('{number}', slip.participant_reference);
  const aboutEnds = write(document, about, { x: LEFT, y: titleEnds + 1 * mm, lines: 2 });
  const tableEnds = table(document, slip, aboutEnds + 6 * mm, { amount, due });

  const mobile = [words.mobile, words.mobile_text] as const;
  const online = [words.online, words.online_text] as const;
  for (const [at, [name, text]] of (mainCode(slip) ? [mobile, online] : [online]).entries()) {
    const place = { x: LEFT + at * (half + 3 * mm), width: half - 3 * mm, size: 10 };
    const ends = write(document, name, { ...place, y: tableEnds + 8 * mm, bold: true });
    write(document, text, { ...place, y: ends, color: dim });
  }
  payment(document, slip, { amount, due });
}

/** The code that most payers scan. */
const mainCode = ({ upn, epc }: Slip) => upn ?? epc;

type Told = { amount: string; due: string };

/** Purpose, due day and amount. */
function table(document: Document, slip: Slip, y: number, { amount, due }: Told): number {
  const words = slipWords[slip.language];
  const columns = { due: LEFT + WIDTH * 0.58, amount: LEFT + WIDTH * 0.76 };
  const right = { x: columns.amount, width: RIGHT - columns.amount, align: 'right' } as const;
  const small = { size: 9.5, color: dim };
  write(document, words.what, { x: LEFT, y, ...small });
  write(document, words.due, { x: columns.due, y, ...small });
  const headEnds = write(document, words.amount, { ...right, y, ...small }) + 1.5 * mm;
  rule(document, headEnds, line, 0.6);
  const row = headEnds + 2.5 * mm;
  write(document, due, { x: columns.due, y: row });
  write(document, amount, { ...right, y: row });
  const what = { x: LEFT, width: columns.due - LEFT - 4 * mm };
  const isNamed = !toLatin2(slip.group_name).startsWith(slip.purpose);
  const first = write(document, isNamed ? slip.purpose : slip.group_name, { ...what, y: row, lines: 2 });
  const rowEnds =
    (isNamed ? write(document, slip.group_name, { ...what, y: first, ...small, lines: 2 }) : first) +
    2.5 * mm;
  rule(document, rowEnds, olive, 1);
  const total = { y: rowEnds + 2.5 * mm, size: 12, bold: true };
  write(document, words.total, { x: LEFT, ...total });
  return write(document, amount, { ...right, ...total });
}

/** The data that a payer copies, and the codes. */
function payment(document: Document, slip: Slip, { amount, due }: Told): void {
  const words = slipWords[slip.language];
  const { recipient } = slip;
  rule(document, DATA, line, 0.6);
  const head = DATA + 5 * mm;
  write(document, words.title, { x: LEFT, y: head, size: 12, bold: true });
  const main = mainCode(slip);
  const kind = slip.upn ? 'UPN QR' : slip.epc ? 'EPC QR' : '';
  write(document, kind, { x: LEFT, y: head + 1.5, width: WIDTH, size: 9.5, color: dim, align: 'right' });
  const side = 46 * mm;
  const body = head + 8 * mm;
  // the quiet zone may reach into the margin
  if (main) code(document, main, LEFT - 2 * mm, body - 2 * mm, side);
  const x = main ? LEFT + side + 3 * mm : LEFT;
  const column = (RIGHT - x - 4 * mm) / 2;
  const second = x + column + 4 * mm;
  let y = field(document, words.payer, slip.payer_name, { x, y: body });
  const amountEnds = field(document, words.amount, amount, { x, y, width: column, size: 13 });
  field(document, words.due, due, { x: second, y, width: column });
  y = field(document, words.purpose, slip.purpose, { x, y: amountEnds });
  const ibanEnds = field(document, words.iban, writtenIban(slip.iban), { x, y, width: column + 20 });
  field(document, words.code, slip.purpose_code, { x: second + 24, y, width: column - 24 });
  y = field(document, words.reference, writtenReference(slip.reference), { x, y: ibanEnds });
  y = field(document, words.recipient, [recipient.name, recipient.street, recipient.town].join(', '), {
    x,
    y,
  });
  y = Math.max(y, body + side - 2 * mm) + 2 * mm;
  if (slip.upn && slip.epc) y = abroad(document, slip, slip.epc, y);
  const made = main ? `${words.made} ${words.same}` : words.made;
  write(document, made, { x: LEFT, y: Math.max(y + 2 * mm, 284 * mm), size: 7.5, color: dim, lines: 1 });
}

/** What a payer needs whose bank is elsewhere. */
function abroad(document: Document, slip: Slip, epc: CodeDrawing, y: number): number {
  const words = slipWords[slip.language];
  const side = 27 * mm;
  rule(document, y, line, 0.6);
  code(document, epc, LEFT - 2 * mm, y + 1 * mm, side);
  const x = LEFT + side + 1 * mm;
  const ends = write(document, words.abroad, { x, y: y + 5 * mm, size: 10, bold: true });
  const text = words.abroad_text
    .replace('{reference}', writtenReference(slip.rf_reference ?? slip.reference))
    .replace('{bic}', slip.bic || '–');
  write(document, text, { x, y: ends + 1, size: 10, color: dim, lines: 3 });
  return y + side;
}
