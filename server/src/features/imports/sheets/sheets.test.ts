import { describe, expect, it } from 'vitest';
import { workbookOf } from '../../../../test/outside/workbooks.ts';
import { readRows } from './read-sheet.ts';

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const line = (row: number, ...cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;
const header = line(1, text('A1', 'Ime'), text('B1', 'Kategorija'));
const rowsOf = async (file: Buffer) => {
  const read = await readRows(file);
  return 'rows' in read ? read.rows.slice(1) : read.refusal;
};

describe('a workbook', () => {
  it('gives each row what a merged cell says for several, but no other', async () => {
    const file = workbookOf(
      [
        header,
        line(2, text('A2', 'Ena'), text('B2', 'Balet')),
        line(3, text('A3', 'Dve')),
        line(4, text('A4', 'Tri'), '<c r="B4"/>'),
        line(5, text('A5', 'Štiri')),
        line(6, text('A6', 'Čez dva')),
      ].join(''),
      '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="A6:B6"/><mergeCell ref="A1:A2"/></mergeCells>',
    );
    expect(await rowsOf(file)).toEqual([
      ['Ena', 'Balet'],
      ['Dve', 'Balet'],
      ['Tri', 'Balet'],
      ['Štiri', ''],
      ['Čez dva', ''],
    ]);
  });

  it('may be formatted down to its last row, and empty between its rows', async () => {
    const far =
      '<row r="1048576" s="1" customFormat="1"><c r="A1048576" s="1"/><c r="B1048576" s="1"></c></row>';
    const file = workbookOf(`${line(3, text('A3', 'Ime'))}${line(6, text('A6', 'Ena'))}<row r="7"/>${far}`);
    // the header takes the first place, so that others keep their numbers
    expect(await readRows(file)).toEqual({ rows: [['Ime'], [''], [''], [''], [''], ['Ena']] });
  });

  it('shows formulas as they were calculated, and what failed as it is seen', async () => {
    const file = workbookOf(
      header +
        line(
          2,
          '<c r="A2" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
          '<c r="B2" t="e"><f>#REF!</f><v>#REF!</v></c>',
        ) +
        line(3, text('A3', '=cmd|&apos;/c calc&apos;!A1'), '<c r="B3"><f>1+1</f></c>'),
    );
    expect(await rowsOf(file)).toEqual([
      ['ab', '#REF!'],
      ["=cmd|'/c calc'!A1", ''],
    ]);
  });

  it('of more rows than can be taken says how many can', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => line(at + 2, text(`A${at + 2}`, `Ime ${at}`)));
    expect(await rowsOf(workbookOf(header + many.join('')))).toEqual({ code: 'too_many_rows', limit: 1000 });
  });

  it('is read in its first sheet, whatever is in the others', async () => {
    const file = workbookOf(header + line(2, text('A2', 'Ena')), '', line(1, text('ZZZ99999', 'daleč')));
    expect(await rowsOf(file)).toEqual([['Ena', '']]);
  });

  it.each(['hidden', 'veryHidden'])(
    'is read in the first sheet that is shown: not in one that is %s',
    async (state) => {
      const before = `<sheet name="B" sheetId="2" state="${state}" r:id="rId2"/>`;
      const file = workbookOf(header + line(2, text('A2', 'Ena')), '', line(1, text('A1', 'Izbire')), before);
      expect(await rowsOf(file)).toEqual([['Ena', '']]);
    },
  );

  it('with characters that are none loses only those', async () => {
    const file = workbookOf(header + line(2, text('A2', 'a_x0000_b&#xD800;c')));
    expect(await rowsOf(file)).toEqual([['ab\ufffdc', '']]);
  });
});

describe('a text', () => {
  it.each([
    ['with Excel’s hint at its separator', Buffer.from('sep=,\r\nIme,Opis\r\n"a;b",c\r\n'), [['a;b', 'c']]],
    [
      'in UTF-16 the other way round',
      Buffer.from('\ufeffIme\tOpis\nČa\tb', 'utf16le').swap16(),
      [['Ča', 'b']],
    ],
    [
      'with a header that holds more commas than columns',
      Buffer.from('Ime;Dan (pon, tor ali sre)\nAna;tor\nBor;pon, sre\n'),
      [
        ['Ana', 'tor'],
        ['Bor', 'pon, sre'],
      ],
    ],
    ['with cells on several lines', Buffer.from('Ime;Opis\r\n"a\r\nb";"c\rd"\r\n'), [['a\nb', 'c\nd']]],
    ['with columns of one name', Buffer.from('Ime;Ime\na;b\n'), [['a', 'b']]],
    ['with lines of an old Mac', Buffer.from('Ime;Opis\ra;b\r'), [['a', 'b']]],
    [
      'with rows of unequal length',
      Buffer.from('Ime;Opis\na\nb;c;d\n;;;\n\n'),
      [
        ['a', '', ''],
        ['b', 'c', 'd'],
      ],
    ],
  ])('%s is read', async (_how, file, rows) => {
    expect(await rowsOf(file)).toEqual(rows);
  });

  it.each([
    ['a page of the web', '<html><table><tr><td>Ime</td></tr></table>\n</html>'],
    ['XML', '\ufeff<?xml version="1.0"?>\n<Workbook/>'],
    ['a PDF', '%PDF-1.4\n1 0 obj\n'],
  ])('that is %s is no table', async (_what, file) => {
    expect(await rowsOf(Buffer.from(file))).toEqual({ code: 'not_a_sheet' });
  });

  it('of ten thousand rows says how many can be taken', async () => {
    const file = Buffer.from(`Ime;Opis\n${'a;b\n'.repeat(10_000)}`);
    expect(await rowsOf(file)).toEqual({ code: 'too_many_rows', limit: 1000 });
  });
});
