import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentReading } from '../db/replica/reading.ts';
import { keepPositions } from './positions.ts';

const app = Fastify();
let position: () => Promise<bigint> = async () => 42n;
let origin: string;
beforeAll(async () => {
  keepPositions(
    app,
    { primaryPosition: () => position(), maxLag: 10 },
    { publicUrl: 'https://vpisnik.example.org' },
  );
  const mayUseReplica = async () => ({ reads: presentReading()?.onlyReads });
  app.get('/api/read', mayUseReplica);
  app.post('/api/write', mayUseReplica);
  app.post('/api/preview', { config: { replica: 'only reads' } }, mayUseReplica);
  app.get('/api/events', { config: { replica: 'goes on' } }, mayUseReplica);
  app.post('/api/session', async () => (await app.inject('/api/read')).json());
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function call(path: string, method = 'GET', cookie = '') {
  const response = await fetch(`${origin}/api/${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: '{}' }),
  });
  return { ...((await response.json()) as object), cookies: response.headers.getSetCookie() };
}
const attributes = 'Path=/; SameSite=Lax; HttpOnly; Secure';

test('what only reads may use a replica and sets no cookie, also after a write on the same connection', async () => {
  expect(await call('read')).toEqual({ reads: true, cookies: [] });
  expect(await call('preview', 'POST')).toEqual({ reads: true, cookies: [] });
  expect(await call('write', 'POST')).toEqual({
    reads: false,
    cookies: [`vpisnik_position_2a=1; Max-Age=70; ${attributes}`],
  });
  expect(await call('read')).toEqual({ reads: true, cookies: [] });
});

test('a read that a writing call makes inside the process is part of that call', async () => {
  expect(await call('session', 'POST')).toMatchObject({ reads: false, cookies: [expect.any(String)] });
});

test('a position replaces those before it, and none after it', async () => {
  const cookie = 'a=b; vpisnik_position_29=1; vpisnik_position_1=1';
  expect((await call('write', 'POST', cookie)).cookies).toEqual([
    `vpisnik_position_2a=1; Max-Age=70; ${attributes}`,
    ...['29', '1'].map((hex) => `vpisnik_position_${hex}=; Max-Age=0; ${attributes}`),
  ]);
  expect((await call('write', 'POST', 'vpisnik_position_2b=1')).cookies).toEqual([]);
});

test('where the position can’t be known, only the primary will do', async () => {
  position = () => Promise.reject(new Error('away'));
  const [after] = (await call('write', 'POST')).cookies;
  expect(after).toMatch(/^vpisnik_position_f{16}=1; Max-Age=70;/);
  position = async () => 42n;
  expect((await call('events')).cookies[0]).toMatch(/^vpisnik_position_f{16}=1; Max-Age=70;/);
});

test('who watches work again has the position for as long again, and what they write meanwhile is kept beside it', async () => {
  const watching = `vpisnik_position_${'f'.repeat(16)}=1`;
  expect((await call('events', 'GET', watching)).cookies).toEqual([`${watching}; Max-Age=70; ${attributes}`]);
  expect((await call('write', 'POST', watching)).cookies).toEqual([
    `vpisnik_position_2a=1; Max-Age=70; ${attributes}`,
  ]);
  // reading makes it last no longer
  expect((await call('read', 'GET', watching)).cookies).toEqual([]);
});
