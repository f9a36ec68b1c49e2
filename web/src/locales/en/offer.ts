import type { Translation } from '../../lib/text/translate.ts';
import type { offer as slovenian } from '../sl/offer.ts';

export const offer: Translation<typeof slovenian> = {
  failed: 'The offer was not changed. Try again.',
  stand: {
    open: 'Place offered',
    passed: 'The offer was not answered',
    taken_back: 'Offer taken back',
    over_hint:
      'The application stays on the waiting list, but gets no automatic offer until you confirm that the place is still wanted.',
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
    title: 'Offer a place to “{{name}}”?',
    until: 'Answer needed by {{until}}.',
    tied: 'Also offered at the same time to: {{names}}.',
    mail: 'The offer is sent by e-mail. While it is open, nobody else gets the place.',
    no_mail:
      'There is no e-mail address to send the offer to, so tell them yourself. While it is open, nobody else gets the place.',
    reason: 'Reason for an offer out of turn',
    reason_hint:
      'This application is not first on the waiting list. The reason is kept in the history and not sent.',
    reason_missing: 'Enter a reason.',
    full_one: 'Only {{count}} place is free.',
    full_other: 'Only {{count}} places are free.',
    overbook: 'Offer over the group’s limit',
  },
  lengthen: {
    title: 'Extend the deadline for “{{name}}”?',
    now: 'Current deadline: {{until}}.',
    until: 'New deadline',
    time: 'New deadline, time',
    hint: 'Between 8 am and 9 pm, not on a day when the organisation is closed, and not after the last session of the group.',
    incomplete: 'Enter a day and time.',
  },
  withdraw: {
    title: 'Take back the offer to “{{name}}”?',
    keep: 'Keep the offer',
    text: 'The place becomes free again, and the application stays on the waiting list.',
    tied: 'The offer to the siblings who are tied to this application is taken back too.',
    automatic:
      'The group offers places automatically. This application gets no new offer until you confirm that the place is still wanted.',
  },
  tie: {
    label: 'Places together or not at all',
    hint: 'Same address on this waiting list: {{names}}. Places are offered to all of them together.',
    is_tied: 'Only together: {{names}}',
  },
  first: {
    title: 'Offer free places to the first on the waiting list?',
    count: 'Number of places',
    who: 'The offer goes to',
    tied: 'together with siblings',
    passed: 'There are too few places for these people together, so they keep their turn: {{names}}.',
    nobody: 'It is nobody’s turn for a free place now.',
  },
  strip: {
    unlimited: 'There are enough places',
    by_hand: 'The places wait until you offer them.',
    proposed: 'It is the turn of the people who have waited longest.',
    automatic: 'The group will offer them automatically. Offer them now if you don’t want to wait.',
    tied: 'The siblings next in turn want places only together, and there are too few for all of them.',
    unheard_one: 'No e-mail reaches {{count}} person whose turn it is. Offer the place yourself.',
    unheard_other: 'No e-mail reaches {{count}} people whose turn it is. Offer the places yourself.',
    paused: 'The offers to everyone waiting have ended. You can offer them a place one by one.',
  },
  done: {
    offer: '{{name}}: place offered',
    lengthen: '{{name}}: deadline extended',
    withdraw: '{{name}}: offer taken back',
    resume: '{{name}}: place still wanted',
    tie: '{{name}}: places only together with siblings',
    untie: '{{name}}: no longer tied to siblings',
    first_one: 'Place offered to {{count}} person until {{until}}',
    first_other: 'Places offered to {{count}} people until {{until}}',
  },
};
