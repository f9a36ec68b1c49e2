import { z } from 'zod';
import { catalogueEndpoints } from './catalogue.ts';
import { editedReply, httpsUrl, line, multiline, name, version } from './common.ts';
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

export const locations = catalogueEndpoints({
  path: '/locations',
  many: 'Locations',
  one: 'location',
  rank: permissions['locations.manage'],
  createBody,
  updateBody,
  reply,
});
