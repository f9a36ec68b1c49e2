import { alternately, type Case, get, startLoader } from '../measure.ts';
import type { Loaded } from '../processes/load.ts';
import { type Site, type Stage, startApp } from '../stage.ts';

/** Consecutive searches: latency over HTTP, signed in, compared with the bare statement as the table owner, without policies. */
export const search: Case = {
  name: 'search',
  run: async (stage, parts) => {
    const { large } = stage;
    const app = await startApp(parts, large);
    const send = startLoader(parts);
    const headers = { authorization: `Bearer ${large.token}` };
    const target = '/api/participants?limit=50&sort=-application_date&search=novak';
    const { ours, limit } = await alternately(
      stage,
      {
        server: app,
        load: () =>
          send({
            port: app.port,
            connections: 1,
            seconds: time(stage),
            request: get(headers),
            targets: [[target]],
          }),
      },
      { server: { cpu: async () => 0 }, load: () => bareSearches(large, time(stage)) },
    );
    return [
      {
        case: 'participants search "novak" in 100 000',
        unit: 'ms',
        ours: ours.median,
        limit: limit.median,
        ratio: ours.median / limit.median,
        target: { at: 'most', value: 1.5 },
        cpu: { ours: ours.cpu, limit: limit.cpu },
      },
    ];
  },
};

const time = ({ quick }: Stage) => (quick ? 1 : 3);

/** The search as a single-tenant application would write it. */
const bare = `select p.*, g.name as group_name from participants p
  join groups g on g.organization_id = p.organization_id and g.id = p.group_id
  where p.organization_id = $1 and p.search like '%' || app.fold($2) || '%'
  order by p.application_date desc, p.id desc limit 51`;

async function bareSearches({ owner, organizationId }: Site, seconds: number): Promise<Loaded> {
  const began = performance.now();
  const times: number[] = [];
  const client = await owner.connect();
  while (performance.now() - began < seconds * 1000) {
    const started = performance.now();
    await client.query({ name: 'bare_search', text: bare, values: [organizationId, 'novak'] });
    times.push(performance.now() - started);
  }
  client.release();
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const passed = (performance.now() - began) / 1000;
  return { completed: times.length, seconds: passed, statuses: {}, median, p99: 0, bytes: 0 };
}
