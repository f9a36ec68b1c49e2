export const category = {
  categories: 'Kategorije',
};
