import { alternately, type Case, get, startLoader } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/** The participants page of a database with 1 000 of them and of one with 1 000 000, one request after the other. */
export const growth: Case = {
  name: 'growth',
  run: async (stage, parts) => {
    const send = startLoader(parts);
    const side = async (site: Site) => {
      // what other cases applied and took back lies dead at the end of the index until autovacuum comes by
      await site.owner.query('vacuum participants');
      const app = await startApp(parts, site);
      const headers = { authorization: `Bearer ${site.token}` };
      const targets = [['/api/participants?limit=50&sort=-application_date']];
      const seconds = stage.quick ? 1 : 3;
      return {
        server: app,
        load: () => send({ port: app.port, connections: 1, seconds, request: get(headers), targets }),
      };
    };
    const { ours, limit } = await alternately(stage, await side(stage.large), await side(stage.small));
    return [
      {
        case: 'participants page at 1 000 000 and at 1 000',
        unit: 'ms',
        ours: ours.median,
        limit: limit.median,
        ratio: ours.median / limit.median,
        target: { at: 'most', value: 1.1 },
        cpu: { ours: ours.cpu, limit: limit.cpu },
      },
    ];
  },
};
