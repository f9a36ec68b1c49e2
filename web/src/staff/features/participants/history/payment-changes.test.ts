import type { HistoryChange } from '@vpisnik/contract/participant-history';
import { beforeAll, expect, it } from 'vitest';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import { createTranslate, type Translate } from '../../../../lib/text/translate.ts';
import { daily } from '../../../../locales/sl/daily.ts';
import { seldom } from '../../../../locales/sl/seldom.ts';
import { paymentChangeWords, paymentTitle } from './payment-changes.ts';

// fixed days: they are written in words, whenever that is

let t: Translate<MessageKey>;
beforeAll(() => {
  const texts = { ...daily, modules: { ...daily.modules, ...seldom } };
  t = createTranslate(texts, 'sl', (what) => expect.fail(what)) as typeof t;
});

const which = (fields: Partial<NonNullable<HistoryChange['payment']>> = {}): HistoryChange => ({
  field: 'payment',
  payment: {
    ...{ id: 'a', amount: '85.00', currency: 'EUR', kind: 'tuition', purpose: 'Oktober' },
    ...{ expiration_date: '2026-10-08', rest: false },
    ...fields,
  },
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('says which payment it was, and of what it is the rest', () => {
  const title = (...given: [Parameters<typeof paymentTitle>[0], HistoryChange]) =>
    plain(paymentTitle(given[0], [given[1]], { t, locale: 'sl' }));
  expect(title('payment_added', which())).toBe('Novo plačilo: 85,00 €, Oktober');
  expect(title('payment_changed', which({ purpose: '' }))).toBe('Plačilo 85,00 €, rok 8. 10. 2026');
  expect(title('payment_added', which({ rest: true, amount: '35.00' }))).toBe(
    'Preostanek delnega plačila: 35,00 €, Oktober',
  );
  expect(title('payment_deleted', which({ purpose: '', expiration_date: null }))).toBe(
    'Izbrisano plačilo: 85,00 €',
  );
});

it('says what was changed in words, a state of the payment and not of the application', () => {
  const changes: HistoryChange[] = [
    which(),
    { field: 'status', from: 'pending', to: 'completed' },
    { field: 'status_reason', from: null, to: 'Zamenjan otrok' },
    { field: 'amount', from: '85.00', to: '50.00' },
    { field: 'kind', from: 'tuition', to: 'membership_fee' },
    { field: 'payment_date', from: null, to: '2026-10-10' },
    { field: 'method', from: 'cash', to: null },
    { field: 'payment_notes', from: null, to: 'Babica' },
    { field: 'fee_plan_id', from: null, to: 'x' },
  ];
  expect(paymentChangeWords(changes, { t, locale: 'sl' }).map(plain)).toEqual([
    'Stanje: Čaka plačilo → Plačano',
    'Razlog: Zamenjan otrok',
    'Znesek: 85,00 € → 50,00 €',
    'Vrsta: Šolnina ali vadnina → Članarina',
    'Dan plačila: 10. 10. 2026',
    'Način plačila: Gotovina → prazno',
    'Opomba: Babica',
  ]);
});
