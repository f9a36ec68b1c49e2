import type { z } from 'zod';
import { frozen } from '../db/statements/frozen.ts';

const known = new WeakMap<z.ZodType, WeakMap<object, unknown>>();

/**
 * What of a reply is declared; everything else stays here. A frozen reply is stripped once, and all later ones get the
 * same frozen result: it cannot have changed.
 */
export function stripped<S extends z.ZodType>(schema: S, reply: unknown): z.output<S> {
  if (typeof reply !== 'object' || reply === null || !Object.isFrozen(reply))
    return schema.parse(reply) as z.output<S>;
  const results = known.get(schema) ?? new WeakMap<object, unknown>();
  known.set(schema, results);
  if (!results.has(reply)) results.set(reply, frozen(schema.parse(reply)));
  return results.get(reply) as z.output<S>;
}
