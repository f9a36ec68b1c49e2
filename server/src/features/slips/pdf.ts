import { setImmediate } from 'node:timers/promises';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Slip } from '@vpisnik/contract/slips';
import PDFDocument from 'pdfkit';
import { drawSheet, faces, type Letterhead } from './sheet.ts';
import { slipWords } from './words.ts';

type Paper = { letterhead: Letterhead; language: Language; today: string };

/**
 * Slips as pages of a PDF document, made one by one while it is read: a page leaves before the next is made, so that memory
 * does not grow with their number.
 *
 * @param slips may be made on the way
 */
export async function* slipsPdf(
  slips: Iterable<Slip> | AsyncIterable<Slip>,
  { letterhead, language, today }: Paper,
): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, pdfVersion: '1.7', lang: language, displayTitle: true },
    info: { Title: slipWords[language].title, Author: letterhead.name, Creator: 'Vpisnik' },
  });
  for (const [name, file] of Object.entries(faces)) document.registerFont(name, file);
  for await (const slip of slips) {
    document.addPage();
    drawSheet(document, slip, letterhead, today);
    yield* taken(document);
    // other requests have their turn between two pages
    await setImmediate();
  }
  document.end();
  yield* taken(document);
}

/** What the document has written meanwhile. */
function* taken(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let some = document.read(); some !== null; some = document.read()) yield some as Uint8Array;
}
