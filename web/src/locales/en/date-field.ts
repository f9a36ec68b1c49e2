/** Texts of the date field, which public pages carry too. */
export const dateField = {
  picker_title: 'Select date',
  picker_header: 'Date',
  pattern: 'mm/dd/yyyy',
  open: 'Open calendar: {{label}}',
  clear: 'Clear date: {{label}}',
  previous_month: 'Previous month',
  next_month: 'Next month',
  month: 'Month',
  year: 'Year',
  invalid: 'Enter a date as mm/dd/yyyy, for example 09/01/2026.',
  too_early: 'Enter {{date}} or a later date.',
  too_late: 'Enter {{date}} or an earlier date.',
  outside: 'Enter a date from {{from}} to {{to}}.',
};
