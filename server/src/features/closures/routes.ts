import { closureProblems } from '@vpisnik/contract/closures';
import { contract } from '@vpisnik/contract/contract';
import type { Scope } from '../../db/scope.ts';
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

/** Makes a change that concerns dates between two days, and tells people of it. */
type Telling = <T>(scope: Scope, days: { from: string; to: string }, change: () => Promise<T>) => Promise<T>;

/** Days on which the organisation is closed. */
export const closureRoutes = (telling: Telling): Handlers<typeof contract.closures> => ({
  async list({ scope, query }) {
    const [choice, rows] = await Promise.all([selectChoice(scope), selectClosures(scope)]);
    const results = closuresBetween(choice, rows, query.from, query.to);
    return { results, breaks_known_until: breaksKnownUntil };
  },
  async create({ scope, body: { notify, ...body } }) {
    requireSound(body);
    if (body.source !== null && !knownClosure(body.source))
      throw invalidFields([{ path: 'source', code: 'unknown_id' }]);
    const add = async () => shownClosure(found(await insertClosure(scope, body)));
    if (!notify) return await add();
    return await telling(scope, daysOf(body, ...known(body)), add);
  },
  async update({ scope, params, body: { version, notify, ...change } }) {
    const current = found(await selectClosure(scope, params.id));
    // parsed input has no field that is undefined
    const changed = { ...current, ...change } as ClosureRow;
    requireSound(changed);
    const save = async () => {
      const saved = await updateClosure(scope, params.id, version, change);
      if (saved) return shownClosure(saved);
      const latest = shownClosure(found(await selectClosure(scope, params.id)));
      throw new AppError('edit_conflict', { current: contract.closures.update.reply.parse(latest) });
    };
    if (!notify) return await save();
    return await telling(scope, daysOf(current, changed), save);
  },
  async remove({ scope, params, query }) {
    const remove = async () => {
      if (!(await deleteClosure(scope, params.id))) throw new AppError('not_found');
    };
    if (!query.notify) await remove();
    else {
      const current = found(await selectClosure(scope, params.id));
      await telling(scope, daysOf(current, ...known(current)), remove);
    }
    return undefined;
  },
});

type Days = Pick<ClosureRow, 'start_date' | 'end_date'>;

/** The known holiday or break that a closure stands in for. */
function known({ source }: Pick<ClosureRow, 'source'>): Days[] {
  const closure = source === null ? null : knownClosure(source);
  return closure ? [closure] : [];
}

/** From the first to the last day of closures. */
function daysOf(...closures: Days[]): { from: string; to: string } {
  const starts = closures.map(({ start_date }) => start_date).sort();
  const ends = closures.map(({ end_date }) => end_date).sort();
  return { from: starts[0] ?? '', to: ends.at(-1) ?? '' };
}

function requireSound(closure: Pick<ClosureRow, 'name' | 'start_date' | 'end_date'>): void {
  const problems = closureProblems(closure);
  if (problems.length > 0) throw invalidFields(problems);
}
