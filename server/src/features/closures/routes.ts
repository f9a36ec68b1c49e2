import { closureProblems } from '@vpisnik/contract/closures';
import { contract } from '@vpisnik/contract/contract';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { type ClosureRow, closuresBetween, knownClosure, shownClosure } from './known.ts';
import {
  deleteClosure,
  insertClosure,
  selectChoice,
  selectClosure,
  selectClosures,
  updateClosure,
} from './queries.ts';
import { breaksKnownUntil } from './school-breaks.ts';

/** Days on which the organisation is closed. */
export const closureRoutes: Handlers<typeof contract.closures> = {
  async list({ scope, query }) {
    const [choice, rows] = await Promise.all([selectChoice(scope), selectClosures(scope)]);
    const results = closuresBetween(choice, rows, query.from, query.to);
    return { results, breaks_known_until: breaksKnownUntil };
  },
  async create({ scope, body }) {
    requireSound(body);
    if (body.source !== null && !knownClosure(body.source))
      throw invalidFields([{ path: 'source', code: 'unknown_id' }]);
    return shownClosure(found(await insertClosure(scope, body)));
  },
  async update({ scope, params, body: { version, ...change } }) {
    const current = found(await selectClosure(scope, params.id));
    // parsed input has no field that is undefined
    const changed = { ...current, ...change } as ClosureRow;
    requireSound(changed);
    const saved = await updateClosure(scope, params.id, version, change);
    if (saved) return shownClosure(saved);
    const latest = shownClosure(found(await selectClosure(scope, params.id)));
    throw new AppError('edit_conflict', { current: contract.closures.update.reply.parse(latest) });
  },
  async remove({ scope, params }) {
    if (!(await deleteClosure(scope, params.id))) throw new AppError('not_found');
    return undefined;
  },
};

function requireSound(closure: Pick<ClosureRow, 'name' | 'start_date' | 'end_date'>): void {
  const problems = closureProblems(closure);
  if (problems.length > 0) throw invalidFields(problems);
}
