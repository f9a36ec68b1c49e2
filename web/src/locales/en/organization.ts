export const organization = {
  organizations: 'Organisations',
  active: 'Active',
  inactive: 'Inactive',
  list: {
    fact: 'Choose the organisation to act for.',
    search: 'Organisation name',
    column_name: 'Organisation',
    column_languages: 'Languages',
    column_since: 'Since',
    column_state: 'State',
    column_act: 'Choice',
    column_actions: 'More actions',
    no_results: 'No organisation matches',
    empty_title: 'No organisations yet',
    empty_text: 'An organisation appears here when somebody registers.',
  },
  act: {
    choose: 'Act for it',
    again: 'Chosen, open dashboard',
    failed: 'The organisation could not be chosen. Reload the page and try again.',
  },
  activate: {
    title: 'Activate “{{name}}”?',
    text: 'Its team can work again, its public pages take applications again, and held mail goes out.',
    confirm: 'Activate organisation',
  },
  deactivate: {
    title: 'Deactivate “{{name}}”?',
    text: 'Its team cannot work, its public pages take no applications, and mail is held. The data stays.',
    confirm: 'Deactivate organisation',
  },
  done: {
    activated: 'The organisation is active again',
    deactivated: 'The organisation is no longer active',
  },
};
