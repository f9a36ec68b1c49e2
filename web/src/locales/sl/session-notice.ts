/** Vprašanje, ali naj ljudje izvejo za spremembo terminov. */
export const sessionNotice = {
  tell: 'Obvesti udeležence in vodje',
  participants_one: '{{count}} udeleženec',
  participants_two: '{{count}} udeleženca',
  participants_few: '{{count}} udeleženci',
  participants_other: '{{count}} udeležencev',
  leaders_one: '{{count}} vodja',
  leaders_two: '{{count}} vodji',
  leaders_few: '{{count}} vodje',
  leaders_other: '{{count}} vodij',
  without_email: 'brez e-naslova: {{number}}',
  what: 'Vsak prejme eno sporočilo z vsemi spremembami in datoteko za koledar.',
  nobody: 'Nikogar ni, ki bi ga bilo treba obvestiti.',
  turned_off: 'Sporočila o terminih so izklopljena. Vklopite jih pri skupini, na zavihku E-pošta.',
};
