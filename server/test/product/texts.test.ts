/** Every text of the server in two languages: none is missing, none forgotten, and both speak of the same. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { activityWords } from '../../src/features/activity/words.ts';
import { changeWords } from '../../src/features/applicant-change-mails/words.ts';
import { fixedTexts } from '../../src/features/application-mails/rendering/fixed-texts.ts';
import { severalTexts } from '../../src/features/application-mails/rendering/several.ts';
import {
  systemTemplateNames,
  systemTexts,
} from '../../src/features/application-mails/rendering/system-templates.ts';
import { reportWords } from '../../src/features/bulk-jobs/words.ts';
import { calendarNames } from '../../src/features/calendar-feeds/content.ts';
import { exportWords } from '../../src/features/exports/words.ts';
import { examples } from '../../src/features/imports/templates.ts';
import { headers, spoken } from '../../src/features/imports/words.ts';
import { sampleTexts } from '../../src/features/notification-templates/sample.ts';
import { acceptingWords } from '../../src/features/offer-mails/words.ts';
import { starterFormFields } from '../../src/features/organizations/starter.ts';
import { ticks } from '../../src/features/participants/answers.ts';
import { paymentWords } from '../../src/features/payment-exports/words.ts';
import { mailWords } from '../../src/features/payment-mails/words.ts';
import { reportWords as paymentReportWords } from '../../src/features/payment-reports/words.ts';
import { countWords } from '../../src/features/queue-digests/words.ts';
import { dateWords } from '../../src/features/session-mails/words.ts';
import { slipWords } from '../../src/features/slips/words.ts';
import { accountTexts } from '../../src/identity/mails/account-texts.ts';
import { archiveWords } from '../../src/organization-archive/words.ts';

const src = join(import.meta.dirname, '../../src');

/** Texts by the file that holds them. */
const all: { file: string; texts: Record<'sl' | 'en', object> }[] = [
  { file: 'features/activity/words.ts', texts: activityWords },
  { file: 'features/applicant-change-mails/words.ts', texts: changeWords },
  { file: 'features/application-mails/rendering/fixed-texts.ts', texts: fixedTexts },
  { file: 'features/application-mails/rendering/several.ts', texts: severalTexts },
  { file: 'features/application-mails/rendering/system-texts-sl.ts', texts: systemTexts },
  { file: 'features/application-mails/rendering/system-templates.ts', texts: systemTemplateNames },
  { file: 'features/bulk-jobs/words.ts', texts: reportWords },
  { file: 'features/calendar-feeds/content.ts', texts: calendarNames },
  { file: 'features/exports/words.ts', texts: exportWords },
  { file: 'features/imports/words.ts', texts: headers },
  { file: 'features/imports/words.ts', texts: spoken },
  { file: 'features/imports/templates.ts', texts: examples },
  { file: 'features/notification-templates/sample.ts', texts: sampleTexts },
  { file: 'features/offer-mails/words.ts', texts: acceptingWords },
  { file: 'features/participants/answers.ts', texts: ticks },
  { file: 'features/payment-exports/words.ts', texts: paymentWords },
  { file: 'features/payment-reports/words.ts', texts: paymentReportWords },
  { file: 'features/payment-mails/words.ts', texts: mailWords },
  { file: 'features/queue-digests/words.ts', texts: countWords },
  { file: 'features/session-mails/words.ts', texts: dateWords },
  { file: 'features/slips/words.ts', texts: slipWords },
  { file: 'identity/mails/account-texts.ts', texts: accountTexts },
  { file: 'organization-archive/words.ts', texts: archiveWords },
  {
    file: 'features/organizations/starter.ts',
    texts: {
      sl: starterFormFields.map((field) => inOne(field, 'sl')),
      en: starterFormFields.map((field) => inOne(field, 'en')),
    },
  },
];

/** Files that hold words in two languages that are read and never shown, or only put the above together. */
const others = [
  'db/schema/columns.ts',
  'features/application-mails/rendering/system-texts-en.ts',
  'features/closures/known.ts',
  'features/closures/school-breaks.ts',
  'features/imports/named.ts',
  'features/imports/values.ts',
  'features/pages/build.ts',
  'features/public/service.ts',
  'identity/mails/organization-texts.ts',
];

/** A field of the catalogue with its texts in one language alone. */
function inOne(field: object, language: 'sl' | 'en'): object {
  const entries = Object.entries(field).map(([key, value]) => {
    if (Array.isArray(value))
      return [key, value.map((one) => (typeof one === 'object' ? inOne(one, language) : one))];
    const isTexts = typeof value === 'object' && value !== null && language in value;
    return [key, isTexts ? (value as Record<string, unknown>)[language] : value];
  });
  return Object.fromEntries(entries);
}

type Leaf = [key: string, text: string];

function leaves(node: unknown, path = ''): Leaf[] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => leaves(value, path ? `${path}.${name}` : name));
}

/** What a text has filled in: `{{name}}` or `{name}`. */
const filledIn = (text: string) => [...text.matchAll(/\{+(\w+)\}+/g)].map(([whole]) => whole).toSorted();

const sources = globSync('**/*.ts', { cwd: src })
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(src, file), 'utf8') }))
  .filter(({ file }) => !/\.test\.ts$|^seed\//.test(file));

describe.each(all)('the texts of $file', ({ file, texts }) => {
  const slovenian = new Map(leaves(texts.sl));
  const english = new Map(leaves(texts.en));

  it('say the same things in both languages', () => {
    expect([...english.keys()].toSorted()).toEqual([...slovenian.keys()].toSorted());
  });

  it('speak of the same facts, and are empty in both or in neither', () => {
    const different = [...slovenian].filter(([key, text]) => {
      const other = english.get(key) ?? '';
      return filledIn(text).join() !== filledIn(other).join() || (text === '') !== (other === '');
    });
    expect(different).toEqual([]);
  });

  it('have none that nothing asks for', () => {
    const elsewhere = sources
      .filter((one) => one.file !== file && !isTextsAlone(one.file))
      .map(({ text }) => text);
    const contract = globSync('../../contract/src/**/*.ts', { cwd: src }).filter(
      (one) => !/test\.ts$/.test(one),
    );
    const code = [...elsewhere, ...contract.map((one) => readFileSync(join(src, one), 'utf8'))];
    const ownCode = sources.filter((one) => one.file === file && !isTextsAlone(file)).map(({ text }) => text);
    const words = new Set([...code, ...ownCode].flatMap((text) => text.match(/\w+/g) ?? []));
    const keys = [...slovenian.keys()].flatMap((key) => key.split('.')).filter((part) => !/^\d+$/.test(part));
    expect([...new Set(keys)].filter((key) => !words.has(key))).toEqual([]);
  });
});

/** Whether a file holds words and nothing that uses them. */
function isTextsAlone(file: string): boolean {
  return /(-texts(-sl|-en)?|\/words)\.ts$/.test(file);
}

it('no file of texts is left out', () => {
  const known = new Set([...all.map(({ file }) => file), ...others]);
  const withTexts = sources.filter(({ text }) =>
    /\b(sl|en): [['"{]|\bexport const (slovenian|english)\b/.test(text),
  );
  expect(withTexts.map(({ file }) => file).filter((file) => !known.has(file))).toEqual([]);
  expect([...known].filter((file) => !sources.some((one) => one.file === file))).toEqual([]);
});
