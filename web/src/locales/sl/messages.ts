export const messages = {
  fact: 'Sporočila, ki še niso odšla ali niso prispela',
  views: { label: 'Stanje sporočil', waiting: 'Čakajo', held: 'Zadržana', failed: 'Niso prispela' },
  captions: {
    waiting: 'Sporočila, ki čakajo na pošiljanje, najstarejša najprej',
    held: 'Zadržana sporočila, najnovejša najprej',
    failed: 'Sporočila, ki niso prispela, najnovejša najprej',
  },
  columns: { who: 'Udeleženec', what: 'Sporočilo', state: 'Stanje', when: 'Nastalo', actions: 'Dejanja' },
  attempts_one: '{{count}} poskus',
  attempts_two: '{{count}} poskusa',
  attempts_few: '{{count}} poskusi',
  attempts_other: '{{count}} poskusov',
  retry: 'Pošlji zdaj',
  cancel: 'Prekliči pošiljanje',
  retried: 'Sporočilo bo poslano zdaj.',
  cancelled: 'Pošiljanje je preklicano.',
  empty: {
    waiting: 'Nobeno sporočilo ne čaka',
    held: 'Nobeno sporočilo ni zadržano',
    failed: 'Ni sporočil, za katera bi vedeli, da niso prispela',
  },
  empty_text: 'Poslana sporočila so pri posameznem udeležencu.',
};
