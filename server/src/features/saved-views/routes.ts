import { contract } from '@vpisnik/contract/contract';
import { limits } from '@vpisnik/contract/rules/limits';
import { strangeIn } from '@vpisnik/contract/saved-views';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { countViews, deleteView, insertView, selectView, selectViews, updateView } from './queries.ts';

/** Views of lists, each account's own and those that all administrators share. */
export const savedViewRoutes: Handlers<typeof contract.saved_views> = {
  list: async ({ scope }) => ({ results: await selectViews(scope) }),
  async create({ scope, body }) {
    if ((await countViews(scope)) >= limits.views) throw new AppError('too_many_views');
    return found(await selectView(scope, await insertView(scope, body)));
  },
  async update({ scope, params, body: { version, ...change } }) {
    const current = found(await selectView(scope, params.id));
    const strange = strangeIn(current.list, change);
    if (strange.length > 0) throw invalidFields(strange.map((path) => ({ path, code: 'invalid_value' })));
    if (!(await updateView(scope, params.id, version, change)))
      throw editConflict(current, contract.saved_views.update.reply);
    return found(await selectView(scope, params.id));
  },
  async remove({ scope, params }) {
    if (!(await deleteView(scope, params.id))) throw new AppError('not_found');
    return undefined;
  },
};
