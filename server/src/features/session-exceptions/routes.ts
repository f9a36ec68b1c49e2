import type { contract } from '@vpisnik/contract/contract';
import { AppError, found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { deleteException, selectException } from './queries.ts';
import { addException, changeException } from './service.ts';

/** Single dates on which groups depart from their schedule. */
export const sessionExceptionRoutes: Handlers<typeof contract.session_exceptions> = {
  create: ({ scope, params, body }) => addException(scope, params.id, body),
  get: async ({ scope, params }) => found(await selectException(scope, params.id)),
  update: ({ scope, params, body }) => changeException(scope, params.id, body),
  async remove({ scope, params }) {
    if (!(await deleteException(scope, params.id))) throw new AppError('not_found');
    return undefined;
  },
};
