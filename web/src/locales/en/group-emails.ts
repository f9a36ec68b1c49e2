export const groupEmails = {
  default_template: 'Default template',
  default_named: 'Default: {{name}}',
  missed: 'The chosen template is not in use. What is sent: {{name}}.',
  result: 'Example ({{participant}}, {{group}})',
  whole: 'Show the whole message',
};
