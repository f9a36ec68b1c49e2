export const location = {
  locations: 'Lokacije',
};
