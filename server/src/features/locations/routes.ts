import type { contract } from '@vpisnik/contract/contract';
import { catalogueRoutes } from '../../http/catalogue.ts';
import type { Handlers } from '../../http/mount.ts';
import { locationCatalogue } from './queries.ts';

/** Where groups meet. */
export const locationRoutes: Handlers<typeof contract.locations> = catalogueRoutes(locationCatalogue);
