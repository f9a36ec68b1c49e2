export const user = {
  users: 'Uporabniki',
};
