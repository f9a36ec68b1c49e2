import type { Language } from '@vpisnik/contract/common';
import type { ExportWords } from '@vpisnik/contract/exports';
import { exportWordsEn } from '@vpisnik/contract/rules/export-words-en';
import { exportWordsSl } from '@vpisnik/contract/rules/export-words-sl';

type Words = ExportWords & {
  /** Name of the file, without what tells apart, and of the sheet in a workbook. */
  file: string;
  sheet: string;
  /** Ends a text that was too long for a cell. */
  cut: string;
  /** How a workbook shows days; its own formats follow the country of who opens it. */
  formats: { day: string; moment: string };
};

/** The words of exported files. */
export const exportWords: Record<Language, Words> = {
  sl: {
    ...exportWordsSl,
    file: 'udelezenci',
    sheet: 'Udeleženci',
    cut: ' … (skrajšano)',
    formats: { day: 'd". "m". "yyyy', moment: 'd". "m". "yyyy h:mm' },
  },
  en: {
    ...exportWordsEn,
    file: 'participants',
    sheet: 'Participants',
    cut: ' … (shortened)',
    formats: { day: 'd mmm yyyy', moment: 'd mmm yyyy hh:mm' },
  },
};
