/** Vprašanje, ali naj ljudje izvejo za spremembo terminov. */
export const sessionNotice = {
  tell: {
    session_changed: 'Obvesti udeležence in vodje',
    group_cancelled: 'Skupina odpade: obvesti prijavljene in vodje',
  },
  participants_one: '{{count}} udeleženec',
  participants_two: '{{count}} udeleženca',
  participants_few: '{{count}} udeleženci',
  participants_other: '{{count}} udeležencev',
  leaders_one: '{{count}} vodja',
  leaders_two: '{{count}} vodji',
  leaders_few: '{{count}} vodje',
  leaders_other: '{{count}} vodij',
  without_email: 'brez e-naslova: {{number}}',
  what: {
    session_changed: 'Vsak prejme eno sporočilo z vsemi spremembami in datoteko za koledar.',
    group_cancelled: 'Vsak prejme sporočilo, da skupine ne bo, in datoteko, ki termine umakne iz koledarja.',
  },
  timetable_title: 'Spremenim termine?',
  timetable_confirm: 'Shrani spremembe',
  note: 'Vaše besedilo v sporočilu',
  archive_title: 'Arhiviram skupino »{{name}}«?',
  archive_text:
    'V skupini so prijavljeni. Njihovi podatki ostanejo, novih plačil po načrtu ne bo, obiskovalci pa skupine ne vidijo več.',
  nobody: 'Nikogar ni, ki bi ga bilo treba obvestiti.',
  turned_off: 'Sporočila o terminih so izklopljena. Vklopite jih pri skupini, na zavihku E-pošta.',
};
