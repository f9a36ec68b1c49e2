export const settings = {
  settings: 'Nastavitve',
};
