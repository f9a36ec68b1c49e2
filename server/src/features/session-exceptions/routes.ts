import type { contract } from '@vpisnik/contract/contract';
import { found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { selectException } from './queries.ts';
import { addException, changeException, takeBack } from './service.ts';

/** Single dates on which groups depart from their schedule. */
export const sessionExceptionRoutes: Handlers<typeof contract.session_exceptions> = {
  create: ({ scope, params, body }) => addException(scope, params.id, body),
  get: async ({ scope, params }) => found(await selectException(scope, params.id)),
  update: ({ scope, params, body }) => changeException(scope, params.id, body),
  async remove({ scope, params, query }) {
    await takeBack(scope, params.id, query);
    return undefined;
  },
};
