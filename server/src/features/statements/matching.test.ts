import { describe, expect, it } from 'vitest';
import { type Candidate, matchTransfers, type Transfer } from './matching.ts';

// fixed days: no clock reads them

let count = 0;
const next = () => {
  count += 1;
  return String(count).padStart(4, '0');
};

const open = (given: Partial<Candidate> = {}): Candidate => ({
  id: `payment-${next()}`,
  participant_id: `person-${next()}`,
  participant_name: 'Brina Lah',
  guardian_name: null,
  email: null,
  family_id: null,
  cents: 5800n,
  expiration_date: '2026-11-30',
  reference_key: '',
  is_paid: false,
  ...given,
});
const transfer = (given: Partial<Transfer> = {}): Transfer => ({
  id: `transfer-${next()}`,
  cents: 5800n,
  payer_name: '',
  payer_iban: '',
  text: '',
  reference_keys: [],
  ...given,
});

/** Why the only transfer is matched, with what; undefined for none. */
function matched(one: Partial<Transfer>, candidates: Candidate[], payers: Record<string, string[]> = {}) {
  const its = transfer(one);
  const known = new Map(Object.entries(payers).map(([iban, people]) => [iban, new Set(people)]));
  const match = matchTransfers([its], candidates, known).get(its.id);
  return (
    match && [
      match.reason,
      match.certainty,
      ...match.shares.map(({ payment_id, cents }) => [payment_id, cents]),
    ]
  );
}

const key = 'SI121200000000001';
const referring = { reference_keys: [key] };
/** What payments of one participant have in common. */
const mine = { reference_key: key, participant_id: 'me' };

describe('a reference', () => {
  it('with the amount is sure, whoever pays; the first due comes first', () => {
    const later = open({ ...mine, expiration_date: '2026-12-15' });
    const sooner = open({ ...mine, expiration_date: '2026-11-15' });
    const match = matched({ ...referring, payer_name: 'Nekdo Drug' }, [later, sooner]);
    expect(match).toEqual(['reference', 'sure', [sooner.id, 5800n]]);
  });

  it('of a payment that was marked as paid by hand is booked on it, after open ones', () => {
    const paid = open({ ...mine, is_paid: true, expiration_date: '2026-01-01' });
    expect(matched(referring, [paid])).toEqual(['booked', 'probable', [paid.id, 5800n]]);
    const other = open({ ...mine });
    expect(matched(referring, [paid, other])?.[0]).toBe('reference');
    expect(matched({ ...referring, cents: 100n }, [paid])).toBeUndefined();
  });

  it('with another amount pays several, a part, or leaves something', () => {
    const months = ['2026-10-15', '2026-11-15', '2026-12-15'].map((expiration_date) =>
      open({ ...mine, expiration_date }),
    );
    const [october, november, december] = months.map(({ id }) => id);
    expect(matched({ ...referring, cents: 11_600n }, months)).toEqual([
      'several',
      'probable',
      [october, 5800n],
      [november, 5800n],
    ]);
    expect(matched({ ...referring, cents: 2000n }, months)).toEqual(['part', 'probable', [october, 2000n]]);
    expect(matched({ ...referring, cents: 6000n }, months)).toEqual([
      'too_much',
      'probable',
      [october, 5800n],
    ]);
    expect(matched({ ...referring, cents: 20_000n }, months)).toEqual([
      'too_much',
      'probable',
      ...[october, november, december].map((id) => [id, 5800n]),
    ]);
  });

  it('is proposed at once for transfers that pay one payment in parts, and for what is left to the next one', () => {
    const [november, december] = ['2026-11-15', '2026-12-15'].map((expiration_date) =>
      open({ ...mine, cents: 10_000n, expiration_date }),
    );
    const both = [november, december].flatMap((one) => one ?? []);
    const told = (...amounts: bigint[]) => {
      const sent = amounts.map((cents) => transfer({ ...referring, cents }));
      const matches = matchTransfers(sent, both, new Map());
      return sent.map(({ id }) => {
        const match = matches.get(id);
        return match && [match.reason, ...match.shares.map(({ cents, owed }) => [cents, owed])];
      });
    };
    expect(told(6000n, 4000n)).toEqual([
      ['part', [6000n, 10_000n]],
      ['rest', [4000n, 4000n]],
    ]);
    expect(told(6000n, 1000n, 3500n)).toEqual([
      ['part', [6000n, 10_000n]],
      ['part', [1000n, 4000n]],
      ['too_much', [3000n, 3000n]],
    ]);
    expect(told(6000n, 14_000n, 5n)).toEqual([
      ['part', [6000n, 10_000n]],
      ['several', [4000n, 4000n], [10_000n, 10_000n]],
      undefined,
    ]);
    // the whole one goes to who pays it whole
    expect(told(6000n, 10_000n)).toEqual([
      ['part', [6000n, 10_000n]],
      ['reference', [10_000n, 10_000n]],
    ]);
  });

  it('that several people have says nothing by itself', () => {
    const [ena, dve] = ['Ena Kos', 'Dve Rus'].map((participant_name) =>
      open({ reference_key: key, participant_name }),
    );
    const both = [ena, dve].flatMap((one) => one ?? []);
    for (const cents of [5800n, 11_600n, 2000n, 6000n])
      expect(matched({ ...referring, cents }, both)).toBeUndefined();
    expect(matched({ ...referring, payer_name: 'Ana Rus' }, both)).toEqual([
      'name',
      'probable',
      [dve?.id, 5800n],
    ]);
  });

  it('of one child pays for another of the household too', () => {
    const tim = open({ reference_key: key, cents: 7900n, email: 'kovac@example.com' });
    const zala = open({ cents: 7900n, email: 'kovac@example.com' });
    expect(matched({ ...referring, cents: 15_800n }, [tim, zala])?.[0]).toBe('several');
  });

  it('goes before everything else that other transfers say', () => {
    const only = open({ reference_key: key });
    const [named, referred] = [transfer({ payer_name: 'Petra Lah' }), transfer(referring)];
    const matches = matchTransfers([named, referred], [only], new Map());
    expect([...matches.keys()]).toEqual([referred.id]);
  });
});

