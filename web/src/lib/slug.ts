import { limits } from '@vpisnik/contract/limits';
import { fold } from './fold.ts';

/** A label proposed from a name: `Moderni ples, višja stopnja` → `moderni-ples-visja-stopnja`. */
export function slugOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.label)
    .replace(/^-|-$/g, '');
}
