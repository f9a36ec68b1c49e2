export const installation = {
  fact: 'For all organisations, and everyone who uses Vpisnik.',
  title: 'Notice',
  text: 'Shown at the top of all pages: to teams, visitors and applicants. Leave it empty for no notice.',
  fields: { notice: 'Notice' },
  count_one: '{{count}} character left.',
  count_other: '{{count}} characters left.',
  preview: {
    label: 'How it will look',
    none: 'No notice',
    read_only_sl: 'Vpisnik se vzdržuje. Podatke lahko berete, sprememb pa za zdaj ni mogoče shraniti.',
    read_only_en:
      'Vpisnik is under maintenance. You can read everything, but changes can’t be saved for now.',
  },
  submit: 'Save notice',
  saved: 'Notice saved.',
  failed: 'The notice was not saved. Try again.',
  changed: 'Last change on this page: {{who}}, {{when}}.',
  read_only: {
    title: 'Read-only mode',
    text: 'For maintenance, when data should not change.',
    is_on: 'Vpisnik is read-only: no changes can be saved.',
    is_off: 'Vpisnik works as usual.',
    switch_on: 'Make it read-only',
    switch_off: 'Allow changes',
    question: 'Make Vpisnik read-only?',
    means: {
      staff: 'Teams can sign in and read, but cannot save anything.',
      visitors:
        'No applications or changes by applicants are accepted. What they have typed stays on their screen.',
      work: 'Messages, reminders, offers of places, imports and the nightly backup wait.',
      begun: 'Work that has already begun is finished. The change takes effect everywhere within seconds.',
    },
    now_on: 'Vpisnik is read-only.',
    now_off: 'Changes are possible again.',
    failed: 'The mode was not changed. Try again.',
  },
};
