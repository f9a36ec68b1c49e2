import { categoryProblems } from '@vpisnik/contract/categories';
import type { Language } from '@vpisnik/contract/common';
import { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import { catalogueOf } from '../../db/catalogue.ts';
import { categories } from '../../db/schema.ts';
import { languageProblems } from '../organizations/languages.ts';

/** Categories, in the order the organisation gave them. */
export const categoryCatalogue = catalogueOf(categories, {
  reply: contract.categories.get.reply,
  groupsCount: sql`(select count(*)::integer from groups
    where groups.organization_id = ${categories}.organization_id and groups.category_id = ${categories}.id)`,
  problems: async (scope, row, current) => [
    ...categoryProblems({ ...row, languages: row.languages as Language[] }),
    ...(await languageProblems(scope, row.languages, current?.languages)),
  ],
});
