import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MailCause } from '@vpisnik/contract/mail-queue';
import type { MailReason, OutboxView } from '@vpisnik/contract/rules/mails';
import { type Api, useApi } from '../../../../lib/api.ts';

/** Mails of all organisations in a view. */
export const queueQuery = (api: Api, view: OutboxView) =>
  queryOptions({ ...api.mail_queue.list.options({ query: { view } }), placeholderData: keepPreviousData });

/** What DNS says; asked anew each time the page is opened. */
export const dnsQuery = (api: Api) =>
  queryOptions({ ...api.mail_queue.dns.options(), staleTime: 0, gcTime: 0 });

/** Mails of one cause in one organisation. */
export type Chosen = { organization: { id: string; name: string }; cause: MailCause; view: OutboxView };

/** Tries mails now or stops them, and ends pauses; resolves when the lists show it. */
export function useQueueActs() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refreshed = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } finally {
      await queryClient.invalidateQueries({ queryKey: api.mail_queue.list.key() });
    }
  };
  return {
    resume: (domain: string | null) => refreshed(() => api.mail_queue.resume({ body: { domain } })),
    /** Failed mails are sent some at a time, until all have been looked at. */
    act: ({ organization, cause, view }: Chosen, act: 'retry' | 'cancel') =>
      refreshed(async () => {
        const { domain } = cause;
        const reason = cause.reason as MailReason | '';
        const sum = { done: 0, skipped: 0 };
        for (let after: string | null = null, first = true; first || after !== null; first = false) {
          const body = { act, view, reason, domain, after };
          const some: { done: number; skipped: number; after: string | null } = await api.mail_queue.act({
            params: { id: organization.id },
            body,
          });
          sum.done += some.done;
          sum.skipped += some.skipped;
          after = some.after;
        }
        return sum;
      }),
  };
}
