import { expect, test } from 'vitest';
import { creditOf, takeOff } from './fee-credit.ts';
import { type FeeRules, familyPositions, reduced } from './fee-discounts.ts';
import { type FeePayer, type FeePlan, type FeeSeason, feeTotal, planPrice } from './fee-plan.ts';
import { feeLines } from './fees.ts';

// fixed days: plans, seasons and days of joining are all given

const plan: FeePlan = {
  rhythm: 'monthly',
  kind: 'tuition',
  amount: 8500n,
  due_date: null,
  days_after: 8,
  day_of_month: 31,
  first_month: '2027-09',
  last_month: '2028-06',
  free_months: [12],
  instalments: [],
  joining_fee: 0n,
  late_start: 'months',
};
const rules: FeeRules = { family: null, family_sessions: [], member: null, at_once: null };
const season: FeeSeason = { start_date: '2027-09-01', end_date: '2028-06-30', sessions: [] };
const payer: FeePayer = {
  joined_on: '2027-08-20',
  left_on: null,
  family_position: 1,
  family_sessions: 0,
  member: false,
  at_once: false,
};

type Given = {
  plan?: Partial<FeePlan>;
  rules?: Partial<FeeRules>;
  season?: Partial<FeeSeason>;
  payer?: Partial<FeePayer>;
};
const linesOf = (given: Given, until = '2028-12') =>
  feeLines(
    { ...plan, ...given.plan },
    { ...rules, ...given.rules },
    { ...season, ...given.season },
    { ...payer, ...given.payer },
    until,
  );
const shortly = (given: Given, until?: string) =>
  linesOf(given, until).map(({ period, due_date, amount }) => `${period} ${due_date} ${amount}`);
const thirds = [
  { due_date: '2027-10-15', amount: 10_000n },
  { due_date: '2028-01-15', amount: 10_000n },
  { due_date: '2028-04-15', amount: 10_000n },
];
const byInstalments = { rhythm: 'instalments', instalments: thirds } as const;

test('asks for each month on its day, the last of a shorter month, and for nothing in free months', () => {
  const lines = linesOf({});
  expect(lines.map(({ due_date }) => due_date)).toEqual([
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
    '2028-04-30',
    '2028-05-31',
    '2028-06-30',
  ]);
  expect(feeTotal(lines)).toBe(76_500n);
  expect(lines.at(-1)).toMatchObject({ instalment: 9, instalments: 9 });
  expect(
    shortly({ plan: { first_month: '2027-02', last_month: '2027-02' }, payer: { joined_on: '2027-01-01' } }),
  ).toEqual(['2027-02 2027-02-28 8500']);
});

test('goes on over the end of a year without a last month, as far as it is asked for', () => {
  const lines = linesOf({ plan: { last_month: null, free_months: [], day_of_month: 5 } }, '2028-01');
  expect(lines.map(({ period }) => period)).toEqual(['2027-09', '2027-10', '2027-11', '2027-12', '2028-01']);
  expect(lines[0]).toMatchObject({ instalment: null, instalments: null });
});

test('counts days over the change of clocks', () => {
  const once = { rhythm: 'once', due_date: null, days_after: 8 } as const;
  expect(shortly({ plan: once, payer: { joined_on: '2027-03-27' }, season: { start_date: null } })).toEqual([
    'once 2027-04-04 8500',
  ]);
  expect(shortly({ plan: once, payer: { joined_on: '2027-10-30' }, season: { start_date: null } })).toEqual([
    'once 2027-11-07 8500',
  ]);
});

test('gives late starters the months that are left, at the earliest some days after they join', () => {
  const late = { joined_on: '2028-04-28' };
  expect(shortly({ payer: late })).toEqual([
    '2028-04 2028-05-06 8500',
    '2028-05 2028-05-31 8500',
    '2028-06 2028-06-30 8500',
  ]);
  expect(linesOf({ plan: { late_start: 'whole' }, payer: late })).toHaveLength(9);
  // ten months, three of which are left
  expect(shortly({ plan: { rhythm: 'once', due_date: '2027-09-15' }, payer: late })).toEqual([
    'once 2028-05-06 2550',
  ]);
  expect(linesOf({ payer: { joined_on: '2028-07-01' } })).toEqual([]);
});

test('gives late starters the sessions that are left', () => {
  const sessions = ['2028-04-06', '2028-04-13', '2028-04-20', '2028-04-27', '2028-05-04'];
  const late = {
    plan: { late_start: 'sessions' },
    season: { sessions },
    payer: { joined_on: '2028-04-20' },
  } as const;
  expect(linesOf(late).map(({ amount }) => amount)).toEqual([4250n, 8500n, 8500n]);
  expect(shortly({ ...late, plan: { ...late.plan, rhythm: 'once', due_date: null } })).toEqual([
    'once 2028-04-28 5100',
  ]);
});

