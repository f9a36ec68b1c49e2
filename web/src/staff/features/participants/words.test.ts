import { mailReasons, mailStates } from '@vpisnik/contract/rules/mails';
import { describe, expect, it } from 'vitest';
import { mailOf } from '../../../../test/fixtures/participants.ts';
import { createTranslate } from '../../../lib/text/translate.ts';
import { sl } from '../../../locales/sl.ts';
import { isFiltered, parseParticipantsSearch } from './address.ts';
import { changedAnswers } from './forms/questions.ts';
import { mailState, mailTitle, reasonOf } from './panel/mail-words.ts';
import { neighboursOf } from './panel/use-neighbours.ts';
import { movesFrom } from './statuses.ts';

// fixed days: the moment is given to the functions

const t = createTranslate(sl, 'sl');
const words = {
  t,
  locale: 'sl',
  timeZone: 'Europe/Ljubljana',
  now: new Date('2026-09-16T15:02:10Z'),
} as const;

describe('mail in words', () => {
  it('says when it was sent or will leave, in the zone of the organisation', () => {
    expect(mailState(mailOf(), words)).toBe('poslano danes, 17:03');
    const waiting = { sent_at: null, send_after: '2026-09-16T15:03:00Z' };
    expect(mailState(mailOf({ ...waiting, state: 'queued' }), words)).toBe(
      'čaka na pošiljanje, odide danes, 17:03',
    );
    expect(mailState(mailOf({ state: 'queued', sent_at: null }), words)).toBe('čaka na pošiljanje');
  });

  it('has words for every state and every reason, and keeps what the server said apart', () => {
    for (const state of mailStates) expect(mailState(mailOf({ state }), words)).not.toContain('modules.');
    for (const reason of mailReasons) {
      const mail = mailOf({ state: 'failed', state_reason: `${reason}: 550 5.1.1: unknown` });
      expect(mailState(mail, words)).not.toMatch(/modules\.|550/);
      expect(reasonOf(mail)).toEqual({ reason, said: '550 5.1.1: unknown' });
    }
  });

  it('names what it was about', () => {
    expect(mailTitle(mailOf({ status_at: 'waitlisted' }), t)).toBe('Sprememba stanja prijave: Čakalna vrsta');
    expect(mailTitle(mailOf({ variant: 'duplicate' }), t)).toBe('Prijavo že imamo');
    expect(mailTitle(mailOf({ variant: 'transferred' }), t)).toBe('Premik v drugo skupino');
    const linkMail = (variant: string) => mailTitle(mailOf({ email_type: 'application_link', variant }), t);
    expect(['', 'code', 'moved'].map(linkMail)).toEqual([
      'Povezava do strani prijave',
      'Koda za potrditev naslova',
      'Obvestilo o novem naslovu',
    ]);
    expect(mailTitle(mailOf({ email_type: 'something_new' }), t)).toBe('Sporočilo');
  });
});

describe('filters of an address', () => {
  it('take one value or several, and drop unknown ones', () => {
    expect(parseParticipantsSearch({ status: 'pending', search: 12, sort: '-name', view: 'x' })).toEqual({
      status: ['pending'],
      search: '12',
      sort: '-name',
    });
    expect(parseParticipantsSearch({ status: ['secret'], group_id: ['nobody'], search: ' ' })).toEqual({});
  });

  it('know whether they narrow anything', () => {
    expect(isFiltered({ sort: 'name' })).toBe(false);
    expect(isFiltered({ status: ['pending'] })).toBe(true);
  });
});

describe('reviewing one after another', () => {
  const ids = ['a', 'b', 'c'];
  it('finds the previous and next row', () => {
    expect(neighboursOf(ids, 1, 1)).toEqual({ previous: 'a', next: 'c', position: 2 });
    expect(neighboursOf(ids, 2, 2)).toEqual({ previous: 'b', next: undefined, position: 3 });
  });
  it('continues with the row that replaced one that left the list', () => {
    expect(neighboursOf(['a', 'c'], -1, 1)).toEqual({ previous: 'a', next: 'c', position: undefined });
  });
});

it('offers the most used of the allowed moves first', () => {
  expect(movesFrom('pending')).toEqual(['approved', 'waitlisted', 'rejected', 'inactive']);
  expect(movesFrom('rejected')).toEqual(['approved', 'pending', 'waitlisted']);
});

it('sends the answers that were changed, of questions that are still asked', () => {
  const before = { a: 'x', b: ['one'], c: true };
  const now = { a: '', b: ['one'], c: true, d: '', e: false, f: 'new', gone: 'y' };
  const questions = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
  expect(changedAnswers(before, now, questions)).toEqual({ a: '', f: 'new' });
});
