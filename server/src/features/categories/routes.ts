import type { contract } from '@vpisnik/contract/contract';
import { catalogueRoutes } from '../../http/catalogue.ts';
import type { Handlers } from '../../http/mount.ts';
import { categoryCatalogue } from './queries.ts';

/** What groups are listed under. */
export const categoryRoutes: Handlers<typeof contract.categories> = catalogueRoutes(categoryCatalogue);
