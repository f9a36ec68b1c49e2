export const organization = {
  organizations: 'Organizacije',
};
