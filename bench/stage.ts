import { join } from 'node:path';
import pg from 'pg';
import { createPools } from '../server/src/db/connection/pools.ts';
import { startEmbedded } from '../server/src/db/embedded/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type Env, processVariables, readEnv } from '../server/src/env.ts';
import { startPart } from '../server/src/lifecycle.ts';
import { mintAccessToken } from '../server/test/tokens.ts';
import { type Child, startChild } from './child.ts';
import { seedMoney } from './money-seed.ts';
import { isSeeded, type Size, seed } from './seed.ts';

/** A database that is filled, and what the cases need to know of its first organisation. */
export type Site = {
  env: Env;
  /** Connections as the table owner, to whom no policy applies. */
  owner: pg.Pool;
  organizationId: string;
  groupIds: string[];
  /** The administrator's address, with an access token. */
  email: string;
  token: string;
};

/** Databases that every case gets. A case puts whatever it starts onto `parts`. */
export type Stage = {
  /** 1 000 000 participants of 20 organisations, 100 000 of them in the first. */
  large: Site;
  /** 1 000 participants of one organisation. */
  small: Site;
  /** 10 000 participants in 200 groups of one organisation. */
  school: Site;
  /** An organisation of 10 000 groups, and one of 1 000. */
  groups: { tenThousand: Site; thousand: Site };
  quick: boolean;
  say: (text: string) => void;
};

/** The database of the cases about money, which need no other. */
export type MoneyStage = Pick<Stage, 'quick' | 'say'> & {
  /** 20 000 participants in 200 groups with 1 000 000 payments; a tenth of them in a quick run. */
  money: Site;
};

const LARGEST = 100_000;
const OTHERS = Array.from({ length: 19 }, (_, at) => Math.floor((1_000_000 - LARGEST + at) / 19));
/** Groups of 500, whatever the size of their organisation. */
const ofFiveHundred = (participants: number): Size => ({
  participants,
  groups: Math.ceil(participants / 500),
});

/** Starts the databases of the benches, which are kept between runs. */
export async function startDatabases(parts: AsyncDisposableStack): Promise<string> {
  const { dataDir } = readEnv({ DATA_DIR: processVariables().DATA_DIR }, 'test');
  const { url } = await startPart(parts, startEmbedded({ dir: join(dataDir, 'bench') }));
  return url;
}

/** Opens the database about money, and fills it the first time. */
export async function openMoneyStage(
  parts: AsyncDisposableStack,
  url: string,
  quick: boolean,
  say: (text: string) => void,
): Promise<MoneyStage> {
  const [name, size] = quick
    ? ['money_quick', { participants: 2000, groups: 20 }]
    : ['money', { participants: 20_000, groups: 200 }];
  const database = await openDatabase(url, name, [size], say, seedMoney);
  return { money: await openSite(parts, database, 1), quick, say };
}

/** Opens the other databases, and fills them the first time. */
export async function openStage(
  parts: AsyncDisposableStack,
  url: string,
  quick: boolean,
  say: (text: string) => void,
): Promise<Stage> {
  const database = (name: string, sizes: Size[]) => openDatabase(url, name, sizes, say);
  const large = await database('large', [LARGEST, ...OTHERS].map(ofFiveHundred));
  const small = await database('small', [1000].map(ofFiveHundred));
  const school = await database('school', [{ participants: 10_000, groups: 200 }]);
  const groups = await database(
    'groups',
    [10_000, 1000].map((count) => ({ participants: count * 10, groups: count })),
  );
  return {
    large: await openSite(parts, large, 1),
    small: await openSite(parts, small, 1),
    school: await openSite(parts, school, 1),
    groups: { tenThousand: await openSite(parts, groups, 1), thousand: await openSite(parts, groups, 2) },
    quick,
    say,
  };
}

/** A filled database of the newest schema, made now if there is none. */
async function openDatabase(
  clusterUrl: string,
  name: string,
  sizes: Size[],
  say: (text: string) => void,
  more?: (client: pg.ClientBase, organizationId: string) => Promise<void>,
): Promise<URL> {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  if (!(await isSeeded(url.href)) || !(await isMigrated(url.href))) {
    const total = sizes.reduce((sum, { participants }) => sum + participants, 0);
    say(`Making the database "${name}" of ${total} participants, once …`);
    const administrator = new pg.Client(clusterUrl);
    await administrator.connect();
    await administrator.query(`drop database if exists ${name} with (force)`);
    await administrator.query(`create database ${name}`);
    await administrator.end();
    await migrate({ databaseUrl: url.href });
    await seed(url.href, sizes, more);
  }
  return url;
}

/** Opens an organisation's site, by its number in the order of seeding. */
export async function openSite(parts: AsyncDisposableStack, url: URL, number: number): Promise<Site> {
  const env = readEnv({ DATABASE_URL: url.href }, 'test');
  const owner = new pg.Pool({ connectionString: url.href, max: 4 });
  const email = `staff${number}@bench.test`;
  parts.defer(() => owner.end());
  const { rows } = await owner.query<{ organization_id: string; account_id: string; groups: string[] }>(
    `select o.id as organization_id, a.id as account_id,
      array(select id from groups where organization_id = o.id and label like 'skupina-%' order by id)::text[] as groups
    from organizations o, accounts a where o.owner_email = $1 and a.email = $2`,
    [`owner${number}@bench.test`, email],
  );
  const [found] = rows;
  if (!found) throw new Error('The seeded organisation is missing');
  const pools = createPools(env);
  const token = await mintAccessToken(env, pools.system, found.account_id, { expiresIn: 6 * 3600 });
  await pools.close();
  return { env, owner, organizationId: found.organization_id, groupIds: found.groups, email, token };
}

/** Brings a filled database to the newest schema; one that has been on another branch's may not get there. */
async function isMigrated(databaseUrl: string): Promise<boolean> {
  return migrate({ databaseUrl }).then(
    () => true,
    () => false,
  );
}

/**
 * Starts the application in a process of its own, with the logs of production written nowhere.
 *
 * @param variables for instance `WORKER`, which lets it send mail as well
 */
export function startApp(
  parts: AsyncDisposableStack,
  { env }: Site,
  variables: Record<string, string> = {},
): Promise<Child> {
  return startChild(parts, 'app.ts', undefined, {
    DATABASE_URL: env.databaseUrl,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...variables,
  });
}
