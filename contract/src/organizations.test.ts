import { expect, test } from 'vitest';
import { isNameOf } from './organizations.ts';

test.each([
  ['Društvo  Žoga', 'Društvo Žoga', true],
  ['Društvo Žoga', ' Društvo\u00a0Z\u030coga ', true],
  ['\u200fKlub\u00ad 👨\u200d👩\u200d👧', 'Klub 👨\u200d👩\u200d👧', true],
  ['Društvo Žoga', 'DruštvoŽoga', false],
  ['Društvo Žoga', 'Drustvo Zoga', false],
  ['Društvo Žoga', '', false],
])('the name %j is typed as it is seen: %j', (name, typed, isIt) => {
  expect(isNameOf({ name }, typed)).toBe(isIt);
});
