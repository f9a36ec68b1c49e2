import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { listen } from './listen.ts';
import { answerParent, options } from './serve.ts';

/** A page as the best static server sends it: compressed beforehand, as are its files from the build. */
const { html } = options<{ html: string }>();
const page = brotliCompressSync(html);
const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const folders = ['public/assets', 'staff/assets/staff'].map((folder) => join(dist, folder));
const types: Record<string, string> = {
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const server = createServer((request, response) => {
  const name = basename((request.url ?? '').split('?')[0] ?? '');
  const type = types[extname(name)];
  if (!type) {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    response.writeHead(200, headers).end(page);
    return;
  }
  const file = folders.map((folder) => join(folder, name)).find((one) => existsSync(one)) ?? '';
  const isCompressed = existsSync(`${file}.br`);
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'max-age=31536000',
      ...(isCompressed && { 'content-encoding': 'br' }),
    })
    .end(readFileSync(isCompressed ? `${file}.br` : file));
});
answerParent(listen(server));
