import { expect, test } from 'vitest';
import { groupOf } from '../../../../test/fixtures/groups.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import { createTranslate, type Translate } from '../../../lib/text/translate.ts';
import { en } from '../../../locales/en.ts';
import { sl } from '../../../locales/sl.ts';
import { standsSentence } from './stands.ts';

// fixed days: what holds is given, and the days are only said

const slovenian = {
  t: createTranslate(sl, 'sl') as Translate<MessageKey>,
  locale: 'sl',
  timeZone: 'Europe/Ljubljana',
} as const;
const english = {
  ...slovenian,
  t: createTranslate(en, 'en') as Translate<MessageKey>,
  locale: 'en',
} as const;

test.each([
  [
    groupOf(),
    'Vpis je odprt do 30. 9. 2026, prosti sta še 2 mesti od 16, čakalna vrsta je vklopljena.',
    'Applications are open until 30 Sep 2026, 2 places of 16 are left, the waiting list is on.',
  ],
  [
    groupOf({ enrolment: 'waitlist', taken: 16, waiting: 3, apply_until: null }),
    'Nove prijave se uvrstijo v čakalno vrsto, zasedena so vsa mesta (16), čakajo 3 osebe.',
    'New applications go to the waiting list, all places are taken (16), 3 people are waiting.',
  ],
  [
    groupOf({ enrolment: 'waitlist', taken: 16, offered: 2, waiting: 0, apply_until: null }),
    'Nove prijave se uvrstijo v čakalno vrsto, zasedena so vsa mesta (16), 2 mesti sta ponujeni.',
    'New applications go to the waiting list, all places are taken (16), 2 places are offered.',
  ],
  [
    groupOf({ places: null, capacity: null, apply_until: null }),
    'Vpis je odprt, število mest ni omejeno.',
    'Applications are open, the number of places is not limited.',
  ],
  [
    groupOf({ enrolment: 'full', when_full: 'close', taken: 16 }),
    'Mesta so zasedena, obrazec je zaprt.',
    'All places are taken; the form is closed.',
  ],
  [
    groupOf({ enrolment: 'ended' }),
    'Zadnji dan skupine je bil 17. 6. 2027.',
    'The group ended on 17 Jun 2027.',
  ],
  [
    groupOf({ active: false }),
    'Skupina ni objavljena, obiskovalci je ne vidijo.',
    'The group is not published; visitors do not see it.',
  ],
])('where a group stands (%#)', (group, inSlovenian, inEnglish) => {
  expect(standsSentence(group, slovenian)).toBe(inSlovenian);
  expect(standsSentence(group, english)).toBe(inEnglish);
});
