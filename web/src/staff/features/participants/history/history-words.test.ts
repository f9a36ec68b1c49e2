import type { HistoryEntry } from '@vpisnik/contract/participant-history';
import { expect, test } from 'vitest';
import { historyOf, mailOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { createTranslate } from '../../../../lib/text/translate.ts';
import { en } from '../../../../locales/en.ts';
import { sl } from '../../../../locales/sl.ts';
import { historyWords } from './history-words.ts';

// fixed days: the words are about entries of these days

const translate = { sl: createTranslate(sl, 'sl'), en: createTranslate(en, 'en') };
const told = (entry: Partial<HistoryEntry>, locale: 'sl' | 'en' = 'sl') => {
  const { lines, who } = historyWords(historyOf(entry), {
    ...{ t: translate[locale], locale, timeZone: 'Europe/Ljubljana' },
    now: new Date('2026-09-20T10:00:00Z'),
  });
  return [...lines, who];
};

test('a change tells each field from what to what, in the words of the screen', () => {
  const changes = [
    { field: 'status', from: 'pending', to: 'approved' },
    { field: 'group', from: { sl: 'Balet' }, to: { sl: 'Jazz', en: 'Jazz dance' } },
    { field: 'phone', from: '031 777 188', to: null },
    { field: 'language', from: 'sl', to: 'en' },
    { field: 'answer', label: 'Rojstvo', type: 'date', sensitive: false, from: null, to: '2015-03-04' },
    { field: 'answer', label: 'Zdravje', type: 'text', sensitive: true },
  ];
  expect(told({ changes })).toEqual([
    'Stanje: V obravnavi → Odobrena',
    'Skupina: Balet → Jazz',
    'Telefon: 031 777 188 → prazno',
    'Jezik obvestil: Slovenščina → Angleščina',
    'Rojstvo: 4. 3. 2015',
    'Zdravje: spremenjeno (občutljivo)',
    'Nina Bergant',
  ]);
  expect(told({ changes, bulk: true }, 'en')).toEqual([
    'Status: Pending → Approved',
    'Group: Balet → Jazz dance',
    'Phone: 031 777 188 → empty',
    'Language of messages: Slovenian → English',
    'Rojstvo: 4 Mar 2015',
    'Zdravje: changed (sensitive)',
    'Nina Bergant, bulk change',
  ]);
});

test('a merge names the other application, and what that one said differently', () => {
  const application = { field: 'application', to: 'Ana Novák (7KQ2ABCD)' };
  const phone = { field: 'phone', from: '041 222 333', to: '031 777 188' };
  const [from, to] = ['2026-09-20T10:00:00+00:00', '2026-09-13T10:00:00+00:00'];
  const date = { field: 'application_date', from, to };
  expect(told({ kind: 'merged', changes: [application, phone, date] })).toEqual([
    'Združena s prijavo Ana Novák (7KQ2ABCD)',
    'Telefon: 041 222 333 → 031 777 188',
    'Prijava: 20. 9. 2026, 12:00 → 13. 9. 2026, 12:00',
    'Nina Bergant',
  ]);
  expect(told({ kind: 'unmerged', changes: [application] }, 'en')[0]).toBe(
    'The merge with the application Ana Novák (7KQ2ABCD) was undone',
  );
});

test('a group that the reader may not see is another group', () => {
  const changes = [{ field: 'group', from: null, to: { sl: 'Balet' } }];
  expect(told({ changes })[0]).toBe('Skupina: druga skupina → Balet');
  expect(told({ changes }, 'en')[0]).toBe('Group: another group → Balet');
});

test('what was undone is named so; notes without their texts, and those who are no staff', () => {
  const changes = [{ field: 'status', from: 'approved', to: 'pending' }];
  expect(told({ kind: 'undone', changes })).toEqual([
    'Razveljavljeno',
    'Stanje: Odobrena → V obravnavi',
    'Nina Bergant',
  ]);
  expect(told({ kind: 'added', bulk: true })).toEqual(['Uvoz iz preglednice', 'Nina Bergant']);
  expect(told({ kind: 'note_changed' })).toEqual(['Interni zapisek je urejen', 'Nina Bergant']);
  expect(told({ kind: 'applied', by: 'applicant', actor: '' })).toEqual([
    'Prijava z obrazcem',
    'oseba, ki se je prijavila',
  ]);
  expect(told({ kind: 'added', actor: '' }, 'en')).toEqual(['Added without the form', 'the team']);
});

test('an offer is told by what became of it, and who did that', () => {
  const [first, later] = ['2026-09-22T15:00:00+00:00', '2026-09-24T15:00:00+00:00'];
  const offered = { field: 'offer_until', from: null, to: first };
  const over = { field: 'offer_until', from: first, to: null };
  const status = (to: string) => ({ field: 'status', from: 'waitlisted', to });
  const paused = { field: 'offer_paused_at', from: null, to: first };
  const [system, applicant] = [{ by: 'system', actor: '' } as const, { by: 'applicant', actor: '' } as const];
  const reason = { field: 'offer_reason', from: '', to: 'Sestra že pleše' };
  expect(told({ changes: [offered, reason] })).toEqual([
    'Mesto ponujeno, rok za odgovor 22. 9. 2026, 17:00',
    'Razlog za ponudbo mimo vrste: Sestra že pleše',
    'Nina Bergant',
  ]);
  expect(told({ changes: [{ ...offered, from: first, to: later }] }, 'en')[0]).toBe(
    'Offer deadline: 22 Sep 2026, 17:00 → 24 Sep 2026, 17:00',
  );
  expect(told({ ...system, changes: [over, paused] })[0]).toBe('Rok za odgovor na ponudbo je potekel');
  expect(told({ changes: [over, paused] })[0]).toBe('Ponudba mesta je preklicana');
  expect(told({ ...applicant, changes: [status('approved'), over] })).toEqual([
    'Stanje: Čakalna vrsta → Odobrena',
    'Ponujeno mesto je sprejeto',
    'oseba, ki se je prijavila',
  ]);
  const declined = { field: 'withdrawal_reason', from: '', to: 'declined_offer' };
  expect(told({ ...applicant, changes: [status('inactive'), declined, over] }).slice(0, 3)).toEqual([
    'Stanje: Čakalna vrsta → Umaknjena',
    'Razlog umika: ponujenega mesta ne želi',
    'Ponujeno mesto je zavrnjeno',
  ]);
  expect(told({ changes: [status('inactive')] })[0]).toBe('Stanje: Čakalna vrsta → Neaktivna');
  expect(told({ changes: [status('rejected'), over] })[1]).toBe('Ponudba mesta s tem ne velja več');
  expect(told({ changes: [{ ...paused, from: first, to: null }] })[0]).toBe(
    'Mesto še želi, spet je na vrsti',
  );
  const tie = { field: 'offer_tie', from: null, to: idOf(7) };
  expect(told({ changes: [tie] })[0]).toBe('Mesto samo skupaj s sorojenci');
  expect(told({ changes: [{ ...tie, from: idOf(7), to: null }] }, 'en')[0]).toBe(
    'Also wants a place without siblings',
  );
});

test('a mail tells type, address and where it stands, and who had it sent again', () => {
  const mail = mailOf({ state: 'failed', state_reason: 'refused: mailbox full' });
  const entry = { kind: 'mail', by: 'system', actor: '' } as const;
  expect(told({ ...entry, mail })).toEqual([
    'Sprememba stanja prijave: Odobrena',
    'barbara@mail.test',
    'ni poslano: poštni strežnik prejemnika ga je zavrnil',
    'samodejno',
  ]);
  const again = { ...mailOf(), again_of: idOf(201) };
  expect(told({ kind: 'mail', mail: again }).at(-1)).toBe('Nina Bergant, poslano znova');
  const missed = { ...mailOf(), template_missed: true };
  expect(told({ ...entry, mail: missed }).at(-2)).toMatch(/zato je odšlo privzeto besedilo\.$/);
});