test('divides what is left over the instalments ahead, the rest to the last', () => {
  const late = { plan: byInstalments, payer: { joined_on: '2027-12-10' } };
  // 300.00 × 7 of 10 months
  expect(shortly(late)).toEqual(['2 2028-01-15 10500', '3 2028-04-15 10500']);
  expect(shortly({ plan: byInstalments, payer: { joined_on: '2028-06-01' } })).toEqual(['3 2028-06-09 3000']);
  const uneven = thirds.map((one) => ({ ...one, amount: 3333n }));
  const lines = linesOf({
    plan: { ...byInstalments, instalments: uneven },
    payer: { joined_on: '2027-10-01' },
  });
  // 99.99 × 9 of 10 months = 89.991
  expect(lines.map(({ amount }) => amount)).toEqual([2999n, 2999n, 3001n]);
});

test('asks for the joining fee once, with the first payment and without discounts', () => {
  const [fee, first] = linesOf({
    plan: { joining_fee: 2000n },
    rules: { member: { percent: 5000n } },
    payer: { member: true },
  });
  expect(fee).toMatchObject({
    period: 'joining',
    kind: 'other',
    amount: 2000n,
    discounts: [],
    instalment: null,
  });
  expect(fee?.due_date).toBe(first?.due_date);
  expect(first).toMatchObject({ amount: 4250n, instalment: 1 });
});

test('takes discounts off in a fixed order, each of what is left, half a cent up', () => {
  const all: FeeRules = {
    family: { percent: 1000n },
    family_sessions: [
      { sessions: 5, percent: 3000n },
      { sessions: 3, percent: 2000n },
    ],
    member: { amount: 1000n },
    at_once: 500n,
  };
  const second = { ...payer, family_position: 2, family_sessions: 4, member: true };
  expect(reduced(8505n, all, second)).toEqual({
    discounts: [
      { reason: 'family', amount: 851n },
      { reason: 'family_sessions', amount: 1531n },
      { reason: 'member', amount: 1000n },
    ],
    amount: 5123n,
  });
  expect(reduced(500n, { ...rules, member: { amount: 1000n } }, second)).toEqual({
    discounts: [{ reason: 'member', amount: 500n }],
    amount: 0n,
  });
});

test('makes one payment of all for who pays at once, where a plan ends', () => {
  const at_once = {
    rules: { at_once: 500n, member: { percent: 1000n } },
    payer: { at_once: true, member: true },
  };
  expect(linesOf({ ...at_once, plan: byInstalments })).toEqual([
    {
      period: 'all',
      kind: 'tuition',
      due_date: '2027-10-15',
      gross: 30_000n,
      discounts: [
        { reason: 'member', amount: 3000n },
        { reason: 'at_once', amount: 1350n },
      ],
      amount: 25_650n,
      instalment: 1,
      instalments: 1,
    },
  ]);
  expect(linesOf({ ...at_once, plan: { last_month: null } }, '2027-10')).toHaveLength(2);
});

test('owes nothing that is due after leaving', () => {
  expect(shortly({ plan: byInstalments, payer: { left_on: '2028-01-15' } })).toEqual([
    '1 2027-10-15 10000',
    '2 2028-01-15 10000',
  ]);
});

test("counts a family's children by what they cost, whatever order they are given in", () => {
  const dear = { ...plan, ...byInstalments };
  expect([planPrice(plan), planPrice(dear), planPrice({ ...plan, last_month: null })]).toEqual([
    76_500n,
    30_000n,
    93_500n,
  ]);
  const family = [
    { person: 'ana', plan: dear, joined_on: '2027-09-01' },
    { person: 'bor', plan, joined_on: '2027-09-02' },
    { person: 'cene', plan: dear, joined_on: '2027-08-01' },
    { person: 'ana', plan: dear, joined_on: '2027-07-01' },
  ];
  for (const order of [family, family.toReversed()])
    expect(Object.fromEntries(familyPositions(order))).toEqual({ bor: 1, ana: 2, cene: 3 });
});

