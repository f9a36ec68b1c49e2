import { capture } from '../capture.ts';
import { startChild } from '../child.ts';
import { alternately, type Case, get, type Result, startLoader } from '../measure.ts';
import type { BarePage } from '../processes/bare-pages.ts';
import { type Site, type Stage, startApp } from '../stage.ts';

const CONNECTIONS = 16;
const seconds = ({ quick }: Stage) => (quick ? 1.5 : 4);

/** The page of a group with its form. */
export const groupPage: Case = {
  name: 'group-page',
  run: (stage, parts) =>
    visitedPage(
      stage,
      parts,
      'public group page',
      `/public/${stage.large.organizationId}/groups/${stage.large.groupIds[0]}/apply`,
    ),
};

/** The programmes of an organisation with 100 000 participants, and where the groups of each stand. */
export const programmes: Case = {
  name: 'programmes',
  run: (stage, parts) =>
    visitedPage(
      stage,
      parts,
      'public page of programmes',
      `/public/${stage.large.organizationId}/categories`,
    ),
};

/** All groups of an organisation of 1 000, where visitors look for theirs. */
export const groupFinder: Case = {
  name: 'group-finder',
  run: (stage, parts) => {
    const site = stage.groups.thousand;
    return visitedPage(
      stage,
      parts,
      'public finder of groups',
      `/public/${site.organizationId}/groups`,
      site,
    );
  },
};

/** A page of visitors, as it is sent to a browser that asks for nothing in particular, and compressed. */
async function visitedPage(
  stage: Stage,
  parts: AsyncDisposableStack,
  named: string,
  url: string,
  site: Site = stage.large,
): Promise<Result[]> {
  const { statements, body } = await capture(site, 'public', { url });
  const options: BarePage = { databaseUrl: site.env.databasePublicUrl, statements, body };
  const bare = await startChild(parts, 'bare-pages.ts', options);
  const app = await startApp(parts, site);
  const send = startLoader(parts);
  const results: Result[] = [];
  for (const [says, headers] of [
    [named, {}],
    [`${named}, compressed`, { 'accept-encoding': 'gzip, deflate, br' }],
  ] as const) {
    const load = (port: number) => () =>
      send({
        port,
        connections: CONNECTIONS,
        seconds: seconds(stage),
        request: get({ ...headers }),
        targets: [[url]],
      });
    const { ours, limit } = await alternately(
      stage,
      { server: app, load: load(app.port) },
      { server: bare, load: load(bare.port) },
    );
    results.push(throughput(says, ours, limit));
  }
  return results;
}

/** The first fifty of 10 000 groups, as the staff's list asks for them. */
export const groupList: Case = {
  name: 'group-list',
  run: (stage, parts) =>
    sameBytes(
      stage,
      parts,
      stage.groups.tenThousand,
      'group list of 10 000, signed in',
      '/api/groups?limit=50',
    ),
};

/** The meetings of a week of 1 000 groups, as the dashboard asks for them. */
export const week: Case = {
  name: 'week',
  run: (stage, parts) =>
    sameBytes(
      stage,
      parts,
      stage.groups.thousand,
      'week of 1 000 groups, signed in',
      '/api/sessions?from=2026-11-16&to=2026-11-22',
    ),
};

/** Beside a bare server that checks the token, asks the same of the database and sends what we answer. */
async function sameBytes(
  stage: Stage,
  parts: AsyncDisposableStack,
  site: Site,
  says: string,
  url: string,
): Promise<Result[]> {
  const headers = { authorization: `Bearer ${site.token}` };
  const { statements, body } = await capture(site, 'api', { url, headers });
  const { publicUrl, secretKeys, databaseSystemUrl, databaseApiUrl } = site.env;
  const options: BarePage = {
    databaseUrl: databaseApiUrl,
    statements,
    body,
    tokens: { publicUrl, secretKeys, systemUrl: databaseSystemUrl },
  };
  const bare = await startChild(parts, 'bare-pages.ts', options);
  const app = await startApp(parts, site);
  const send = startLoader(parts);
  const load = (port: number) => () =>
    send({
      port,
      connections: CONNECTIONS,
      seconds: seconds(stage),
      request: get(headers),
      targets: [[url]],
    });
  const { ours, limit } = await alternately(
    stage,
    { server: app, load: load(app.port) },
    { server: bare, load: load(bare.port) },
  );
  return [throughput(says, ours, limit)];
}

/** Fifty participants of an organisation with 100 000, as the staff's screen asks for them. */
export const participantsPage: Case = {
  name: 'participants',
  run: async (stage, parts) => {
    const { large } = stage;
    const url = '/api/participants?limit=50&sort=-application_date';
    const headers = { authorization: `Bearer ${large.token}` };
    const { statements, body } = await capture(large, 'api', { url, headers });
    const columns = [
      ...Object.keys(JSON.parse(body).results[0]).filter((name) => name !== 'waiting_position'),
    ];
    const { publicUrl, secretKeys, databaseSystemUrl, databaseApiUrl } = large.env;
    const statement = statements.findIndex(({ text }) => text.includes('limit'));
    const options: BarePage = {
      databaseUrl: databaseApiUrl,
      statements,
      rowsOf: { statement, columns },
      tokens: { publicUrl, secretKeys, systemUrl: databaseSystemUrl },
    };
    const bare = await startChild(parts, 'bare-pages.ts', options);
    const app = await startApp(parts, large);
    const send = startLoader(parts);
    const load = (port: number) => () =>
      send({
        port,
        connections: CONNECTIONS,
        seconds: seconds(stage),
        request: get(headers),
        targets: [[url]],
      });
    const { ours, limit } = await alternately(
      stage,
      { server: app, load: load(app.port) },
      { server: bare, load: load(bare.port) },
    );
    return [throughput('participants page, signed in', ours, limit)];
  },
};

type Rounds = Awaited<ReturnType<typeof alternately>>['ours'];

/** Requests a second of both, of which ours is to reach six tenths. */
export function throughput(says: string, ours: Rounds, limit: Rounds): Result {
  return {
    case: says,
    unit: 'requests/s',
    ours: ours.rate,
    limit: limit.rate,
    ratio: ours.rate / limit.rate,
    target: { at: 'least', value: 0.6 },
    cpu: { ours: ours.cpu, limit: limit.cpu },
  };
}
