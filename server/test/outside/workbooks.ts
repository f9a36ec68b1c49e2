import { zipOf } from '../../src/features/imports/sheets/unzip.ts';

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts = {
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2].map((at) => `<Relationship Id="rId${at}" Type="${relation}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
};

/**
 * A workbook whose first sheet holds these rows, as they are written in XML.
 *
 * @param rest what follows the rows, for instance which cells are merged
 * @param another rows of a second sheet
 * @param before how the list of sheets begins: the second one stands there if this names `rId2`
 */
export function workbookOf(rows: string, rest = '', another?: string, before = ''): Buffer {
  const sheet = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`;
  const sheets = {
    'xl/workbook.xml': parts['xl/workbook.xml'].replace('<sheets>', `<sheets>${before}`),
    'xl/worksheets/sheet1.xml': sheet(rows).replace('</worksheet>', `${rest}</worksheet>`),
    ...(another !== undefined && { 'xl/worksheets/sheet2.xml': sheet(another) }),
  };
  return zipOf(
    Object.entries({ ...parts, ...sheets }).map(([name, text]) => ({ name, data: Buffer.from(text) })),
  );
}
