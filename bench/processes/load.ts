import { connect } from 'node:net';

/**
 * A load to send. In `request`, `{n}` is the number of the request in eight digits, `{h}` and `{l}` its two halves, and `{0}`, `{1}` …
 * the values of the targets, which take turns.
 */
export type Load = {
  port: number;
  connections: number;
  /** It ends after so many seconds, or after so many requests if they are done sooner. */
  seconds: number;
  requests?: number;
  /** Head and body as they go over the wire. */
  request: string;
  targets: string[][];
  /** Number of the first request. */
  from?: number;
};

/** Results of a load. */
export type Loaded = {
  completed: number;
  seconds: number;
  statuses: Record<string, number>;
  /** Times to the whole answer, in milliseconds. */
  median: number;
  p99: number;
  bytes: number;
};

/** Everything over plain sockets that are kept alive: the generator must cost less than what it measures. */
process.on('message', async (load: Load) => {
  process.send?.(await run(load));
});
process.on('disconnect', () => process.exit());

async function run({
  port,
  connections,
  seconds,
  requests = 10_000_000,
  request,
  targets,
  from = 0,
}: Load): Promise<Loaded> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let sent = 0;
  let bytes = 0;
  const began = performance.now();
  const deadline = began + seconds * 1000;

  const next = (): string | undefined => {
    if (sent >= requests || performance.now() > deadline) return undefined;
    const number = String(from + sent).padStart(8, '0');
    const target = targets[sent % targets.length] ?? [];
    sent += 1;
    return request.replace(/\{(\w)\}/g, (_all, name: string) => {
      if (name === 'n') return number;
      if (name === 'h') return number.slice(0, 4);
      return name === 'l' ? number.slice(4) : (target[Number(name)] ?? '');
    });
  };
  const one = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true);
      let started = 0;
      let received = Buffer.alloc(0);
      const send = () => {
        const text = next();
        if (text === undefined) return socket.end();
        started = performance.now();
        received = Buffer.alloc(0);
        socket.write(text);
      };
      socket.on('connect', send);
      socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const status = statusOfWhole(received);
        if (!status) return;
        times.push(performance.now() - started);
        statuses[status] = (statuses[status] ?? 0) + 1;
        bytes += received.length;
        send();
      });
      socket.on('close', () => done());
      socket.on('error', fail);
    });
  await Promise.all(Array.from({ length: connections }, one));
  const sorted = times.sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    completed: times.length,
    seconds: (performance.now() - began) / 1000,
    statuses,
    median: at(0.5),
    p99: at(0.99),
    bytes,
  };
}

/** The status of an answer that has arrived whole; undefined while more is to come. */
function statusOfWhole(received: Buffer): string | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? received.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : received.length >= end + 4 + Number(length);
  return isWhole ? head.slice(9, 12) : undefined;
}
