import type { contract } from '@vpisnik/contract/contract';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { deleteFeed, hasGroup, listFeeds, saveFeed } from './queries.ts';
import { newToken } from './rules.ts';

/** Routes of the caller's secret calendar addresses. */
export function calendarFeedRoutes({ env }: Pick<Services, 'env'>): Handlers<typeof contract.calendar_feeds> {
  return {
    list: async ({ scope }) => ({ results: await listFeeds(scope) }),
    async create({ scope, body: { kind, group_id, language } }) {
      if ((kind === 'group') !== (group_id !== null))
        throw invalidFields([{ path: 'group_id', code: group_id === null ? 'required' : 'invalid_value' }]);
      if (group_id !== null && !(await hasGroup(scope, group_id)))
        throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
      const { token, token_hash } = newToken();
      const saved = await saveFeed(scope, { kind, group_id, language, token_hash });
      return { ...found(saved), url: `${env.publicUrl}/api/feeds/${scope.organizationId}/${token}.ics` };
    },
    async remove({ scope, params }) {
      if (!(await deleteFeed(scope, params.id))) throw new AppError('not_found');
      return undefined;
    },
  };
}
