import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLoggedApp } from '../../../test/log-lines.ts';
import { programPart } from '../../program-part.ts';
import { registerErrors } from '../errors.ts';

test('logs what failed in the program, and nothing of what people sent', async () => {
  const { app, lines } = createLoggedApp();
  registerErrors(app);
  const refusal = Object.assign(new pg.DatabaseError('could not write', 1, 'error'), {
    code: 'XX000',
    detail: 'Failing row contains (maja@example.com).',
    where: 'COPY accounts: "maja@example.com"',
  });
  app.get('/', async () => {
    throw new DrizzleQueryError('insert into accounts values ($1)', ['maja@example.com'], refusal);
  });
  await app.inject({ url: '/?search=maja@example.com' });

  const log = lines.join('');
  expect(log).not.toContain('maja@');
  expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
    msg: 'failed',
    err: {
      message: 'Failed query: insert into accounts values ($1)',
      stack: expect.stringContaining('logs.test.ts'),
      cause: { code: 'XX000', message: 'could not write' },
    },
  });
});

test('tells a copy of an error, as the queue of jobs makes one, like the error', () => {
  const refusal = new DrizzleQueryError('update mails set state = $1', ['maja@example.com'], new Error('no'));
  const copy = { ...refusal, message: refusal.message, stack: refusal.stack, queue: 'mail' };
  expect(programPart(copy)).toMatchObject({
    message: 'Failed query: update mails set state = $1',
    stack: expect.stringContaining('logs.test.ts'),
    cause: { message: 'no' },
  });
  expect(JSON.stringify(programPart(copy))).not.toContain('maja@');
  expect(programPart('maja@example.com')).toEqual({ type: 'string' });
});
