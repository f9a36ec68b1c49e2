import type { Language } from '@vpisnik/contract/common';
import type { ExportColumn } from '@vpisnik/contract/exports';
import type { ParticipantStatus } from '@vpisnik/contract/participants';

type Words = {
  columns: Record<ExportColumn, string>;
  statuses: Record<ParticipantStatus, string>;
  languages: Record<Language, string>;
  sources: { applied: string; added: string };
  /** Name of the file, without what tells apart, and of the sheet in a workbook. */
  file: string;
  sheet: string;
  /** How a workbook shows days; its own formats follow the country of who opens it. */
  formats: { day: string; moment: string };
};

/** The words of exported files; the screens have their own. */
export const exportWords: Record<Language, Words> = {
  sl: {
    columns: {
      name: 'Udeleženec',
      email: 'E-pošta',
      phone: 'Telefon',
      guardian_name: 'Starš ali skrbnik',
      guardian_phone: 'Telefon starša ali skrbnika',
      birth_date: 'Datum rojstva',
      age: 'Starost',
      group: 'Skupina',
      status: 'Stanje',
      waiting_position: 'Mesto v vrsti',
      application_date: 'Prijava',
      reference: 'Številka prijave',
      language: 'Jezik',
      source: 'Način prijave',
      notes: 'Opomba ob prijavi',
      staff_notes: 'Interni zapiski',
    },
    statuses: {
      pending: 'V obravnavi',
      approved: 'Odobrena',
      rejected: 'Zavrnjena',
      waitlisted: 'Čakalna vrsta',
      inactive: 'Neaktivna',
    },
    languages: { sl: 'slovenščina', en: 'angleščina' },
    sources: { applied: 'Prijava na spletu', added: 'Dodalo osebje' },
    file: 'udelezenci',
    sheet: 'Udeleženci',
    formats: { day: 'd". "m". "yyyy', moment: 'd". "m". "yyyy h:mm' },
  },
  en: {
    columns: {
      name: 'Participant',
      email: 'E-mail',
      phone: 'Phone',
      guardian_name: 'Parent or guardian',
      guardian_phone: 'Parent’s or guardian’s phone',
      birth_date: 'Date of birth',
      age: 'Age',
      group: 'Group',
      status: 'Status',
      waiting_position: 'Place in line',
      application_date: 'Applied',
      reference: 'Reference',
      language: 'Language',
      source: 'Way of application',
      notes: 'Note with the application',
      staff_notes: 'Staff notes',
    },
    statuses: {
      pending: 'Pending',
      approved: 'Approved',
      rejected: 'Rejected',
      waitlisted: 'Waiting list',
      inactive: 'Inactive',
    },
    languages: { sl: 'Slovenian', en: 'English' },
    sources: { applied: 'Applied online', added: 'Added by staff' },
    file: 'participants',
    sheet: 'Participants',
    formats: { day: 'd mmm yyyy', moment: 'd mmm yyyy hh:mm' },
  },
};
