export const participant = {
  participants: 'Participants',
};
