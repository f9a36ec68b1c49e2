import { startChild } from '../child.ts';
import { type Case, type Result, startLoader } from '../measure.ts';
import type { Loaded } from '../processes/load.ts';
import { type Site, startApp } from '../stage.ts';
import { applicationRequest, forgetApplications, targetsOf } from './application.ts';

const PEOPLE = 2000;
const PLACES = 30;

/**
 * 2 000 people from networks of their own, all at once, for 30 places of one group, over two processes that send the
 * mails meanwhile. It measures and it checks: more than 30 taken, an answer too few or a mail too many end the bench.
 */
export const rush: Case = {
  name: 'rush',
  run: async (stage, parts) => {
    const site = stage.large;
    const smtp = await startChild(parts, 'smtp-sink.ts', undefined);
    const variables = { WORKER: 'true', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
    const apps = [await startApp(parts, site, variables), await startApp(parts, site, variables)];
    const loaders = apps.map(() => startLoader(parts));
    const results: Result[] = [];
    await forgetApplications(site);
    for (const whenFull of ['waitlist', 'close'] as const) {
      const { id, target } = await emptyGroup(site, whenFull);
      const started = performance.now();
      const loads = await Promise.all(
        apps.map(({ port }, at) =>
          loaders[at]?.({
            ...{ port, connections: 100, seconds: 120, requests: PEOPLE / 2 },
            ...{ request: applicationRequest(), targets: [target], from: 90_000_000 + at * PEOPLE },
          }),
        ),
      );
      const seconds = (performance.now() - started) / 1000;
      await check(site, id, whenFull, loads as Loaded[]);
      await forgetApplications(site);
      await restore(site, id);
      results.push({
        case: `rush of ${PEOPLE} for ${PLACES} places, ${whenFull}`,
        unit: 'applications/s',
        ours: PEOPLE / seconds,
        limit: null,
        ratio: seconds,
        target: { at: 'most', value: 60 },
        note: `${seconds.toFixed(1)} s in all, half of them waited ${(loads[0]?.median ?? 0).toFixed(0)} ms at most`,
      });
    }
    return results;
  },
};

/** The group of the rush, whose people are set aside for a while. */
async function emptyGroup(site: Site, whenFull: string): Promise<{ id: string; target: string[] }> {
  const id = site.groupIds.at(-1) ?? '';
  // of a run that was killed
  await restore(site, id);
  await site.owner.query(
    `update groups set capacity = $3, when_full = $4 where organization_id = $1 and id = $2`,
    [site.organizationId, id, PLACES, whenFull],
  );
  await site.owner.query(
    `update participants set status = 'inactive', previous_status = status where organization_id = $1 and group_id = $2`,
    [site.organizationId, id],
  );
  const target = (await targetsOf(site)).find(([path]) => path?.includes(id)) ?? [];
  return { id, target };
}

async function restore({ owner, organizationId }: Site, id: string): Promise<void> {
  const its = 'where organization_id = $1 and';
  await owner.query(`update groups set capacity = 1000, when_full = 'waitlist' ${its} id = $2`, [
    organizationId,
    id,
  ]);
  await owner.query(
    `update participants set status = previous_status, previous_status = null ${its} group_id = $2 and previous_status is not null`,
    [organizationId, id],
  );
}

async function check(site: Site, id: string, whenFull: string, loads: Loaded[]): Promise<void> {
  const answers: Record<string, number> = {};
  for (const { statuses } of loads)
    for (const [status, count] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + count;
  const { rows } = await site.owner.query<{ status: string; mails: number }>(
    `select status, (
       select count(*)::integer from mails m
       where m.organization_id = p.organization_id and m.participant_id = p.id and m.origin_id is null
     ) as mails
     from participants p where organization_id = $1 and group_id = $2 and email like 'maja.9%'
     order by application_date`,
    [site.organizationId, id],
  );
  const expected = whenFull === 'close' ? { '201': PLACES, '409': PEOPLE - PLACES } : { '201': PEOPLE };
  const waiting = whenFull === 'close' ? 0 : PEOPLE - PLACES;
  const statuses = rows.map(({ status }) => status);
  const right = [...Array(PLACES).fill('pending'), ...Array(waiting).fill('waitlisted')];
  const problems = [
    JSON.stringify(answers) !== JSON.stringify(expected) && `answers were ${JSON.stringify(answers)}`,
    statuses.join() !== right.join() && `${statuses.length} rows, not in the right states or order`,
    rows.some(({ mails }) => mails !== 2) &&
      'somebody has not exactly one confirmation and one notice to the staff',
  ].filter(Boolean);
  if (problems.length > 0) throw new Error(`The rush went wrong: ${problems.join('; ')}`);
}
