/** What exported files and the screens say of their columns alike, in English. */
import type { ExportWords } from './exports.ts';

export const exportWordsEn: ExportWords = {
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
    waiting_position: 'Waiting list position',
    offer_until: 'Offer until',
    application_date: 'Applied',
    reference: 'Reference',
    language: 'Language',
    source: 'Source',
    notes: 'Notes with the application',
    staff_notes: 'Internal notes',
  },
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    waitlisted: 'Waiting list',
    inactive: 'Inactive',
    withdrawn: 'Withdrawn',
  },
  languages: { sl: 'Slovenian', en: 'English' },
  sources: { applied: 'Applied online', added: 'Added by the team' },
};
