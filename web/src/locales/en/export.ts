import { exportWordsEn } from '@vpisnik/contract/rules/export-words-en';

export const exporting = {
  open: 'Export',
  title: 'Export for spreadsheets',
  count_one: 'participant',
  count_other: 'participants',
  format: 'File',
  formats: {
    xlsx: 'Excel (XLSX)',
    csv: 'CSV',
  },
  format_hint: {
    xlsx: 'Dates, numbers and phone numbers keep their format.',
    csv: 'For other programs. An apostrophe before a phone number keeps its leading zero.',
  },
  columns: 'Columns',
  which: {
    screen: 'As on screen',
    all: 'All',
    some: 'Selected',
  },
  which_all_hint: 'All details, and all questions in the order of the form.',
  facts: 'Details',
  questions: 'Questions',
  none: 'Choose at least one column.',
  fact: exportWordsEn.columns,
  sensitive: 'Include sensitive answers',
  sensitive_hint: 'Health, for example. They are left out unless you tick this.',
  reason: 'Why you need them',
  reason_hint: 'The reason is kept in the activity log.',
  personal: 'The file contains personal data. The export is recorded in the activity log.',
  changed_one: 'The selection has changed: it now has {{count}} participant. Export again.',
  changed_other: 'The selection has changed: it now has {{count}} participants. Export again.',
  confirm_one: 'Export {{count}} participant',
  confirm_other: 'Export {{count}} participants',
  working: 'The file is being prepared. Keep this dialog open.',
  large:
    'A spreadsheet with more than {{most}} rows is created in the background. Once it is ready, you can download it for {{count}} hours.',
  cancel: 'Cancel',
  missing_one: '{{count}} selected person no longer exists and is not in the export.',
  missing_other: '{{count}} selected people no longer exist and are not in the export.',
  done: 'The file {{name}} has been downloaded.',
};
