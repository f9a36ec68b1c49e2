export const groupEmails = {
  default_template: 'Privzeta predloga',
  default_named: 'Privzeta: {{name}}',
  missed: 'Izbrana predloga ni v uporabi. Pošilja se: {{name}}.',
  result: 'Primer ({{participant}}, {{group}})',
  whole: 'Pokaži celo sporočilo',
};
