import type { contract } from '@vpisnik/contract/contract';
import { AppError, found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { fileKey } from './files.ts';
import { selectLatest } from './queries.ts';
import { beginDownload, make } from './service.ts';

/** Archives of all that an organisation has. */
export const organizationArchiveRoutes = ({
  env,
  pools,
  storage,
}: Services): Handlers<typeof contract.organization_archives> => ({
  latest: async ({ scope }) => (await selectLatest(scope)) ?? null,
  make: ({ scope, body, request }) =>
    make(pools.system, scope, {
      ...{ password: body.current_password, isHosted: env.oidc !== undefined, address: request.ip },
    }),
  async file({ inScope, params, reply }) {
    const { name, ...key } = await inScope((scope) => beginDownload(scope, params.id));
    const file = await storage.read(fileKey(key), true).catch(() => {
      throw new AppError('storage_failed');
    });
    const { stream, bytes } = found(file);
    reply.headers({ 'content-disposition': `attachment; filename="${name}"`, 'content-length': bytes });
    return stream;
  },
});
