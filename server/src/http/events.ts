import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { stripped } from './stripped.ts';

/** Sends replies as server-sent events as they come; a failure ends the stream. */
export function sendEvents(reply: FastifyReply, schema: z.ZodType, replies: AsyncIterable<unknown>) {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(textOf(schema, replies)));
}

async function* textOf(schema: z.ZodType, replies: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const one of replies) yield `data: ${JSON.stringify(stripped(schema, one))}\n\n`;
}

/** Aborted when the application closes, which waits for open answers. */
export function abortedAtClose(app: FastifyInstance): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return closing.signal;
}

/** Aborted when the caller goes away. */
export function abortedAtEnd(reply: FastifyReply): AbortSignal {
  const ended = new AbortController();
  reply.raw.once('close', () => ended.abort());
  return ended.signal;
}
