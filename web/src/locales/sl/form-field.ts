export const formField = {
  form_fields: 'Polja obrazca',
};
