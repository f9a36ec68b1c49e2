import { expect, it } from 'vitest';
import { fields } from '../../../test/servers/public-pages.ts';
import { clearDraft, loadDraft, saveDraft } from './draft.ts';

const entries = [
  ['name', 'Špela'],
  ['website', ''],
  ['language', 'sl'],
  [`answers.${fields.health.id}`, 'Alergija'],
] as const;
const attempt = { key: 'key-of-the-form', started: 5 };

it('keeps non-empty answers except sensitive ones', () => {
  expect(saveDraft('g', [fields.health], { ...attempt, entries }, 1000)).toBe(true);
  expect(loadDraft('g', 2000)).toEqual({ ...attempt, saved: 1000, entries: [['name', 'Špela']] });
  expect(loadDraft('another', 2000)).toBeNull();
});

it('forgets after a day, and when told', () => {
  saveDraft('g', [], { ...attempt, entries }, 0);
  expect(loadDraft('g', 24 * 60 * 60 * 1000)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  saveDraft('g', [], { ...attempt, entries }, 0);
  clearDraft('g');
  expect(loadDraft('g', 1)).toBeNull();
});

it('keeps nothing when nothing was filled in, and makes nothing of rubbish', () => {
  expect(saveDraft('g', [], { ...attempt, entries: [['language', 'sl']] })).toBe(false);
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem('vpisnik.draft.g', '{"entries":');
  expect(loadDraft('g')).toBeNull();
});
