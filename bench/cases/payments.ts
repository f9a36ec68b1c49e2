import { capture } from '../capture.ts';
import { besideStatements, type MoneyCase } from '../measure.ts';
import type { MoneyStage } from '../stage.ts';

/** What is asked of 1 000 000 payments: its name, and the address. */
const asked = [
  ['payments list at 1 000 000', '/api/payments?limit=50'],
  [
    'overdue payments with their total, at 1 000 000',
    '/api/payments?limit=50&status=overdue&with_total=true',
  ],
  ['sums of all payments at 1 000 000', '/api/payments/summary'],
  ['report of all payments by group at 1 000 000', '/api/payments/report?by=group'],
] as const;

/** Lists and sums of payments over HTTP, signed in, beside their own statements as the table owner, without policies. */
export const paymentsList: MoneyCase = {
  name: 'payments-list',
  run: async (stage) => {
    const results = [];
    for (const [name, address] of asked) {
      await using own = new AsyncDisposableStack();
      const beside = await besideStatements(
        { quick: stage.quick, large: stage.money },
        own,
        address,
        await statementsOf(stage, address),
      );
      const { ours, limit } = beside;
      results.push({
        case: name,
        unit: '/s',
        ours: 1000 / ours.median,
        limit: 1000 / limit.median,
        ratio: limit.median / ours.median,
        target: { at: 'least' as const, value: 0.6 },
        cpu: { ours: ours.cpu, limit: limit.cpu },
      });
    }
    return results;
  },
};

/** The statements of a request but those that open its scope. */
async function statementsOf({ money }: MoneyStage, url: string) {
  const headers = { authorization: `Bearer ${money.token}` };
  const { statements } = await capture(money, 'api', { method: 'GET', url, headers });
  return statements.filter(({ text }) => /^\s*(select|with)/i.test(text) && !text.includes('app.enter'));
}
