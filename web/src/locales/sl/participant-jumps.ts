export const participantJumps = {
  label: 'Deli podrobnosti',
  notes: 'Zapiski',
  late: 'nekaj je zapadlo',
  failed: 'nekaj ni prispelo',
};
