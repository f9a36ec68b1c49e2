export const formField = {
  form_fields: 'Form fields',
};
