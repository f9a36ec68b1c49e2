export const category = {
  active: 'Active',
  inactive: 'Inactive',
  copy_link: 'Copy public link',
  share: {
    open: 'Link and QR code',
    title: 'Link to the category',
    link: 'Public page of the category',
    hint: 'For a leaflet or poster: scanning it with a phone opens the category’s groups, where people can apply.',
    code: 'QR code with the link to the category',
  },
  list: {
    fact_one: '{{count}} category',
    fact_other: '{{count}} categories',
    create: 'New category',
    search: 'Name or label',
    active: 'Active',
    inactive: 'Inactive',
    column_name: 'Category',
    no_results: 'No matching categories',
    empty_title: 'No categories yet',
    empty_text:
      'Categories bring groups together on the public page, for example “Ballet” or “Adult courses”.',
  },
  editor: {
    new_title: 'New category',
    edit_title: 'Edit category',
    create: 'Add category',
    save: 'Save category',
    not_found: 'This category no longer exists.',
  },
  done: {
    saved: 'Category saved',
    activated: 'The category is active again',
    deactivated: 'The category is no longer active',
    deleted: 'Category deleted',
  },
  delete: {
    title: 'Delete category “{{name}}”?',
    text: 'The category and all its texts will disappear from the public page. This cannot be undone.',
    confirm: 'Delete category',
    refused_title: 'Category “{{name}}” cannot be deleted',
    refused:
      'There are groups in this category. You can deactivate it instead: it disappears from the public page, while direct links to its groups keep working.',
    refused_inactive:
      'There are groups in this category. It is already inactive, so the public page does not show it.',
  },
};
