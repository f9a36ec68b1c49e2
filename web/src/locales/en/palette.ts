/** Other words by which the palette finds a page. */
const words = {
  dashboard: 'calendar timetable week',
  groups: 'classes courses programmes',
  participants: 'applications children members families parents guardians',
  payments: 'reminders debts overdue unpaid fees',
  messages: 'e-mail mails send',
  payment_report: 'reports totals income',
  statements: 'import statement bank transactions transfers',
  categories: 'programmes kinds',
  locations: 'halls rooms pitches venues',
  form_fields: 'questions questionnaire',
  notifications: 'e-mail mails confirmations',
  users: 'team leaders coaches teachers rights',
  activity: 'history audit trail sign-ins',
  security: 'second factor two-step 2fa devices passkey',
  installation: 'health backups read-only',
  import: 'excel csv spreadsheet',
};

export const palette = { words };
