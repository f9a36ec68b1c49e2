import type { contract } from '@vpisnik/contract/contract';
import { found } from '../../errors.ts';
import { fetchPicture } from '../../files/fetch-picture.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { selectFile } from './queries.ts';
import { cutBanner, keepOriginal } from './service.ts';

/** Pictures of an organisation. */
export function fileRoutes({ storage, network }: Services): Handlers<typeof contract.files> {
  return {
    upload: ({ inScope, file, request }) =>
      keepOriginal({ inScope, storage, log: request.log }, file, 'file'),
    fetch: async ({ inScope, body: { url }, request }) =>
      keepOriginal({ inScope, storage, log: request.log }, await fetchPicture(url, network), 'url', url),
    crop: ({ inScope, params, body, request }) =>
      cutBanner({ inScope, storage, log: request.log }, params.id, body),
    get: async ({ scope, params }) => found(await selectFile(scope, params.id)),
  };
}
