import { useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import type { SavedView } from '@vpisnik/contract/saved-views';
import { type Api, useApi } from '../../../../lib/api.ts';

type Calls = typeof contract.saved_views;

/** An order that a view may have. */
export type SavedSort = NonNullable<Input<Calls['create']>['body']['sort']>;

/** The user's views and those of all administrators. */
export const viewsQuery = (api: Api) => ({ ...api.saved_views.list.options(), staleTime: 60_000 });

/** Calls that change views; each fetches them anew. */
export function useViewCalls() {
  const api = useApi();
  const queryClient = useQueryClient();
  const fresh = () => queryClient.invalidateQueries({ queryKey: api.saved_views.list.key() });
  return {
    create: async (body: Input<Calls['create']>['body']): Promise<SavedView> => {
      const view = await api.saved_views.create({ body });
      await fresh();
      return view;
    },
    /** Changes a view at the version that the user knows. */
    update: async (
      { id, version }: Pick<SavedView, 'id' | 'version'>,
      change: Omit<Input<Calls['update']>['body'], 'version'>,
    ): Promise<SavedView> => {
      try {
        return await api.saved_views.update({ params: { id }, body: { ...change, version } });
      } finally {
        await fresh();
      }
    },
    remove: async (id: string): Promise<void> => {
      await api.saved_views.remove({ params: { id } });
      await fresh();
    },
  };
}
