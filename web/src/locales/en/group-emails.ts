export const groupEmails = {
  enabled: 'Send',
  template: 'Template',
  system_template: 'System template',
  unknown_template: 'Custom template',
  recipient: 'Recipient',
  recipients: {
    organization_owner: 'Organisation’s address',
    group_leaders: 'Group leaders',
    both: 'Organisation and leaders',
  },
  organization_off:
    'The organisation does not send these messages at the moment. The group’s choice applies once an administrator turns them on in the settings, under payment details.',
  off: 'The group does not send this message.',
  default_template: 'Default template',
  default_named: 'Default: {{name}}',
  missed: 'The chosen template is inactive. Sent instead: {{name}}.',
  result: 'Example ({{participant}}, {{group}})',
  whole: 'Show the whole message',
};
