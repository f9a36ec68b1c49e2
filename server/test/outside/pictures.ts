import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of a few bytes whose header claims to be of this size. */
export const pngClaiming = (width: number, height: number): Buffer =>
  png({ width, height, bits: 8, colours: 2 }, Buffer.alloc(1000));

/** A black PNG that really has all its pixels, of one bit each: an image library would take seconds to write it. */
export const blackPng = (width: number, height: number): Buffer =>
  png({ width, height, bits: 1, colours: 0 }, Buffer.alloc(height * (1 + Math.ceil(width / 8))));

type Header = { width: number; height: number; bits: number; colours: number };

function png({ width, height, bits, colours }: Header, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colours, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
