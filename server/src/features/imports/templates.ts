/** Files to begin with: the right columns and an example, as CSV and as a workbook, in both languages. */

import { type ImportField, type ImportKind, importFields, importKinds } from '@vpisnik/contract/imports';
import { csv } from '@vpisnik/contract/rules/csv';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import type { FastifyInstance } from 'fastify';
import { headerOf } from './words.ts';

/** The example row of a template. */
export const examples: Record<Language, Partial<Record<ImportField, string>>> = {
  sl: {
    name_sl: 'Plesni vrtec',
    name_en: 'Dance kindergarten',
    label: 'plesni-vrtec',
    languages: 'sl, en',
    category: 'Balet',
    location: 'Velika dvorana',
    leaders: 'nina@primer.si',
    schedule: 'pon, sre 17:00 60; pet 16:30-17:15',
    start_date: '1. 9. 2026',
    end_date: '30. 6. 2027',
    apply_from: '1. 6. 2026 8:00',
    apply_until: '25. 8. 2026 23:59',
    capacity: '16',
    when_full: 'čakalna vrsta',
    age_from: '4',
    age_to: '6',
    price_sl: '45 € na mesec',
    price_en: '€45 a month',
    description_sl: 'Prvi koraki v plesu.',
    description_en: 'First steps in dance.',
    fields: 'Telefon staršev*; Alergije',
    background_color: '#798736',
    name: 'Velika dvorana',
    address: 'Tržaška 12, Ljubljana',
    description: 'V pritličju, vhod z dvorišča.',
    comment: 'Ključ je pri hišniku.',
    max_participants: '24',
    google_maps_link: 'https://maps.google.com/?q=Tržaška+12',
  },
  en: {
    name_sl: 'Plesni vrtec',
    name_en: 'Dance kindergarten',
    label: 'dance-kindergarten',
    languages: 'sl, en',
    category: 'Ballet',
    location: 'Large hall',
    leaders: 'nina@example.com',
    schedule: 'Mon, Wed 17:00 60; Fri 16:30-17:15',
    start_date: '2026-09-01',
    end_date: '2027-06-30',
    apply_from: '2026-06-01 08:00',
    apply_until: '2026-08-25 23:59',
    capacity: '16',
    when_full: 'waiting list',
    age_from: '4',
    age_to: '6',
    price_sl: '45 € na mesec',
    price_en: '€45 a month',
    description_sl: 'Prvi koraki v plesu.',
    description_en: 'First steps in dance.',
    fields: 'Parents’ phone*; Allergies',
    background_color: '#798736',
    name: 'Large hall',
    address: 'Tržaška 12, Ljubljana',
    description: 'Ground floor, entrance from the yard.',
    comment: 'The caretaker has the key.',
    max_participants: '24',
    google_maps_link: 'https://maps.google.com/?q=Tržaška+12',
  },
};

const categoryExamples: Record<Language, Partial<Record<ImportField, string>>> = {
  sl: { name_sl: 'Balet', name_en: 'Ballet', label: 'balet', description_sl: '', description_en: '' },
  en: { name_sl: 'Balet', name_en: 'Ballet', label: 'ballet', description_sl: '', description_en: '' },
};

/** The rows of a template: its header and one example. */
function templateRows(kind: ImportKind, language: Language): string[][] {
  const fields: readonly ImportField[] = importFields[kind];
  const example = { ...examples[language], ...(kind === 'categories' && categoryExamples[language]) };
  return [fields.map((field) => headerOf(field, language)), fields.map((field) => example[field] ?? '')];
}

const csvType = 'text/csv; charset=utf-8';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A template as a workbook, all of it texts, so that nothing is taken for something else while it is filled in. */
async function templateWorkbook(kind: ImportKind, language: Language): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const [header = [], ...rows] = templateRows(kind, language);
  const bold = header.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const plain = rows.map((row) => row.map((value) => ({ value, type: String, format: '@' })));
  const columns = header.map((value) => ({ width: Math.max(14, value.length + 2) }));
  return writeXlsxFile([bold, ...plain], { columns, stickyRowsCount: 1 }).toBuffer();
}

/** Serves `/import-templates/groups-sl.csv` and its like, without sign-in: they hold no data. */
export function registerImportTemplates(app: FastifyInstance): void {
  for (const kind of importKinds) {
    for (const language of languages) {
      const name = `${kind}-${language}`;
      const header = (extension: string) => ({
        'content-disposition': `attachment; filename="${name}.${extension}"`,
        'cache-control': 'public, max-age=3600',
      });
      app.get(`/import-templates/${name}.csv`, (_request, reply) =>
        reply
          .type(csvType)
          .headers(header('csv'))
          .send(csv(templateRows(kind, language), language === 'sl' ? ';' : ',')),
      );
      app.get(`/import-templates/${name}.xlsx`, async (_request, reply) =>
        reply
          .type(xlsxType)
          .headers(header('xlsx'))
          .send(await templateWorkbook(kind, language)),
      );
    }
  }
}
