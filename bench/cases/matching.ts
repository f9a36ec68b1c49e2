import { type MoneyCase, medianOf } from '../measure.ts';
import { startApp } from '../stage.ts';

/** A bank statement of 5 000 transfers is opened: what each of them probably pays among 100 000 open payments. */
export const matching: MoneyCase = {
  name: 'matching',
  run: async ({ money, quick }, parts) => {
    const app = await startApp(parts, money);
    const api = `http://127.0.0.1:${app.port}/api`;
    const headers = { authorization: `Bearer ${money.token}` };
    const read = async <T>(path: string): Promise<T> => {
      const answer = await fetch(api + path, { headers });
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const { results } = await read<{ results: { id: string }[] }>('/statements');
    const { rows } = await money.owner.query<{ open: number }>(
      `select count(*)::integer as open from payments
       where organization_id = $1 and status in ('pending', 'expired', 'failed')`,
      [money.organizationId],
    );
    const times: number[] = [];
    let entries: { proposals?: unknown[] }[] = [];
    for (let round = -1; round < (quick ? 1 : 5); round += 1) {
      const began = performance.now();
      ({ entries } = await read<{ entries: object[] }>(`/statements/${results[0]?.id}`));
      if (round >= 0) times.push(performance.now() - began);
    }
    return [
      {
        case: 'matching 5 000 transfers with 100 000 open payments',
        unit: 'ms',
        ours: medianOf(times),
        limit: null,
        ratio: medianOf(times),
        target: { at: 'most', value: 5000 },
        note: `${entries.length} transfers, ${rows[0]?.open} open payments`,
      },
    ];
  },
};
