export const user = {
  users: 'Users',
};
