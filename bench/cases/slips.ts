import { type MoneyCase, medianOf, read, timed } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/** Payment data of a group with 500 open payments as one PDF: the time, and the memory beside that for one payment. */
export const slips: MoneyCase = {
  name: 'slips',
  run: async ({ money, quick }, parts) => {
    const app = await startApp(parts, money);
    const download = (path: string) => read(`http://127.0.0.1:${app.port}/api${path}`, money);
    const { group, payment, open } = await chosen(money);
    await download(`/payments/${payment}/slip.pdf`);
    const one = await app.peak();
    const times: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      times.push(await timed(() => download(`/groups/${group}/slips.pdf`)));
    }
    const all = await app.peak();
    return [
      {
        case: 'memory of 500 slips as a PDF beside one',
        unit: 'MB',
        ours: all,
        limit: one,
        ratio: all / one,
        target: { at: 'most', value: 1.5 },
        note: `${open} pages in ${Math.round(medianOf(times))} ms`,
      },
    ];
  },
};

/** The group whose number of open payments is nearest to 500, with one of them. */
async function chosen({ owner, organizationId }: Site) {
  const { rows } = await owner.query<{ group: string; payment: string; open: number }>(
    `select group_id as group, min(id::text) as payment, count(*)::integer as open from payments
     where organization_id = $1 and status in ('pending', 'expired', 'failed')
     group by group_id order by abs(count(*) - 500), group_id limit 1`,
    [organizationId],
  );
  const [group] = rows;
  if (!group) throw new Error('No group has open payments');
  return group;
}
