import pg from 'pg';
import { ask, type Child, launch } from './child.ts';
import type { Load, Loaded } from './processes/load.ts';
import { type MoneyStage, type Site, type Stage, startApp } from './stage.ts';

/** A figure of a case beside the one it is held against. */
export type Result = {
  case: string;
  unit: string;
  ours: number;
  /** Null for a case with only a bound. */
  limit: number | null;
  /** Compared with the target: ours / limit, or ours without a limit. */
  ratio: number;
  target: { at: 'least' | 'most'; value: number };
  /** Processor time of our process and of the limit's, in milliseconds a request. */
  cpu?: { ours: number; limit: number };
  note?: string;
};

/** A case of the bench: its name on the command line and its run. */
export type Case<On = Stage> = {
  name: string;
  run: (stage: On, parts: AsyncDisposableStack) => Promise<Result[]>;
};
/** A case that needs the database about money alone. */
export type MoneyCase = Case<MoneyStage>;

/** Starts a process that sends loads one at a time. */
export function startLoader(parts: AsyncDisposableStack): (load: Load) => Promise<Loaded> {
  const process = launch(parts, 'load.ts', undefined);
  return async (load) => {
    const loaded = await ask<Loaded>(process, load);
    if (loaded.completed === 0) throw new Error('The load got no answer');
    return loaded;
  };
}

/** One side's rounds: requests a second, the median time of a request, and processor time a request. */
type Round = { rate: number; median: number; cpu: number };
/** Something to be measured, with the processor it is charged for. */
type Side = { server: Pick<Child, 'cpu'>; load: () => Promise<Loaded> };

/** Takes both sides in turn, A B A B …, after a warm-up that counts for nothing; gives the medians of their rounds. */
export async function alternately(
  { quick }: Pick<Stage, 'quick'>,
  ours: Side,
  limit: Side,
  after: () => Promise<void> = async () => {},
): Promise<{ ours: Round; limit: Round }> {
  const rounds = { ours: [] as Round[], limit: [] as Round[] };
  const count = quick ? 2 : 6;
  for (let round = -1; round < count; round += 1) {
    for (const [name, side] of [
      ['ours', ours],
      ['limit', limit],
    ] as const) {
      const before = await side.server.cpu();
      const { completed, seconds, statuses, median } = await side.load();
      const cpu = ((await side.server.cpu()) - before) / completed;
      const refused = Object.keys(statuses).filter((status) => !status.startsWith('2'));
      if (refused.length > 0) throw new Error(`${name} answered ${JSON.stringify(statuses)}`);
      if (round >= 0) rounds[name].push({ rate: completed / seconds, median, cpu });
      await after();
    }
  }
  return { ours: medians(rounds.ours), limit: medians(rounds.limit) };
}

/** A statement of `besideStatements`; with a name it is prepared, without it is planned for its values, as ours for searches are. */
type Statement = { name?: string; text: string; values: unknown[] };

/**
 * Requests in a row to one address of the large organisation over HTTP, signed in, beside the statements that a
 * single-tenant application would send for the same, as the tables' owner and without policies.
 */
export async function besideStatements(
  stage: Pick<Stage, 'large' | 'quick'>,
  parts: AsyncDisposableStack,
  address: string,
  statements: Statement[],
): Promise<{ ours: Round; limit: Round }> {
  const { large, quick } = stage;
  const seconds = quick ? 1 : 3;
  const { port, cpu } = await startApp(parts, large);
  const send = startLoader(parts);
  const request = get({ authorization: `Bearer ${large.token}` });
  const targets = [[address]];
  return alternately(
    stage,
    { server: { cpu }, load: () => send({ port, connections: 1, seconds, request, targets }) },
    { server: { cpu: async () => 0 }, load: () => inARow(large.owner, statements, seconds) },
  );
}

async function inARow(owner: pg.Pool, statements: Statement[], seconds: number): Promise<Loaded> {
  const began = performance.now();
  const times: number[] = [];
  const client = await owner.connect();
  while (performance.now() - began < seconds * 1000) {
    const started = performance.now();
    for (const statement of statements) await client.query(statement);
    times.push(performance.now() - started);
  }
  client.release();
  const passed = (performance.now() - began) / 1000;
  return {
    completed: times.length,
    seconds: passed,
    statuses: {},
    median: medianOf(times),
    p99: 0,
    bytes: 0,
  };
}

function medians(rounds: Round[]): Round {
  return {
    rate: medianOf(rounds.map(({ rate }) => rate)),
    median: medianOf(rounds.map(({ median }) => median)),
    cpu: medianOf(rounds.map(({ cpu }) => cpu)),
  };
}

/** The middle one of some figures. */
export function medianOf(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** A GET as a load sends it, with the path as the target. */
export function get(headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `GET {0} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Reads a file to its end, signed in; as it is, since COPY is not compressed either. */
export async function read(url: string, { token }: Pick<Site, 'token'>): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  if (bytes === 0) throw new Error('The file is empty');
}

/** The driver passes over what a COPY sends; its callback is not in its types. */
type Copying = pg.Query & { callback: (error: Error | null) => void };

/** Copies what a statement finds of an organisation to no file, as the table owner. */
export async function copied(
  { owner, organizationId }: Site,
  statement: (organizationId: string) => string,
): Promise<void> {
  const client = await owner.connect();
  const query = new pg.Query(`copy (${statement(organizationId)}) to stdout (format csv)`) as Copying;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  query.callback = (error) => (error ? reject(error) : resolve());
  client.query(query);
  await promise;
  client.release();
}
