/** Views of a list under a name: a filter, an order and columns. */
import { z } from 'zod';
import { editedReply, name, params, version } from './common.ts';
import { endpoint } from './kit.ts';
import { participantFilter } from './participant-filter.ts';
import { paymentFilter } from './payment-filter.ts';
import { participantSortKeys } from './rules/participant-filter.ts';
import { paymentSortKeys } from './rules/payment-filter.ts';
import { permissions } from './rules/permissions.ts';

/** Names of columns; those of answers are ids of fields of the catalogue and of groups' questions. */
const columns = z.array(z.string().regex(/^[a-z0-9_-]{1,36}$/)).max(100);

/** The lists that have views. */
export const viewedLists = ['participants', 'payments'] as const;
export type ViewedList = (typeof viewedLists)[number];

const sorts = [...new Set([...participantSortKeys, ...paymentSortKeys])];
const ofList = {
  participants: { filters: participantFilter, sorts: participantSortKeys, sort: '-application_date' },
  payments: { filters: paymentFilter, sorts: paymentSortKeys, sort: 'expiration_date' },
} as const;

/** The order that a list has at first. */
export const usualSort = (list: ViewedList): (typeof sorts)[number] => ofList[list].sort;

/** The parts of a view that another list has. */
export function strangeIn(
  list: ViewedList,
  { filters, sort }: { filters?: object | undefined; sort?: string | undefined },
): ('filters' | 'sort')[] {
  const own = ofList[list];
  const isSort = sort === undefined || (own.sorts as readonly string[]).includes(sort);
  const areFilters = filters === undefined || own.filters.safeParse(filters).success;
  return [...(areFilters ? [] : (['filters'] as const)), ...(isSort ? [] : (['sort'] as const))];
}

const fields = {
  name,
  /** Whether all administrators of the organisation have it, or its maker alone. */
  shared: z.boolean(),
  /** Those of its list. */
  filters: z.union([participantFilter, paymentFilter]),
  sort: z.enum(sorts),
  /**
   * Null: the columns that a list has at first. Empty: none of those that can be chosen. With `name` among them they are in
   * the order in which they are given, else in the list's own.
   */
  columns: columns.nullable(),
};

/** Parts of a filter and the columns, in which something that is gone may be named. */
const places = ['group_id', 'category_id', 'location_id', 'leader_id', 'answer', 'columns'] as const;

const reply = z.object({
  ...editedReply,
  list: z.enum(viewedLists),
  name: z.string(),
  shared: z.boolean(),
  filters: z.record(z.string(), z.unknown()),
  sort: z.string(),
  columns: z.array(z.string()).nullable(),
  /** Where something is named that is no longer there. */
  missing: z.array(z.enum(places)),
});
export type SavedView = z.output<typeof reply>;

const manage = { scope: 'organization', rank: permissions['participants.list'] } as const;

export const saved_views = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/saved-views',
    summary: "The caller's views and those of the organisation's administrators, by name",
    reply: z.object({ results: z.array(reply) }),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/saved-views',
    summary: 'Save a view of a list',
    body: z
      .strictObject({
        ...fields,
        list: z.enum(viewedLists).default('participants'),
        shared: fields.shared.default(false),
        filters: fields.filters.default({}),
        /** Absent: the order that the list has at first. */
        sort: fields.sort.optional(),
        columns: fields.columns.default(null),
      })
      .superRefine(({ list, ...view }, context) => {
        for (const part of strangeIn(list, view))
          context.addIssue({ code: 'custom', message: 'invalid_value', path: [part] });
      }),
    reply,
    status: 201,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/saved-views/{id}',
    summary: 'Rename, replace or share a view',
    params,
    body: z
      .strictObject({ ...fields, version })
      .partial()
      .required({ version: true }),
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/saved-views/{id}',
    summary: 'Delete a view',
    params,
    reply: null,
  }),
};
