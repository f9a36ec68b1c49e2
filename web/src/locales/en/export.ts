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
    xlsx: 'Dates, numbers and telephones stay what they are.',
    csv: 'For other programs. An apostrophe before a telephone keeps its first zero.',
  },
  columns: 'Columns',
  which: {
    screen: 'As on screen',
    all: 'All',
    some: 'Chosen ones',
  },
  which_all_hint: 'All facts, and all questions in the order of the form.',
  facts: 'Facts',
  questions: 'Questions',
  none: 'Choose at least one column.',
  fact: exportWordsEn.columns,
  sensitive: 'Sensitive answers as well',
  sensitive_hint: 'Health and the like. Unless you tick this, the file has none of them.',
  reason: 'Why you need them',
  reason_hint: 'The reason stays in the activity log.',
  personal: 'The file contains personal data. The export is written into the activity log.',
  changed_one: 'The selection has changed meanwhile: it now has {{count}} participant. Export again.',
  changed_other: 'The selection has changed meanwhile: it now has {{count}} participants. Export again.',
  confirm_one: 'Export {{count}} participant',
  confirm_other: 'Export {{count}} participants',
  working: 'The file is being prepared. Keep this dialog open.',
  large:
    'A spreadsheet with more than {{most}} rows is made in the background. Once it is ready, you can download it for {{count}} hours.',
  cancel: 'Cancel',
  missing_one: '{{count}} chosen person no longer exists and is not in the export.',
  missing_other: '{{count}} chosen people no longer exist and are not in the export.',
  done: 'The file {{name}} has been downloaded.',
};
