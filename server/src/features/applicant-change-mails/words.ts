import type { Language } from '@vpisnik/contract/rules/texts';

type ChangeWords = {
  fields: Record<string, string>;
  languages: Record<string, string>;
  news: string;
  absent: string;
  coming: string;
  yes: string;
  no: string;
  /** Where nothing is said any more. */
  empty: string;
  /** Instead of a sensitive answer. */
  sensitive: string;
};

/** Names of what applicants can change, and its values. */
export const changeWords: Record<Language, ChangeWords> = {
  sl: {
    fields: {
      phone: 'Telefon',
      notes: 'Opombe',
      language: 'Jezik sporočil',
      email: 'E-pošta',
    },
    languages: { sl: 'slovenščina', en: 'angleščina' },
    news: 'Novice po e-pošti',
    absent: 'Odsotnost',
    coming: 'Preklicana odsotnost',
    yes: 'da',
    no: 'ne',
    empty: 'prazno',
    sensitive: 'spremenjeno; odgovor je občutljiv, zato ga v sporočilu ni',
  },
  en: {
    fields: {
      phone: 'Phone',
      notes: 'Notes',
      language: 'Language of messages',
      email: 'E-mail',
    },
    languages: { sl: 'Slovenian', en: 'English' },
    news: 'News by e-mail',
    absent: 'Absent',
    coming: 'Coming after all',
    yes: 'yes',
    no: 'no',
    empty: 'empty',
    sensitive: 'changed; the answer is sensitive, so it is not in this message',
  },
};
