import { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import { catalogueOf } from '../../db/catalogue.ts';
import { locations } from '../../db/schema.ts';

/** Locations, by name. */
export const locationCatalogue = catalogueOf(locations, {
  reply: contract.locations.get.reply,
  key: sql`${locations.name} collate "sl-x-icu"`,
  keyOf: (row) => row.name,
  groupsCount: sql`(select count(*)::integer from groups
    where groups.organization_id = ${locations}.organization_id and groups.location_id = ${locations}.id)`,
});
