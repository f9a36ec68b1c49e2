import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Pools } from '../db/connection/pools.ts';
import { organizations } from '../db/schema.ts';
import { asVisitor } from '../db/scope.ts';
import { AppError } from '../errors.ts';
import type { Storage } from './stored.ts';

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const key = new RegExp(
  `^${uuid}/${uuid}/[0-9a-f]{16}-(?:(?:400|800|1200)\\.(?:avif|webp)|1200\\.jpg|original\\.webp)$`,
);

/**
 * Serves pictures at their public addresses, which hold the content's hash: they can't be guessed and never change.
 * Answers 404 for a deleted organisation; copies in caches remain.
 */
export function registerFiles(app: FastifyInstance, storage: Storage, pools: Pick<Pools, 'public'>): void {
  app.get<{ Params: { org: string; id: string; name: string } }>(
    '/files/:org/:id/:name',
    async ({ params: { org, id, name }, log }, reply) => {
      const wanted = `${org}/${id}/${name}`;
      if (!key.test(wanted)) throw new AppError('not_found');
      await requirePresent(pools.public, org);
      const file = await storage.read(wanted).catch((error: Error) => {
        log.error({ err: error }, 'storage');
        throw new AppError('storage_failed');
      });
      if (!file) throw new AppError('not_found');
      return reply
        .type(types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types])
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': file.bytes })
        .send(file.stream);
    },
  );
}

/** @throws {AppError} not_found where visitors don't find the organisation; inside, since a replica may not know it yet */
const requirePresent = (pool: Pools['public'], org: string): Promise<void> =>
  asVisitor(pool, org, false, async ({ tx }) => {
    if (!(await tx.$count(organizations, eq(organizations.id, org)))) throw new AppError('not_found');
  });
