export const notificationTemplate = {
  active: 'Active',
  inactive: 'Inactive',
  system: 'System',
  own: 'Own',
  types: {
    application_confirmation: 'Application confirmation',
    application_received_notification: 'New application notice',
    application_status_update: 'Application status change',
  },
  sent: {
    application_confirmation: 'Goes to whoever sends an application.',
    application_received_notification: 'Goes to your team when an application arrives.',
    application_status_update: 'Goes to whoever applied, when you decide.',
  },
  list: {
    fact: 'Texts of the mails that groups send.',
    column_name: 'Template',
    column_type: 'When it is sent',
    column_kind: 'Kind',
    column_state: 'State',
    empty_title: 'No templates yet',
    empty_text: 'As long as there are none, groups send the system texts.',
  },
};
