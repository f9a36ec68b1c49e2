import { dateField } from './date-field.ts';

export const ui = {
  optional: '(optional)',
  date_field: dateField,
  notifications: { region: 'Notifications', close: 'Close notification' },
  error_summary: {
    title_one: 'The form has {{count}} error',
    title_other: 'The form has {{count}} errors',
  },
  save_bar: {
    region: 'Unsaved changes',
    unsaved: 'Not saved',
    discard: 'Discard',
    save: 'Save',
    saving: 'Saving',
  },
  unsaved: {
    title: 'Leave without saving?',
    text: 'The changes on this page are not saved yet.',
    stay: 'Stay',
    leave: 'Discard changes',
  },
  confirm: { cancel: 'Cancel' },
  list: {
    clear_filter: 'Remove filter: {{label}}',
    clear_filters: 'Clear filters',
    search_options: 'Find: {{label}}',
    clear_search: 'Clear search',
    more_values: '+{{count}}',
    columns: 'Choose columns',
    select_page: 'Select all on this page',
    select_row: 'Select: {{name}}',
    row_actions: 'Actions: {{name}}',
    show_more: 'Show more',
    loading: 'Loading the list',
    clear_selection: 'Clear selection',
  },
  language_tabs: { label: 'Language of the texts', complete: 'complete', failed: 'has an error' },
  query: {
    failed: 'The data cannot be shown',
    retry: 'Try again',
  },
};
