export const participantJumps = {
  label: 'Parts of the details',
  notes: 'Notes',
  late: 'something is overdue',
  failed: 'something did not arrive',
};
