import { createHash, randomBytes } from 'node:crypto';
import type { contract } from '@vpisnik/contract/contract';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { deleteFeed, hasGroup, listFeeds, saveFeed } from './feed-queries.ts';

/** Random bytes of a token; 256 bits can't be guessed. */
const TOKEN_BYTES = 32;

/** SHA-256 of a token; only that is stored. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Routes of the caller's secret calendar addresses. */
export function calendarFeedRoutes({ env }: Pick<Services, 'env'>): Handlers<typeof contract.calendar_feeds> {
  return {
    list: async ({ scope }) => ({ results: await listFeeds(scope) }),
    async create({ scope, body: { kind, group_id, language } }) {
      if ((kind === 'group') !== (group_id !== null))
        throw invalidFields([{ path: 'group_id', code: group_id === null ? 'required' : 'invalid_value' }]);
      if (group_id !== null && !(await hasGroup(scope, group_id)))
        throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const saved = await saveFeed(scope, { kind, group_id, language, token_hash: hashOf(token) });
      return { ...found(saved), url: `${env.publicUrl}/api/feeds/${token}.ics` };
    },
    async remove({ scope, params }) {
      if (!(await deleteFeed(scope, params.id))) throw new AppError('not_found');
      return undefined;
    },
  };
}
