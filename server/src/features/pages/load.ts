import { randomUUID } from 'node:crypto';
import { visitors } from '@vpisnik/contract/public';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import {
  allGroupsPath,
  allGroupsWord,
  applicationPath,
  type PublicAddress,
  programmesPath,
} from '@vpisnik/contract/rules/public-addresses';
import { type ApplyPage, filtersQuery, type PublicPage } from '@vpisnik/contract/rules/public-pages';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import type { z } from 'zod';
import type { Pools } from '../../db/connection/pools.ts';
import { asVisitor, asVisitorAt, type PublicScope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { stripped } from '../../http/stripped.ts';
import { parse } from '../../http/validation.ts';
import { groupCalendar, hasMeetings, writtenDays } from '../calendar-feeds/group-calendar.ts';
import {
  publicAllGroups,
  publicCategories,
  publicGroup,
  publicGroups,
  publicOrganization,
  type VisitedOrganization,
} from '../public/service.ts';
import { loadDepartures } from '../sessions/departures.ts';
import type { AskedGroups } from './group-filters.ts';
import { selectPublishedGroups } from './queries.ts';
import type { Listed } from './sitemap.ts';

/** A page, its status, and the languages it can be shown in. */
export type Loaded<Page extends PublicPage = PublicPage> = {
  page: Page;
  status: number;
  languages: readonly Language[];
  /** The language for visitors who ask for none that it has. */
  fallback: Language;
  /** The language of its reader where it is known: it counts before those of the browser. */
  preferred?: Language;
  /** Origins that may frame it. */
  embedOrigins: readonly string[];
  /** The query of the page's address, such as filters. */
  query?: string;
  /** Shown in a frame of our own, where nothing can be sent. */
  preview?: true;
};

type Load<Page extends PublicPage> = (scope: PublicScope) => Promise<Loaded<Page>>;

/** The programmes of an organisation. */
export function loadCategories(pools: Pools, org: string): Promise<Loaded> {
  return visited(pools, org, 'organization', categoriesPage);
}

async function categoriesPage(scope: PublicScope): Promise<Loaded> {
  const data = await publicCategories(scope);
  return {
    page: { kind: 'categories', ...shown(visitors.categories, data) },
    status: 200,
    ...languagesOf(data.organization),
  };
}

/**
 * The page at a short address: the programmes of an organisation, or a group with its form. An address with a label of
 * before leads to the one with the present label.
 */
export async function loadAddress(
  pools: Pools,
  address: PublicAddress,
  asked: AskedGroups,
  language: Language | undefined,
): Promise<Loaded | { movedTo: PublicAddress }> {
  const isOfAll = address.group === allGroupsWord;
  const what = address.group === null || isOfAll ? 'organization' : 'group';
  let org: string | undefined;
  try {
    const labels = isOfAll ? { ...address, group: null } : address;
    const visit = await asVisitorAt<Loaded>(pools.public, labels, (scope, groupId) => {
      org = scope.organizationId;
      if (isOfAll) return allGroupsPage(scope, asked, language);
      return address.group === null ? categoriesPage(scope) : applyPage(scope, groupId);
    });
    if (!visit) return noOrganization();
    const { organization, group } = visit.at;
    if (organization === address.organization && group === labels.group) return visit.result;
    return { movedTo: { organization, group: isOfAll ? allGroupsWord : group } };
  } catch (error) {
    return await orMissing(pools, org, what, error);
  }
}

/** Loads all groups of a category; the page itself filters them by the search. */
export function loadGroups(
  pools: Pools,
  { org, id }: { org: string; id: string },
  search: string,
  language: Language | undefined,
): Promise<Loaded> {
  return visited(pools, org, 'category', async (scope) => {
    requireId(id);
    const data = await publicGroups(scope, id, { language });
    return {
      page: { kind: 'groups', ...shown(visitors.groups, data), search },
      status: 200,
      ...languagesOf(data.organization),
    };
  });
}

/** All groups of an organisation, narrowed by what the address asks for. */
export function loadAllGroups(
  pools: Pools,
  org: string,
  asked: AskedGroups,
  language: Language | undefined,
): Promise<Loaded> {
  return visited(pools, org, 'organization', (scope) => allGroupsPage(scope, asked, language));
}

async function allGroupsPage(
  scope: PublicScope,
  { filters: given, misread }: AskedGroups,
  language: Language | undefined,
): Promise<Loaded> {
  const data = await publicAllGroups(scope, given, language);
  const { page, ...shownData } = shown(visitors.allGroups, data);
  // a place of before, or of another user
  const isPlace = data.locations.some(({ id }) => id === given.location_id);
  const { location_id, ...others } = given;
  if (location_id !== undefined && !isPlace)
    return allGroupsPage(scope, { filters: others, misread: true }, language);
  const filters = { ...given, page };
  return {
    page: { kind: 'all_groups', ...shownData, filters, misread },
    status: 200,
    ...languagesOf(data.organization),
    query: filtersQuery(filters),
  };
}

/** A group with its form; one that has ended is gone, but still says what it was. */
export function loadApply(pools: Pools, { org, id }: { org: string; id: string }): Promise<Loaded> {
  return visited(pools, org, 'group', (scope) => {
    requireId(id);
    return applyPage(scope, id);
  });
}

async function applyPage(scope: PublicScope, id: string | null): Promise<Loaded<ApplyPage>> {
  if (id === null) throw new AppError('not_found');
  const data = await publicGroup(scope, id);
  const { organization, group } = shown(visitors.group, data);
  const { default_language, embed_origins } = data.organization;
  return {
    page: { kind: 'apply', organization, group, idempotency_key: randomUUID(), posted: null },
    status: group.enrolment === 'ended' ? errorStatus.gone : 200,
    languages: group.languages,
    fallback: group.languages.includes(default_language)
      ? default_language
      : (group.languages[0] ?? default_language),
    embedOrigins: embed_origins,
  };
}

/** The calendar of a published group, in one of its languages; a group without any meetings has none. */
export function loadCalendar(
  pools: Pools,
  { org, id }: { org: string; id: string },
  ask: (offered: readonly Language[]) => Language | undefined,
  publicUrl: string,
): Promise<{ label: string; calendar: string }> {
  parse(visitors.organization.params, { org }, 'params');
  requireId(id);
  return asVisitor(pools.public, org, false, async (scope) => {
    const { organization, group } = await publicGroup(scope, id);
    if (!hasMeetings(group)) throw new AppError('not_found');
    const now = new Date();
    const today = localDay(now, organization.time_zone);
    const [offered, fallback] = [group.languages, organization.default_language];
    const language = ask(offered) ?? offered.find((one) => one === fallback) ?? offered[0] ?? fallback;
    const { first, until } = writtenDays(group, today);
    const departuresOf = await loadDepartures(scope, first, until, id);
    const url = publicUrl + applicationPath(organization, group);
    const departures = departuresOf(id);
    return {
      label: group.label,
      calendar: await groupCalendar(group, organization, { language, url, now, today, departures }),
    };
  });
}

/** The pages of an organisation that search engines may list; `not_found` where they may list none. */
export function loadSitemap(pools: Pools, org: string): Promise<Listed[]> {
  parse(visitors.organization.params, { org }, 'params');
  return asVisitor(pools.public, org, false, async (scope) => {
    const { organization, results } = shown(visitors.categories, await publicCategories(scope));
    if (!organization.search_indexing) throw new AppError('not_found');
    const { id, languages } = organization;
    const groups = await selectPublishedGroups(scope);
    return [
      { path: programmesPath(organization), languages },
      { path: allGroupsPath(organization), languages },
      ...results.map((one) => ({ path: `/public/${id}/categories/${one.id}/groups`, languages })),
      ...groups.map((one) => ({ path: applicationPath(organization, one), languages: one.languages })),
    ];
  });
}

/** A page without data of an organisation, in all languages. */
export function fixedPage(page: PublicPage, status = 200): Loaded {
  return { page, status, languages, fallback: 'sl', embedOrigins: [] };
}

/** The page of an address that leads to no organisation. */
export const noOrganization = () =>
  fixedPage({ kind: 'unavailable', what: 'organization', organization: null }, errorStatus.not_found);

/** Exactly what the API would answer: a page carries its data, and nothing undeclared may leave in it. */
function shown<E extends { reply: z.ZodType }>(endpoint: E, data: unknown): z.output<E['reply']> {
  return stripped<E['reply']>(endpoint.reply, data);
}

const idParams = visitors.group.params.pick({ id: true });
const requireId = (id: string) => parse(idParams, { id }, 'params');
const languagesOf = ({ languages, default_language, embed_origins }: VisitedOrganization) => ({
  languages,
  fallback: default_language,
  embedOrigins: embed_origins,
});

/** Loads in a visitor's transaction; an unknown or inactive organisation, category or group becomes an `unavailable` page. */
async function visited<Page extends PublicPage>(
  pools: Pools,
  org: string,
  what: 'organization' | 'category' | 'group',
  load: Load<Page>,
): Promise<Loaded> {
  try {
    parse(visitors.organization.params, { org }, 'params');
    return await asVisitor(pools.public, org, false, load);
  } catch (error) {
    return await orMissing(pools, org, what, error);
  }
}

async function orMissing(
  pools: Pools,
  org: string | undefined,
  what: 'organization' | 'category' | 'group',
  error: unknown,
): Promise<Loaded> {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'not_found') return missing(pools, org ?? '', what);
  if (error.code === 'organization_disabled') return missing(pools, org ?? '', 'inactive');
  throw error;
}

async function missing(
  pools: Pools,
  org: string,
  what: 'organization' | 'category' | 'group' | 'inactive',
): Promise<Loaded> {
  try {
    parse(visitors.organization.params, { org }, 'params');
    return await asVisitor(pools.public, org, false, async (scope) => {
      const organization = await publicOrganization(scope);
      const known = organization.active ? what : 'inactive';
      return {
        page: { kind: 'unavailable', what: known, organization: shown(visitors.organization, organization) },
        status: known === 'inactive' ? errorStatus.organization_disabled : errorStatus.not_found,
        ...languagesOf(organization),
      };
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return noOrganization();
  }
}
