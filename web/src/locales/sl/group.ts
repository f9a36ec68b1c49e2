export const group = {
  groups: 'Skupine',
};
