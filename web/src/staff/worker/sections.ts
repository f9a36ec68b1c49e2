/** Sections behind sign-in; every other address has its own way with the session, or is a public page. */
export const sectionNames = [
  ...['dashboard', 'groups', 'participants', 'categories', 'locations', 'form-fields', 'notifications'],
  ...[
    'users',
    'settings',
    'activity',
    'setup',
    'account',
    'organizations',
    'installation',
    'imports',
    'families',
    'payments',
    'messages',
  ],
];

/** Whether a path lies in one of them. */
export const isBehindSignIn = (pathname: string): boolean =>
  sectionNames.includes(pathname.split('/')[1] ?? '');
