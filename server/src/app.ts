import { setTimeout as wait } from 'node:timers/promises';
import compress from '@fastify/compress';
import { contract } from '@vpisnik/contract/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { registerFeeds } from './features/calendar-feeds/serve.ts';
import { handlers } from './features/handlers.ts';
import { registerImportTemplates } from './features/imports/templates.ts';
import { registerPages } from './features/pages/routes.ts';
import { registerFiles } from './files/serve.ts';
import { registerErrors } from './http/errors.ts';
import { answerUndecodable, refuseLongPaths } from './http/guards/door.ts';
import { refuseWrites } from './http/guards/read-only.ts';
import { registerSecurity } from './http/guards/security.ts';
import { mount } from './http/mount.ts';
import { registerOpenApi } from './http/openapi.ts';
import { logOptions, registerLogs } from './http/operations/logs.ts';
import { registerOperations } from './http/operations/operations.ts';
import { keepPositions } from './http/positions.ts';
import { secondFactorsOf } from './identity/factors/second-factors.ts';
import { createIdentity } from './identity/identity.ts';
import type { Services } from './services.ts';
import { logSlow } from './watching/slow.ts';

/** The application, ready to listen or to be injected requests; it answers everything that is asked over HTTP. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { env, pools, storage } = services;
  const app = Fastify({
    ...logOptions(env.logLevel),
    trustProxy: env.trustProxy,
    bodyLimit: 1_000_000,
    // below the 30 s that clients wait
    requestTimeout: 28_000,
    // who sends a request one letter at a time keeps no connection; looked for every other second
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // who still comes while it closes is answered: a proxy that has just handed a form over can't do so again
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, request, reply) => void answerUndecodable(request, reply),
  });
  // the API speaks JSON; what a form of another site can send is refused before it is read
  app.removeContentTypeParser('text/plain');
  refuseLongPaths(app);
  const closing = closeGracefully(app, env.drainSeconds);
  registerErrors(app);
  registerLogs(app, env.trustProxy !== false);
  const stopLogging = logSlow(app.log, env.slowStatementMs);
  app.addHook('onClose', async () => stopLogging());
  registerSecurity(app);
  if (pools.replica) keepPositions(app, pools.replica, env);
  refuseWrites(app, pools.system);
  // a stream for each of the small pieces that we send costs more than compressing them
  await app.register(compress, { syncThreshold: 200_000 });
  registerOperations(app, pools, { ...env, isClosing: () => closing.aborted });

  const factors = secondFactorsOf(env, pools.system);
  const identity = await createIdentity({ env, system: pools.system, factors, log: app.log, contract });
  await identity.register(app);
  const { verifyAccessToken } = identity;
  const hostedProvider = env.oidc !== undefined;
  const { publicUrl } = env;
  mount(app, contract, handlers(services, factors), { pools, publicUrl, hostedProvider, verifyAccessToken });
  registerFeeds(app, services);
  await registerOpenApi(app, contract);
  registerFiles(app, storage, pools);
  registerImportTemplates(app);
  await registerPages(app, services, services.webFolder);
  return app;
}

/**
 * While closing, connections that are kept alive are told to end, so that a proxy goes elsewhere; it is given time to notice.
 *
 * @param seconds for which a process that listens goes on answering
 * @returns aborted when closing begins
 */
function closeGracefully(app: FastifyInstance, seconds: number): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () => {
    closing.abort();
    if (app.server.listening) await wait(seconds * 1000);
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.signal.aborted) reply.header('connection', 'close');
    done();
  });
  return closing.signal;
}
