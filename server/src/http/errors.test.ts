import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerErrors } from './errors.ts';

async function answerTo(error: unknown, method: 'GET' | 'DELETE' = 'GET') {
  const app = Fastify();
  registerErrors(app);
  app.route({
    method,
    url: '/',
    handler: async () => {
      throw error;
    },
  });
  const response = await app.inject({ method, url: '/' });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const fromDatabase = (details: object) =>
  // as the query builder throws it
  new Error('Failed query: insert … params: maja@example.com', {
    cause: Object.assign(new Error('from PostgreSQL'), details),
  });

test.each([
  ['40P01', 'deadlock'],
  ['57014', 'statement timeout'],
  ['53100', 'disk full'],
  ['53300', 'too many connections'],
  ['08P01', 'no connection of a pooler'],
])('asks to come back when the database is too busy (%s, %s)', async (code) => {
  const { status, headers, body } = await answerTo(fromDatabase({ code }));
  expect([status, body.code, body.retry_after, headers['retry-after']]).toEqual([503, 'unavailable', 5, '5']);
  expect(headers['content-type']).toContain('application/problem+json');
});

test('asks to come back for a write on a server that is no primary any more; a read that writes is a fault', async () => {
  const { status, body } = await answerTo(fromDatabase({ code: '25006' }), 'DELETE');
  expect([status, body.code, body.retry_after]).toEqual([503, 'unavailable', 5]);
  expect(await answerTo(fromDatabase({ code: '25006' }))).toMatchObject({ status: 500 });
});

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
])('also when the driver says "%s"', async (message) => {
  const { body } = await answerTo(new Error('Failed query: select', { cause: new Error(message) }));
  expect(body).toMatchObject({ status: 503, code: 'unavailable' });
});

test('says by its name what a constraint refused', async () => {
  const unique = { code: '23505', table: 'groups', constraint: 'groups_label_key' };
  expect((await answerTo(fromDatabase(unique))).body).toMatchObject({
    status: 409,
    code: 'label_taken',
    errors: [{ path: 'label', code: 'label_taken' }],
  });
  const reference = { code: '23503', table: 'groups', constraint: 'groups_category_fkey' };
  expect((await answerTo(fromDatabase(reference))).body).toMatchObject({
    status: 422,
    errors: [{ path: 'category_id', code: 'unknown_id' }],
  });
  expect((await answerTo(fromDatabase(reference), 'DELETE')).body).toMatchObject({
    status: 409,
    code: 'in_use',
  });
});

test('tells nothing about what it does not know', async () => {
  const { status, body } = await answerTo(fromDatabase({ code: 'XX000' }));
  expect([status, body.code, body.detail]).toEqual([500, 'internal_error', undefined]);
  expect(JSON.stringify(body)).not.toContain('maja');
});
