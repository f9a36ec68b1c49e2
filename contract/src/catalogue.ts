import { z } from 'zod';
import { flag, listQuery, moveBody, pageOf, params, search, statusBody } from './common.ts';
import { permissions } from './rules/permissions.ts';
import type { Rank } from './rules/roles.ts';

/** What the calls of a catalogue differ in. */
type Noun<
  Path extends `/${string}`,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Reply extends z.ZodType,
> = {
  path: Path;
  /** For the documentation, as `Locations` and `location`. */
  many: string;
  one: string;
  /** Who may change it; reading is for all staff. */
  rank: Rank;
  createBody: Create;
  updateBody: Update;
  reply: Reply;
};

/** The calls of a list that groups refer to, in the order that its organisation gave it. */
export function catalogueEndpoints<
  const Path extends `/${string}`,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Reply extends z.ZodType,
>({ path, many, one, rank, createBody, updateBody, reply }: Noun<Path, Create, Update, Reply>) {
  const manage = { scope: 'organization', rank } as const;
  const read = { scope: 'organization', rank: permissions['catalogue.read'] } as const;
  const its = `${path}/{id}` as const;
  return {
    list: {
      withSession: true,
      ...read,
      method: 'GET',
      path,
      summary: `${many} in their order`,
      query: z.strictObject({ ...listQuery, search, active: flag.optional() }),
      reply: pageOf(reply),
    },
    create: {
      ...manage,
      method: 'POST',
      path,
      summary: `Add a ${one}`,
      body: createBody,
      reply,
      status: 201,
    },
    get: { ...read, method: 'GET', path: its, summary: `One ${one}`, params, reply },
    update: {
      ...manage,
      method: 'PATCH',
      path: its,
      summary: `Change a ${one}`,
      params,
      body: updateBody,
      reply,
    },
    setStatus: {
      ...manage,
      method: 'PATCH',
      path: `${its}/status` as const,
      summary: `Activate or deactivate a ${one}`,
      params,
      body: statusBody,
      reply,
    },
    move: {
      ...manage,
      method: 'PATCH',
      path: `${its}/position` as const,
      summary: `Put a ${one} before or after another one`,
      params,
      body: moveBody,
      reply,
    },
    remove: {
      ...manage,
      method: 'DELETE',
      path: its,
      summary: `Delete a ${one} that no group uses`,
      params,
      reply: null,
    },
  } as const;
}
