import type { contract } from '@vpisnik/contract/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { fileKey, removeFile } from './files.ts';
import { selectLatest } from './queries.ts';
import { beginDownload, make } from './service.ts';

/** Archives of all that an organisation has. */
export const organizationArchiveRoutes = ({
  env,
  pools,
  storage,
}: Services): Handlers<typeof contract.organization_archives> => {
  const askedBy = (
    { current_password }: { current_password?: string | undefined },
    { ip }: FastifyRequest,
  ) => ({
    ...{ password: current_password, isHosted: env.oidc !== undefined, address: ip },
  });
  return {
    latest: async ({ scope }) => (await selectLatest(scope)) ?? null,
    make: ({ scope, body, request }) => make(pools.system, scope, askedBy(body, request)),
    async file({ inScope, params, body, request, reply }) {
      const { name, ...key } = await inScope((scope) =>
        beginDownload(pools.system, scope, params.id, askedBy(body, request)),
      );
      const file = await storage.read(fileKey(key), true).catch(() => {
        throw new AppError('storage_failed');
      });
      // its row must not go on saying that it is there
      if (!file) await removeFile(pools.system, storage, key);
      const { stream, bytes } = found(file);
      reply.headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-length': bytes });
      return stream;
    },
  };
};
