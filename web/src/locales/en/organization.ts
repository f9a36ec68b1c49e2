export const organization = {
  organizations: 'Organisations',
};