/** Numbers that are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const day = () => new Date(Date.UTC(2027, 5, 1) + next(500) * 86_400_000).toISOString().slice(0, 10);
  const pick = <T>(of: readonly T[]) => of[next(of.length)] as T;
  return { next, day, pick };
}

test('adds up to the cent for plans at random, and says the same again', () => {
  const { next, day, pick } = seeded(20_271);
  for (let run = 0; run < 3000; run++) {
    const sessions = Array.from({ length: next(60) }, day).toSorted();
    const reduction = () => pick([null, { percent: BigInt(next(10_001)) }, { amount: BigInt(next(20_000)) }]);
    const given = {
      plan: {
        rhythm: pick(['once', 'monthly', 'instalments'] as const),
        amount: BigInt(1 + next(100_000)),
        due_date: pick([null, day()]),
        days_after: next(30),
        day_of_month: 1 + next(31),
        last_month: pick([null, '2028-06']),
        free_months: [1 + next(12)],
        instalments: Array.from({ length: 1 + next(9) }, () => ({
          due_date: day(),
          amount: BigInt(1 + next(9999)),
        })),
        joining_fee: BigInt(next(2) * 1999),
        late_start: pick(['whole', 'months', 'sessions'] as const),
      },
      rules: {
        family: reduction(),
        family_sessions: [{ sessions: 1 + next(4), percent: BigInt(next(10_001)) }],
        member: reduction(),
        at_once: pick([null, BigInt(next(10_001))]),
      },
      season: { sessions },
      payer: {
        joined_on: day(),
        left_on: pick([null, null, day()]),
        family_position: 1 + next(3),
        family_sessions: next(6),
        member: next(2) === 1,
        at_once: next(4) === 0,
      },
    };
    const lines = linesOf(given, '2028-08');
    expect(linesOf(given, '2028-08')).toEqual(lines);
    expect(new Set(lines.map(({ period }) => period)).size).toBe(lines.length);
    for (const { gross, discounts, amount, due_date } of lines) {
      expect(amount >= 0n && discounts.every((one) => one.amount > 0n)).toBe(true);
      expect(gross - feeTotal(discounts)).toBe(amount);
      expect(due_date >= given.payer.joined_on).toBe(true);
    }
    // nobody pays more than the whole before discounts
    const tuition = lines.filter(({ period }) => period !== 'joining');
    const most = planPrice({ ...plan, ...given.plan });
    if (given.plan.rhythm !== 'monthly' || given.plan.last_month)
      expect(tuition.reduce((sum, { gross }) => sum + gross, 0n) <= most).toBe(true);
    // before the season, and from the first session on, the whole is owed to the cent
    const early = { ...given, payer: { ...given.payer, joined_on: '2027-05-01', left_on: null } };
    const whole = linesOf(early, '2028-08').filter(({ period }) => period !== 'joining');
    if (given.plan.rhythm !== 'monthly' || given.plan.last_month)
      expect(whole.reduce((sum, { gross }) => sum + gross, 0n)).toBe(most);
  }
});

test.each([
  ['two of ten months are over', '2027-11-23', 17_000n, 13_600n],
  ['less was paid than they cost', '2027-11-23', 3000n, 0n],
  ['it has not begun', '2027-08-31', 17_000n, 17_000n],
  ['it is over', '2028-07-01', 17_000n, 0n],
  ['a part was paid', '2028-01-10', 8500n, 1700n],
])('of a season that was paid in advance there is left, when %s', (_, day, held, left) => {
  const payments = [
    { amount: held, held: true, due_date: '2027-09-15' },
    { amount: 17_000n - held, held: false, due_date: '2027-09-15' },
  ];
  const paid = { payments, from: '2027-09-01', to: '2028-06-30', left: null };
  expect(creditOf(paid, day)).toBe(left);
  // where nobody knows how long it lasts, what is due later
  const later = { amount: 8500n, held: true, due_date: '2029-01-01' };
  expect(creditOf({ ...paid, payments: [...payments, later], to: null }, day)).toBeGreaterThanOrEqual(8500n);
  expect(creditOf({ ...paid, payments: [...payments, later], to: null }, '2028-12-01')).toBe(8500n);
});

test('what was paid in advance is taken off to the cent, whatever was paid and is asked for', () => {
  const { next, pick } = seeded(31);
  for (let run = 0; run < 3000; run++) {
    const whole = BigInt(1 + next(100_000));
    const held = pick([whole, BigInt(next(Number(whole) + 1))]);
    const day = `202${7 + next(2)}-${String(1 + next(12)).padStart(2, '0')}-15`;
    const to = pick(['2028-06-30', null]);
    const left = pick([null, '2027-12-01']);
    const former = {
      payments: [
        { amount: held, held: true, due_date: '2028-03-15' },
        { amount: whole - held, held: false, due_date: '2028-03-15' },
      ],
      ...{ from: '2027-09-10', to, left },
    };
    const credit = creditOf(former, day);
    expect(credit >= 0n && credit <= held).toBe(true);
    const lines = linesOf({
      plan: { amount: BigInt(1 + next(20_000)), joining_fee: BigInt(next(2) * 1999) },
      rules: { member: { percent: BigInt(next(10_001)) } },
      payer: { joined_on: day, member: true },
    });
    const paid = { plans: [former], months: [], taken: new Map<string, bigint>() };
    const { lines: owed, left: over } = takeOff(lines, paid, day);
    const off = feeTotal(lines) - feeTotal(owed);
    expect(off + over).toBe(credit);
    for (const { gross, discounts, amount, period } of owed) {
      expect(amount >= 0n && gross - feeTotal(discounts) === amount).toBe(true);
      if (period === 'joining') expect(discounts).toEqual([]);
    }
    // the last one leaves nothing that it could take
    const tuition = owed.filter(({ period }) => period !== 'joining');
    if (over > 0n && tuition.length > 0) expect(tuition.at(-1)?.amount).toBe(0n);
    // in two goes, as months fall due, it is the same
    const half = next(lines.length + 1);
    const takenOf = ({ discounts }: (typeof owed)[number]) =>
      feeTotal(discounts.filter(({ reason }) => reason === 'paid_before'));
    const taken = new Map(owed.slice(0, half).map((line) => [line.period, takenOf(line)]));
    expect(takeOff(lines, { ...paid, taken }, day).lines.slice(half)).toEqual(owed.slice(half));
  }
});
