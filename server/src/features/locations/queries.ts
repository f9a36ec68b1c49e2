import { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import { atTheEnd, catalogueOf } from '../../db/catalogue.ts';
import { locations } from '../../db/schema.ts';

/** Locations, in the order the organisation gave them. */
export const locationCatalogue = catalogueOf(locations, {
  reply: contract.locations.get.reply,
  key: sql`${locations.position}`,
  keyOf: (row) => row.position,
  groupsCount: sql`(select count(*)::integer from groups
    where groups.organization_id = ${locations}.organization_id and groups.location_id = ${locations}.id)`,
  defaults: atTheEnd(locations),
});
