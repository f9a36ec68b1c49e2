import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listen } from './listen.ts';
import { answerParent, options } from './serve.ts';

/** A page as the best static server sends it: compressed beforehand, its fonts and pictures from the build. */
const { html } = options<{ html: string }>();
const page = brotliCompressSync(html);
const assets = new URL('../../web/dist/public/assets/', import.meta.url);
const types: Record<string, string> = { '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

const server = createServer((request, response) => {
  const file = basename((request.url ?? '').split('?')[0] ?? '');
  const type = types[extname(file)];
  if (!type) {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    response.writeHead(200, headers).end(page);
    return;
  }
  response
    .writeHead(200, { 'content-type': type, 'cache-control': 'max-age=31536000' })
    .end(readFileSync(new URL(file, assets)));
});
answerParent(listen(server));
