export const organizationUse = {
  tab: 'Uporaba',
  fact: 'Organizacije, ki najbolj obremenjujejo namestitev. Čas v bazi, zahteve in sporočila so za zadnjih 30 dni. Prešteto {{when}}.',
  order: 'Razvrsti po',
  caption: 'Organizacije po uporabi, najprej največje. Razvrščeno po: {{what}}',
  database_ms: 'Čas v bazi',
  requests: 'Zahteve',
  mails: 'Poslana sporočila',
  file_bytes: 'Datoteke',
  participants: 'Udeleženci',
  empty: 'Uporaba še ni prešteta',
  empty_text: 'Prešteje se enkrat na uro.',
};
