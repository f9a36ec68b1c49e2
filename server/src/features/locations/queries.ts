import { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import { catalogueOf } from '../../db/catalogue.ts';
import { locations } from '../../db/schema.ts';

/** Locations, in the order the organisation gave them. */
export const locationCatalogue = catalogueOf(locations, {
  reply: contract.locations.get.reply,
  groupsCount: sql`(select count(*)::integer from groups
    where groups.organization_id = ${locations}.organization_id and groups.location_id = ${locations}.id)`,
});
