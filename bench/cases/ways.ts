import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { startPart } from '../../server/src/lifecycle.ts';
import { pooledVariables, startPooler } from '../../server/test/processes/pooler.ts';
import { startReplica } from '../../server/test/processes/replica-cluster.ts';
import { alternately, type Case, get, startLoader } from '../measure.ts';
import { seed } from '../seed.ts';
import { openSite, type Stage, startApp } from '../stage.ts';
import { throughput } from './requests.ts';

/**
 * A page of visitors and a list of staff through PgBouncer, and with a replica, each beside the way straight to the database. The
 * processor is that of the primary, which is what both are for. Databases, application and load share this machine.
 */
export const ways: Case<Pick<Stage, 'quick' | 'say'>> = {
  name: 'ways',
  run: async ({ quick, say }, parts) => {
    const dir = mkdtempSync(join(tmpdir(), 'vpisnik-bench-ways-'));
    parts.defer(() => rmSync(dir, { recursive: true, force: true }));
    const { url } = await startPart(parts, startEmbedded({ dir, fast: true, replicated: true }));
    await migrate({ databaseUrl: url });
    await seed(url, [{ participants: 20_000, groups: 40 }]);
    const replica = await startReplica({ dir, url });
    parts.defer(() => replica.stop());
    await replica.caughtUp();
    const site = await openSite(parts, new URL(url), 1);
    const pooler = await startPart(parts, startPooler(url, join(dir, 'pooler')));
    const cpu = cpuOf(join(dir, 'cluster/data'));

    const direct = await startApp(parts, site);
    const others = {
      'through PgBouncer': await startApp(parts, site, pooledVariables(pooler, 'vpisnik')),
      'with a replica': await startApp(parts, site, {
        DATABASE_REPLICA_URL: Object.assign(new URL(replica.url), { username: '', password: '' }).href,
      }),
    };
    const send = startLoader(parts);
    const results = [];
    for (const [named, target, headers] of [
      ['public group page', `/public/${site.organizationId}/groups/${site.groupIds[0]}/apply`, {}],
      ['participants page', '/api/participants?limit=50', { authorization: `Bearer ${site.token}` }],
    ] as const) {
      const side = ({ port }: { port: number }) => ({
        server: { cpu },
        load: () =>
          send({
            ...{ port, connections: 16, seconds: quick ? 1.5 : 4 },
            ...{ request: get({ ...headers }), targets: [[target]] },
          }),
      });
      for (const [way, app] of Object.entries(others)) {
        const { ours, limit } = await alternately({ quick }, side(app), side(direct));
        results.push(throughput(`${named}, ${way}`, ours, limit));
      }
    }
    const [sent] = await replica.ask<{ count: number }>(
      `select xact_commit::integer as count from pg_stat_database where datname = 'vpisnik'`,
    );
    say(`the replica has ended ${sent?.count} transactions`);
    return results;
  },
};

/** Milliseconds of processor that the processes of a cluster have used so far. */
function cpuOf(data: string): () => Promise<number> {
  const postmaster = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  return async () => {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        // after the name in brackets: state, parent, …, time of its own in user and kernel mode, and of ended children
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        const times = fields.slice(11, pid === postmaster ? 15 : 13);
        if (pid === postmaster || fields[1] === postmaster) for (const time of times) ticks += Number(time);
      } catch {
        // it has ended meanwhile
      }
    }
    return ticks * 10;
  };
}
