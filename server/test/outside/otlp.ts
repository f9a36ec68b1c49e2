import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a receiver gets it. */
export type ReceivedSpan = {
  trace: string;
  id: string;
  parent: string;
  name: string;
  attributes: Record<string, string | number>;
  failed: boolean;
};

/** A receiver of OTLP over HTTP that keeps what it gets. */
export type OtlpReceiver = {
  url: string;
  /** All bytes that came, one letter each. */
  bytes(): string;
  spans(): ReceivedSpan[];
  /** The names of metrics, with the numbers of their points. */
  metrics(): Map<string, number[]>;
  /** How many requests are kept waiting for an answer. */
  kept(): number;
  stop(): Promise<void>;
};

/** @param isSilent whether it takes everything and never answers */
export async function startOtlpReceiver({ isSilent = false } = {}): Promise<OtlpReceiver> {
  const bodies: { path: string; body: Buffer }[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push({ path: request.url ?? '', body: Buffer.concat(chunks) });
    if (isSilent) return void waiting.push(response);
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const all = (path: string) => bodies.filter((one) => one.path === path).map(({ body }) => body);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bodies.map(({ body }) => body.toString('latin1')).join('\n'),
    spans: () =>
      all('/v1/traces').flatMap((body) =>
        inside(body, 1, 2, 2).map((span) => ({
          trace: hex(span, 1),
          id: hex(span, 2),
          parent: hex(span, 4),
          name: text(span, 5),
          attributes: attributesOf(span, 9),
          failed: parts(span, 15).some((status) => numberOf(status, 3) === 2),
        })),
      ),
    metrics: () =>
      new Map(
        all('/v1/metrics').flatMap((body) =>
          inside(body, 1, 2, 2).map((metric): [string, number[]] => [
            text(metric, 1),
            [...inside(metric, 5, 1), ...inside(metric, 7, 1)].map((point) => numberOf(point, 4)),
          ]),
        ),
      ),
    kept: () => waiting.length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Field = { field: number; value: Buffer | number };

/** The fields of a message of Protocol Buffers, as far as OTLP has them: numbers, doubles and what has a length. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  };
  while (at < message.length) {
    const key = varint();
    const [field, type] = [key >> 3, key & 7];
    if (type === 0) yield { field, value: varint() };
    else if (type === 1) {
      yield { field, value: message.readDoubleLE(at) };
      at += 8;
    } else if (type === 5) at += 4;
    else if (type === 2) {
      const length = varint();
      yield { field, value: message.subarray(at, at + length) };
      at += length;
    } else throw new Error(`No message of OTLP has a field of type ${type}`);
  }
}

const parts = (message: Buffer, field: number): Buffer[] =>
  [...fieldsOf(message)].flatMap((one) =>
    one.field === field && Buffer.isBuffer(one.value) ? [one.value] : [],
  );
/** Messages along a path of fields. */
const inside = (message: Buffer, ...path: number[]): Buffer[] =>
  path.reduce((all, field) => all.flatMap((one) => parts(one, field)), [message]);
const text = (message: Buffer, field: number) => parts(message, field)[0]?.toString() ?? '';
const hex = (message: Buffer, field: number) => parts(message, field)[0]?.toString('hex') ?? '';
const numberOf = (message: Buffer, field: number) => {
  const value = [...fieldsOf(message)].find((one) => one.field === field)?.value;
  return typeof value === 'number' ? value : 0;
};
const attributesOf = (message: Buffer, field: number) =>
  Object.fromEntries(
    parts(message, field).map((pair) => {
      const [value = Buffer.alloc(0)] = parts(pair, 2);
      const [its] = [...fieldsOf(value)];
      return [text(pair, 1), Buffer.isBuffer(its?.value) ? its.value.toString() : (its?.value ?? 0)];
    }),
  );
