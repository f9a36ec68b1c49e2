export const location = {
  locations: 'Locations',
};
