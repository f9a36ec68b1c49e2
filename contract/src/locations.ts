import { z } from 'zod';
import {
  editedReply,
  flag,
  httpsUrl,
  line,
  listQuery,
  moveBody,
  multiline,
  name,
  pageOf,
  params,
  search,
  statusBody,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';

const fields = {
  name,
  address: line(limits.shortText),
  description: multiline(limits.text),
  comment: multiline(limits.text),
  max_participants: z.int().min(1).max(limits.capacity).nullable(),
  google_maps_link: httpsUrl.nullable(),
};

const createBody = z.strictObject(fields).partial().required({ name: true });
const updateBody = z
  .strictObject({ ...fields, version })
  .partial()
  .required({ version: true });

const reply = z.object({
  ...editedReply,
  name: z.string(),
  address: z.string(),
  description: z.string(),
  comment: z.string(),
  max_participants: z.number().nullable(),
  google_maps_link: z.string().nullable(),
  position: z.number(),
  active: z.boolean(),
  groups_count: z.number(),
});

export type Location = z.output<typeof reply>;
export type LocationInput = z.input<typeof createBody>;

const manage = { scope: 'organization', rank: permissions['locations.manage'] } as const;
const read = { scope: 'organization', rank: permissions['catalogue.read'] } as const;

export const locations = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/locations',
    summary: 'Locations in their order',
    query: z.strictObject({ ...listQuery, search, active: flag.optional() }),
    reply: pageOf(reply),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/locations',
    summary: 'Add a location',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({ ...read, method: 'GET', path: '/locations/{id}', summary: 'One location', params, reply }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/locations/{id}',
    summary: 'Change a location',
    params,
    body: updateBody,
    reply,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/locations/{id}/status',
    summary: 'Activate or deactivate a location',
    params,
    body: statusBody,
    reply,
  }),
  move: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/locations/{id}/position',
    summary: 'Put a location before or after another one',
    params,
    body: moveBody,
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/locations/{id}',
    summary: 'Delete a location that no group uses',
    params,
    reply: null,
  }),
};
