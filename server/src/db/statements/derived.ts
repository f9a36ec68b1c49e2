import { frozen } from './frozen.ts';

/**
 * Memoises a function of frozen rows, which keep their identity while they are unchanged: see `steadyStatement`.
 * Keeps the last result for each first argument, as long as that argument lives.
 *
 * @param make depends on nothing but its arguments, which are compared by identity
 */
export function derived<First extends object, Others extends unknown[], Result>(
  make: (first: First, ...others: Others) => Result,
): (first: First, ...others: Others) => Result {
  const made = new WeakMap<First, { others: Others; result: Result }>();
  return (first, ...others) => {
    const known = made.get(first);
    if (known?.others.every((one, at) => Object.is(one, others[at]))) return known.result;
    const result = frozen(make(first, ...others));
    made.set(first, { others, result });
    return result;
  };
}
