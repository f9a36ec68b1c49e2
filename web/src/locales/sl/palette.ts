/** Other words by which the palette finds a page. */
const words = {
  dashboard: 'koledar urnik teden',
  groups: 'tečaji vadbe programi',
  participants: 'prijave otroci člani družine starši skrbniki',
  payments: 'opomniki dolgovi zapadla neplačana vadnine',
  messages: 'e-pošta maili obvestila pošlji',
  payment_report: 'poročila vsote pregled prihodkov',
  statements: 'uvoz izpiska banka transakcije nakazila prilivi',
  categories: 'programi zvrsti',
  locations: 'dvorane prostori igrišča',
  form_fields: 'vprašanja vprašalnik',
  notifications: 'e-pošta maili potrditve',
  users: 'ekipa vodje trenerji učitelji pravice',
  activity: 'zgodovina sledi vstopi revizija',
  security: 'dvostopenjsko preverjanje 2fa naprave ključ',
  installation: 'stanje varnostne kopije samo za branje',
  import: 'excel csv preglednica',
};

export const palette = { words };
