export const participant = {
  participants: 'Udeleženci',
};
