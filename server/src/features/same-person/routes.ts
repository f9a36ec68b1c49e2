import type { contract } from '@vpisnik/contract/contract';
import { found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { selectSamePerson } from './alike.ts';
import { comparison, merge, pairOf } from './merge.ts';
import { deleteLink, holdApplications, insertLink, selectApplications, setDistinct } from './queries.ts';
import { undoMerge } from './undo.ts';

/** The same person twice. */
export const samePersonRoutes: Handlers<typeof contract.same_person> = {
  async get({ scope, params: { id } }) {
    found((await selectApplications(scope, [id]))[0]);
    return selectSamePerson(scope, id);
  },
  compare: ({ scope, params, query }) => comparison(scope, params.id, query.other_id),
  async merge({ scope, params: { id }, body }) {
    const mergeId = await merge(scope, id, body);
    const { merges } = await selectSamePerson(scope, id);
    return found(merges.find((one) => one.id === mergeId));
  },
  undo: ({ scope, params, body }) => undoMerge(scope, params.id, body.allow_overbooking),
  async link({ scope, params: { id }, body: { other_id } }) {
    const { kept, other } = pairOf(await holdApplications(scope, [id, other_id]), id, other_id);
    // those of one group are merged
    if (kept.group_id === other.group_id) throw invalidFields([{ path: 'other_id', code: 'invalid_value' }]);
    await insertLink(scope, id, other_id);
    return selectSamePerson(scope, id);
  },
  async unlink({ scope, params: { id } }) {
    found((await selectApplications(scope, [id]))[0]);
    await deleteLink(scope, id);
    return selectSamePerson(scope, id);
  },
  async distinguish({ scope, params: { id }, body: { other_id, distinct } }) {
    pairOf(await holdApplications(scope, [id, other_id]), id, other_id);
    await setDistinct(scope, id, other_id, distinct);
    return selectSamePerson(scope, id);
  },
};