describe('a known account', () => {
  it('with the amount of one of its payments is probable', () => {
    const [mine, other] = [open(), open()];
    expect(matched({ payer_iban: 'SI1' }, [other, mine], { SI1: [mine.participant_id] })).toEqual([
      'payer',
      'probable',
      [mine.id, 5800n],
    ]);
    expect(
      matched({ payer_iban: 'SI1', cents: 5700n }, [mine], { SI1: [mine.participant_id] }),
    ).toBeUndefined();
  });

  it('pays the sum of a household', () => {
    const [tim, zala] = [open({ family_id: 'f' }), open({ family_id: 'f' })];
    const payers = { SI1: [tim.participant_id] };
    expect(matched({ payer_iban: 'SI1', cents: 11_600n }, [tim, zala], payers)?.[0]).toBe('several');
  });
});

describe('a name', () => {
  it('is the surname of the participant or the guardian, without accents and in any order, with the amount', () => {
    const child = open({ participant_name: 'Tinkara Drnovšek' });
    expect(matched({ payer_name: 'DRNOVSEK MATEJ' }, [child, open()])).toEqual([
      'name',
      'probable',
      [child.id, 5800n],
    ]);
    const guarded = open({ participant_name: 'Tinkara Kos', guardian_name: 'Matej Drnovšek' });
    expect(matched({ payer_name: 'Matej Drnovsek' }, [guarded])?.[0]).toBe('name');
    expect(matched({ payer_name: 'Matej Drnovšek', cents: 5799n }, [child])).toBeUndefined();
    // the given name alone, or an amount alone, is nothing
    expect(matched({ payer_name: 'Tinkara Zupan' }, [child])).toBeUndefined();
    expect(matched({}, [child])).toBeUndefined();
  });

  it('in the words needs the given name as well', () => {
    const child = open({ participant_name: 'Tinkara Drnovšek' });
    expect(matched({ payer_name: 'Ana Zupan', text: 'vadnina tinkara drnovšek' }, [child])?.[0]).toBe('name');
    expect(matched({ payer_name: 'Ana Zupan', text: 'vadnina drnovšek' }, [child])).toBeUndefined();
  });

  it('of two people is told apart by the given name, else by nobody', () => {
    const [ena, dve] = [open({ participant_name: 'Ena Novak' }), open({ participant_name: 'Dve Novak' })];
    expect(matched({ payer_name: 'Ana Novak' }, [ena, dve])).toBeUndefined();
    expect(matched({ payer_name: 'Ana Novak', text: 'za Dve' }, [ena, dve])).toEqual([
      'name',
      'probable',
      [dve.id, 5800n],
    ]);
    const later = open({ ...ena, id: 'later', expiration_date: '2026-12-31' });
    expect(matched({ payer_name: 'Ana Novak' }, [later, ena])).toEqual(['name', 'probable', [ena.id, 5800n]]);
  });

  it('pays the sum of one household', () => {
    const same = { email: 'kovac@example.com', cents: 7900n };
    const tim = open({ ...same, participant_name: 'Tim Kovačič' });
    const zala = open({ ...same, participant_name: 'Zala Kovačič' });
    expect(matched({ payer_name: 'Mateja Kovačič', cents: 15_800n }, [tim, zala])).toEqual([
      'several',
      'probable',
      [tim.id, 7900n],
      [zala.id, 7900n],
    ]);
    const others = ['Jan Kovačič', 'Eva Kovačič'].map((participant_name) =>
      open({ ...same, participant_name, email: 'b@example.com' }),
    );
    expect(matched({ payer_name: 'Mateja Kovačič', cents: 15_800n }, [tim, zala, ...others])).toBeUndefined();
  });
});

it('a payment is proposed for one transfer alone', () => {
  const payments = [open({ ...mine }), open({ ...mine })];
  const transfers = [1, 2, 3].map(() => transfer(referring));
  const matches = matchTransfers(transfers, payments, new Map());
  const proposed = [...matches.values()].flatMap(({ shares }) => shares.map(({ payment_id }) => payment_id));
  expect(proposed.sort()).toEqual(payments.map(({ id }) => id).sort());
});
