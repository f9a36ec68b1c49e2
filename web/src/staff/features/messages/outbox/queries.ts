import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OutboxView } from '@vpisnik/contract/rules/mails';
import { type Api, useApi } from '../../../../lib/api.ts';
import { pagesQuery } from '../../../../lib/pages-query.ts';

/** Mails of a view of the outbox. */
export const outboxQuery = (api: Api, view: OutboxView) => pagesQuery(api.mails.list, { view });

/** How many mails each view has. */
export const outboxCountsQuery = (api: Api) =>
  queryOptions({ queryKey: api.mails.counts.key(), queryFn: ({ signal }) => api.mails.counts({ signal }) });

/** Sends a mail now or stops it; resolves when the lists show it. Their participant's panel is fetched anew when it is opened. */
export function useMailActs() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refreshed = async (act: () => Promise<{ participant_id: string | null }>) => {
    try {
      const { participant_id } = await act();
      if (participant_id !== null)
        void queryClient.invalidateQueries({
          queryKey: api.participants.get.key({ params: { id: participant_id } }),
        });
    } finally {
      const keys = [api.mails.list.key(), api.mails.counts.key(), api.dashboard.facts.key()];
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    }
  };
  return {
    retry: (id: string) => refreshed(() => api.mails.retry({ params: { id } })),
    cancel: (id: string) => refreshed(() => api.mails.cancel({ params: { id } })),
  };
}
