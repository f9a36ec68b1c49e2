/** What exported files and the screens say of their columns alike, in Slovenian. */
import type { ExportWords } from './exports.ts';

export const exportWordsSl: ExportWords = {
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
    offer_until: 'Ponudba do',
    application_date: 'Prijava',
    reference: 'Številka prijave',
    language: 'Jezik',
    source: 'Način prijave',
    notes: 'Opombe ob prijavi',
    staff_notes: 'Interni zapiski',
  },
  statuses: {
    pending: 'V obravnavi',
    approved: 'Odobrena',
    rejected: 'Zavrnjena',
    waitlisted: 'Čakalna vrsta',
    inactive: 'Neaktivna',
    withdrawn: 'Umaknjena',
  },
  languages: { sl: 'slovenščina', en: 'angleščina' },
  sources: { applied: 'Prijava na spletu', added: 'Dodala ekipa' },
};
