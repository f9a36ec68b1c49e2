import { expect, test } from 'vitest';
import { labelAfter } from './proposed-label.ts';

const both = ['sl', 'en'] as const;
const nothing = { label: '', languages: both, name: {} };

test('a label follows the name of the first language that has one', () => {
  expect(labelAfter(nothing, { name: { en: 'Modern dance' } })).toBe('modern-dance');
  const english = { ...nothing, label: 'modern-dance', name: { en: 'Modern dance' } };
  expect(labelAfter(english, { name: { ...english.name, sl: 'Šolski ples' } })).toBe('solski-ples');
  expect(labelAfter(english, { languages: ['en'] })).toBe('modern-dance');
  expect(labelAfter(english, { languages: ['sl'] })).toBe('');
  expect(labelAfter({ ...english, languages: ['sl'], label: '' }, { languages: both })).toBe('modern-dance');
});

test('a label is proposed anew when the language that it came from is dropped', () => {
  const named = { label: 'solski-ples', languages: both, name: { sl: 'Šolski ples', en: 'School' } };
  expect(labelAfter(named, { languages: ['en'] })).toBe('school');
  expect(labelAfter({ ...named, label: '' }, { languages: ['en'] })).toBe('school');
});

test('a label that was typed stays, whatever is changed; an emptied one is proposed again', () => {
  const typed = { label: 'mala-sola', languages: both, name: { sl: 'Šolski ples', en: 'School' } };
  expect(labelAfter(typed, { name: { sl: 'Moderni ples' } })).toBe('mala-sola');
  expect(labelAfter(typed, { languages: ['en'] })).toBe('mala-sola');
  expect(labelAfter({ ...typed, label: '' }, { name: { sl: 'Moderni ples' } })).toBe('moderni-ples');
});
