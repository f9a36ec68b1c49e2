import { frozen } from './frozen.ts';

/**
 * Remembers what was made of frozen values of the database, which are the same as long as its rows are: see `steadyStatement`.
 * Of each first value the last result is kept, for as long as that value lives.
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
