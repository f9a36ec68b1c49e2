import { zipOf } from '../src/features/imports/unzip.ts';

const parts = {
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
};

/** A workbook whose only sheet holds these rows, as they are written in XML. */
export function workbookOf(rows: string): Buffer {
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  return zipOf(
    Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet }).map(([name, text]) => ({
      name,
      data: Buffer.from(text),
    })),
  );
}
