import type { Translation } from '../../lib/text/translate.ts';
import type { offer as slovenian } from '../sl/offer.ts';

export const offer: Translation<typeof slovenian> = {
  failed: 'The offer was not changed. Try again.',
  stand: {
    open: 'A place is offered',
    passed: 'The offer was not answered',
    taken_back: 'The offer was taken back',
    over_hint:
      'The application stays in the queue, but gets no new offer by itself until you confirm that the place is still wanted.',
    number: 'This is offer number {{number}}.',
  },
  left: {
    still: '{{time}} left',
    days_one: '{{count}} day',
    days_other: '{{count}} days',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
  },
  offer: {
    title: 'Offer the place to “{{name}}”?',
    until: 'To be answered by {{until}}.',
    tied: 'Also offered at the same time to: {{names}}.',
    mail: 'The offer is sent by e-mail. While it is open, nobody else gets the place.',
    no_mail:
      'Without an e-mail address the offer can’t be sent, so tell them yourself. While it is open, nobody else gets the place.',
    reason: 'Reason for an offer out of turn',
    reason_hint:
      'This application is not the first in the queue. The reason stays in the history and is not sent.',
    reason_missing: 'Enter a reason.',
    full_one: 'Only {{count}} place is free.',
    full_other: 'Only {{count}} places are free.',
    overbook: 'Offer beyond the limit of the group',
  },
  lengthen: {
    title: 'Give “{{name}}” longer to answer?',
    now: 'Now until {{until}}.',
    until: 'New deadline',
    time: 'New deadline, time',
    hint: 'Between 8 am and 9 pm, not on a day when the organisation is closed, and not after the last session of the group.',
    incomplete: 'Enter day and time.',
  },
  withdraw: {
    title: 'Take back the offer to “{{name}}”?',
    keep: 'Keep the offer',
    text: 'The place becomes free again, and the application stays in the queue.',
    tied: 'The offer to the siblings who are tied to this application is taken back too.',
    automatic:
      'The group offers places by itself. This application gets no new offer until you confirm that the place is still wanted.',
  },
  tie: {
    label: 'Places only together, or none',
    hint: 'The same address in this queue: {{names}}. Places are offered to all of them at once.',
    is_tied: 'Only together: {{names}}',
  },
  first: {
    title: 'Offer free places to the first in the queue?',
    count: 'Number of places',
    who: 'The offer goes to',
    tied: 'together with siblings',
    passed: 'There are too few places for all of them together, so they keep their turn: {{names}}.',
    nobody: 'Nobody is in turn for a free place now.',
  },
  strip: {
    unlimited: 'There are places enough',
    by_hand: 'The places wait until you offer them.',
    proposed: 'It is the turn of those who have waited longest.',
    automatic: 'The group will offer them by itself. Offer them now if you don’t want to wait.',
    tied: 'Siblings in turn want places only together, and there are too few for all of them.',
    unheard_one: 'No e-mail reaches {{count}} person whose turn it is. Offer the place yourself.',
    unheard_other: 'No e-mail reaches {{count}} people whose turn it is. Offer the places yourself.',
    paused: 'The offers to all who wait are over. You can offer them a place one by one.',
  },
  done: {
    offer: '{{name}}: a place is offered',
    lengthen: '{{name}}: the deadline is later now',
    withdraw: '{{name}}: the offer is taken back',
    resume: '{{name}}: in turn again',
    tie: '{{name}}: places only together with siblings',
    untie: '{{name}}: also a place without siblings',
    first_one: 'A place is offered to {{count}} person, to be answered by {{until}}',
    first_other: 'Places are offered to {{count}} people, to be answered by {{until}}',
  },
};
