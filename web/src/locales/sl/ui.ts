import { dateField } from './date-field.ts';

export const ui = {
  optional: '(neobvezno)',
  date_field: dateField,
  notifications: { region: 'Obvestila', close: 'Zapri obvestilo' },
  error_summary: {
    title_one: 'Obrazec ima {{count}} napako',
    title_two: 'Obrazec ima {{count}} napaki',
    title_few: 'Obrazec ima {{count}} napake',
    title_other: 'Obrazec ima {{count}} napak',
  },
  save_bar: {
    region: 'Neshranjene spremembe',
    unsaved: 'Neshranjeno',
    discard: 'Zavrzi',
    save: 'Shrani',
    saving: 'Shranjujem',
  },
  unsaved: {
    title: 'Zapustim stran brez shranjevanja?',
    text: 'Spremembe na tej strani še niso shranjene.',
    stay: 'Ostani',
    leave: 'Zavrzi spremembe',
  },
  confirm: { cancel: 'Prekliči' },
  list: {
    clear_filter: 'Odstrani filter: {{label}}',
    clear_filters: 'Počisti filtre',
    search_options: 'Poiščite: {{label}}',
    clear_search: 'Počisti iskanje',
    more_values: '+{{count}}',
    columns: 'Izberi stolpce',
    select_page: 'Izberi vse na strani',
    select_row: 'Izberi: {{name}}',
    row_actions: 'Dejanja: {{name}}',
    show_more: 'Pokaži več',
    loading: 'Seznam se nalaga',
    clear_selection: 'Prekliči izbor',
  },
  language_tabs: { label: 'Jezik besedil', complete: 'izpolnjeno', failed: 'ima napako' },
  query: {
    failed: 'Podatkov ni mogoče prikazati',
    retry: 'Poskusite znova',
  },
};
