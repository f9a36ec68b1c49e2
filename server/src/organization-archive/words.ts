import type { Language } from '@vpisnik/contract/rules/texts';

type Words = {
  /** Name of the file, without what tells apart. */
  file: string;
  ticks: { yes: string; no: string };
  /** Contents of the archive, for its reader. */
  readme: (organization: string, madeAt: string, madeBy: string) => string;
};

/** The words of archives. */
export const archiveWords: Record<Language, Words> = {
  sl: {
    file: 'arhiv',
    ticks: { yes: 'da', no: 'ne' },
    readme: (organization, madeAt, madeBy) => `${organization}
Vsi podatki organizacije, kakršni so bili ${madeAt}. Arhiv je nastal na zahtevo: ${madeBy}.

tables/       preglednice (CSV) za ljudi: po ena za vsako vrsto podatkov
rows/         isti podatki v zapisu JSON, po ena vrstica za vsak zapis, za uvoz v drugo namestitev
files/        naložene slike
attachments/  priponke sporočil
head.json     kaj je v arhivu, s kontrolnimi vsotami

Besedila poslanih e-sporočil so v tables/mail_texts.csv, prejemniki v tables/mails.csv, dnevnik dejavnosti pa v
tables/activity_log.csv. Gesel, ključev in skrivnih povezav v arhivu ni.

V arhivu so osebni podatki, tudi občutljivi. Hranite ga tako skrbno kot podatke same in ga izbrišite, ko ga ne potrebujete več.
`,
  },
  en: {
    file: 'archive',
    ticks: { yes: 'yes', no: 'no' },
    readme: (organization, madeAt, madeBy) => `${organization}
All data of the organisation, as it was at ${madeAt}. Requested by ${madeBy}.

tables/       spreadsheets (CSV) for people: one for each kind of data
rows/         the same data as JSON, one line for each record, for import into another installation
files/        uploaded pictures
attachments/  files attached to messages
head.json     what is in the archive, with checksums

The texts of sent e-mails are in tables/mail_texts.csv, their recipients in tables/mails.csv, and the activity log is in
tables/activity_log.csv. Passwords, keys and secret links are not in it.

The archive contains personal data, including sensitive data. Keep it as carefully as the data itself, and delete it when you
no longer need it.
`,
  },
};
