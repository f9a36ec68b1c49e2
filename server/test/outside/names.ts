import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Records of a name by their type; an MX record is written `10 mail.example.org`. */
export type Zone = Record<string, Partial<Record<'A' | 'MX' | 'PTR' | 'TXT', string[]>>>;

const types = { A: 1, PTR: 12, MX: 15, TXT: 16 } as const;

/** A name server on this machine that answers from a zone, which a test may change. */
export async function startNameServer(zone: Zone): Promise<{
  address: string;
  zone: Zone;
  /** Whether it says nothing at all. */
  silent: boolean;
  stop(): Promise<void>;
}> {
  const socket = createSocket('udp4');
  const server = {
    address: '',
    zone,
    silent: false,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (query, from) => {
    if (!server.silent) socket.send(answerTo(query, server.zone), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return server;
}

/** The one question of a query, answered by RFC 1035. */
function answerTo(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const records = zone[labels.join('.')];
  const [word] = Object.entries(types).find(([, number]) => number === type) ?? [];
  const answers = records?.[word as keyof typeof types] ?? [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // an answer with authority; 3: there is no such name
  head.writeUInt16BE(0x8580 | (records ? 0 : 3), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  const written = answers.map((answer) => {
    const data = dataOf(word as keyof typeof types, answer);
    const fixed = Buffer.alloc(12);
    // the name of the question
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(type, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([head, query.subarray(12, at + 5), ...written]);
}

function dataOf(type: keyof typeof types, answer: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(answer.split('.').map(Number));
    case 'PTR':
      return nameData(answer);
    case 'MX': {
      const [priority = '0', exchange = ''] = answer.split(' ');
      return Buffer.concat([
        Buffer.from([Number(priority) >> 8, Number(priority) & 255]),
        nameData(exchange),
      ]);
    }
    case 'TXT':
      return Buffer.concat((answer.match(/.{1,255}/gs) ?? ['']).map(lengthFirst));
  }
}

const lengthFirst = (text: string) =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
const nameData = (name: string) =>
  Buffer.concat([...name.split('.').filter(Boolean).map(lengthFirst), Buffer.from([0])]);
