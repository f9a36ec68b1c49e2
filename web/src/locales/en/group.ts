export const group = {
  groups: 'Groups',
};
