export const groupEmails = {
  enabled: 'Send',
  template: 'Template',
  system_template: 'System template',
  unknown_template: 'Own template',
  recipient: 'Recipient',
  recipients: {
    organization_owner: 'Address of the organisation',
    group_leaders: 'Group leaders',
    both: 'Organisation and leaders',
  },
  organization_off:
    'The organisation does not send these messages at the moment. An administrator turns them on in the settings, under payment data; only then does the group’s choice count.',
  off: 'The group does not send this message.',
  default_template: 'Default template',
  default_named: 'Default: {{name}}',
  missed: 'The chosen template is not in use. What is sent: {{name}}.',
  result: 'Example ({{participant}}, {{group}})',
  whole: 'Show the whole message',
};
