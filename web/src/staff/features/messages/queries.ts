import { keepPreviousData, queryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import type { Message, MessageRecipient } from '@vpisnik/contract/messages';
import { type Api, useApi } from '../../../lib/api.ts';
import { type PageQuery, pagesQuery } from '../../../lib/pages-query.ts';
import type { MessageView } from './address.ts';
import { audienceKey, valuesOf } from './values.ts';

/** What a preview is asked for. */
export type PreviewBody = Input<typeof contract.message_previews.show>['body'];

const states = {
  drafts: ['draft'],
  planned: ['planned'],
  sent: ['sending', 'sent', 'stopped', 'cancelled'],
} as const;

/** Milliseconds between two looks at a message that is on its way. */
const soon = 3_000;

/** Messages in scope or of a group, the latest first. */
export const messagesQuery = (
  api: Api,
  { view, search }: { view?: MessageView | undefined; search?: string | undefined },
  groupId: string | null,
) =>
  pagesQuery(api.messages.list, {
    ...(search && { search }),
    ...(view && { state: [...states[view]] }),
    ...(groupId !== null && { group_id: groupId }),
  });

/** Whether no message is written yet, to people of a group where one is given; false while that is not known, or not asked. */
export function useIsUnwritten(groupId: string | null, isAsked = true): boolean {
  const { data } = useInfiniteQuery({ ...messagesQuery(useApi(), {}, groupId), enabled: isAsked });
  return isAsked && data?.pages[0]?.results.length === 0;
}

/** Days for which a message that stopped by itself is pointed out, in milliseconds. */
const LATELY = 7 * 86_400_000;

/** Messages of the last days that nobody has stopped but that stopped all the same, whole or in the middle. */
export const stoppedQuery = (api: Api, groupId: string | null) => {
  const query = { state: ['stopped' as const], limit: 50, ...(groupId !== null && { group_id: groupId }) };
  return queryOptions({
    queryKey: [...api.messages.list.key({ query }), 'by itself'],
    queryFn: async ({ signal }) => {
      const { results } = await api.messages.list({ query }, { signal });
      const since = Date.now() - LATELY;
      return results.filter(
        ({ stop_reason, send_at, sent_at, updated_at }) =>
          stop_reason !== 'stopped' && Date.parse(sent_at ?? send_at ?? updated_at) > since,
      );
    },
  });
};

/** Whether what becomes of a message is still seen to change. */
export const isOnItsWay = ({ state, counts }: Pick<Message, 'state' | 'counts'>): boolean =>
  state === 'sending' || (counts?.waiting ?? 0) > 0;

/** One message; never cached, since the form's initial values must be fresh. Asked again while it is on its way. */
export const messageQuery = (api: Api, id: string) =>
  queryOptions({
    ...api.messages.get.options({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: ({ state: { data } }) => data?.state !== 'draft',
    refetchInterval: ({ state: { data } }) =>
      data && isOnItsWay(data) ? soon : data?.state === 'planned' ? 10 * soon : false,
  });

/** Who gets a draft as it is stored, and who does not. */
export const audienceQuery = (api: Api, row: Message) => {
  const { id } = row;
  return queryOptions({
    // its words decide about nobody
    queryKey: [...api.messages.audience.key({ params: { id } }), audienceKey(valuesOf(row))],
    queryFn: ({ signal }) => api.messages.audience({ params: { id } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
};

/** An address of a message, by its mail; while there is none, by the participant who is named first in it. */
export type RecipientRow = MessageRecipient & { id: string };

/** How the mails of a part of its totals are asked for. */
const parts = {
  sent: { state: ['sent'] },
  bounced: { bounced: 'true' },
  failed: { state: ['failed'], bounced: 'false' },
  waiting: { state: ['held', 'queued', 'sending'] },
  cancelled: { state: ['cancelled'] },
} satisfies Record<string, Input<typeof contract.messages.recipients>['query']>;

/** One of the totals that the mails of a message are counted by. */
export type DeliveryPart = keyof typeof parts;

/**
 * To whom a message goes or went, page by page; of a draft as it is stored in this version. Asked again while its mails are
 * written, and once they are.
 *
 * @param part only those whose mails this total counts
 */
export function recipientsQuery(
  api: Api,
  { id, version, state }: Pick<Message, 'id' | 'version' | 'state'>,
  part?: DeliveryPart,
) {
  const { recipients } = api.messages;
  const call = async ({ query }: { query: PageQuery }, init?: RequestInit) => {
    const asked = { ...query, ...(part && parts[part]) };
    const { results, ...page } = await recipients({ params: { id }, query: asked }, init);
    return {
      ...page,
      results: results.map((one): RecipientRow => ({ ...one, id: one.mail?.id ?? one.participant_id })),
    };
  };
  const key = () => [...recipients.key({ params: { id } }), version, state, part];
  return { ...pagesQuery(Object.assign(call, { key }), {}), refetchInterval: state === 'sending' && soon };
}

/** A draft as one of its recipients gets it; the one before stays while the next is made. */
export const previewQuery = (api: Api, { id, version }: Pick<Message, 'id' | 'version'>, body: PreviewBody) =>
  queryOptions({
    queryKey: [...api.message_previews.show.key({ params: { id }, body }), version],
    queryFn: ({ signal }) => api.message_previews.show({ params: { id }, body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/** Takes in a message as it is now and has the lists fetched anew. */
export function useRememberMessage(): (row?: Message) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  return (row) => {
    const { messages, mails } = api;
    if (row) queryClient.setQueryData(messageQuery(api, row.id).queryKey, row);
    for (const { key } of [messages.list, mails.list, mails.counts])
      void queryClient.invalidateQueries({ queryKey: key() });
  };
}

/** Has messages, their mails and what became of them fetched anew. */
export function useRefreshMessage(): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { messages, mails } = api;
  return () => {
    for (const { key } of [messages.get, messages.list, messages.recipients, mails.list, mails.counts])
      void queryClient.invalidateQueries({ queryKey: key() });
  };
}
