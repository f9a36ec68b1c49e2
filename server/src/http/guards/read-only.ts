import { NOTICE_HEADER, type Notice, READ_ONLY_RETRY } from '@vpisnik/contract/rules/installation';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '../../errors.ts';
import { installationOf, toldOf } from '../../installation/state.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What becomes of a call while the installation is read-only: it may go on, or its page refuses it by `requireWritable`,
     * with everything that was typed. Without a word a call that is no GET is refused before it is read.
     */
    whileReadOnly?: 'goes on' | 'page refuses';
  }
}

/** Methods that change nothing. */
const reading = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses every call that may write while the installation is read-only, whatever route it has; answers of the API name the
 * notice that counts, so that a page that has stood for hours hears of a new one. Call it before the first route.
 */
export function refuseWrites(app: FastifyInstance, system: Pool): void {
  const installation = installationOf(system);
  app.addHook('onRequest', async (request, reply) => {
    const { config } = request.routeOptions;
    const mayWrite =
      !reading.includes(request.method) && !request.is404 && config.whileReadOnly === undefined;
    const state = mayWrite ? await installation.known() : installation.glance();
    if (request.url.startsWith('/api/') && toldOf(state)) reply.header(NOTICE_HEADER, state.version);
    if (mayWrite) refuseIfReadOnly(state);
  });
}

/** Options of a page's form: the page itself refuses it by `requireWritable`, with everything that was typed. */
export const pageRefuses = { config: { whileReadOnly: 'page refuses' } } as const;

/**
 * Refuses what would be written while the installation is read-only.
 *
 * @throws {AppError} read_only
 */
export async function requireWritable(system: Pool): Promise<void> {
  refuseIfReadOnly(await installationOf(system).known());
}

function refuseIfReadOnly({ read_only }: Notice): void {
  if (read_only) throw new AppError('read_only', { retry_after: READ_ONLY_RETRY });
}

/** Lets all calls of a plugin go on while the installation is read-only: signing in and out. */
export function goOnWhileReadOnly(plugin: FastifyInstance): void {
  plugin.addHook('onRoute', (route) => {
    route.config = { ...route.config, whileReadOnly: 'goes on' };
  });
}
