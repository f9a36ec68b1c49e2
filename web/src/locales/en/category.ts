export const category = {
  categories: 'Categories',
};
