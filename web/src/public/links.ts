import type { GroupFilters } from '@vpisnik/contract/public';
import { allGroupsPath, applicationPath, programmesPath } from '@vpisnik/contract/rules/public-addresses';
import { filtersQuery, type PageContext } from '@vpisnik/contract/rules/public-pages';

type Organization = { id: string; label: string };

/** The organisation's programmes. */
export const categoriesPath = programmesPath;
export const groupsPath = (organization: Organization, category: { id: string }) =>
  `/public/${organization.id}/categories/${category.id}/groups`;
/** Path of similar groups: those of the category, or all programmes when the category is inactive. */
export const othersPath = (organization: Organization, category: { id: string; active: boolean }) =>
  category.active ? groupsPath(organization, category) : categoriesPath(organization);
/** All groups of an organisation, without filters. */
export { allGroupsPath };
/** A group with its application form. */
export const applyPath = applicationPath;

export const sitemapPath = (organization: Organization) => `/public/${organization.id}/sitemap.xml`;
/** The group's meetings for a calendar program. */
export const calendarPath = (organization: Organization, group: { id: string }) =>
  `/public/${organization.id}/groups/${group.id}/calendar.ics`;

type Place = Pick<PageContext, 'language' | 'explicit' | 'embed'>;

/** The address of another page as this one links it: the language when it was chosen, and the frame. */
export function linkTo(
  path: string,
  { language, explicit, embed }: Place,
  query: Record<string, string> = {},
) {
  const search = new URLSearchParams({
    ...query,
    ...(explicit && { lang: language }),
    ...(embed && { embed: '1' }),
  });
  return search.size > 0 ? `${path}?${search}` : path;
}

/** All groups that filters leave, with the page beginning where they are listed. */
export function allGroupsLink(organization: Organization, filters: GroupFilters, place: Place): string {
  const query = Object.fromEntries(new URLSearchParams(filtersQuery(filters)));
  return `${linkTo(allGroupsPath(organization), place, query)}#found`;
}

/** An address in another language; keeps its other parts. */
export function linkToLanguage(
  address: string,
  language: string,
  { embed }: { embed?: boolean } = {},
): string {
  const [path = '', query] = address.split('?');
  const search = new URLSearchParams(query);
  search.set('lang', language);
  if (embed) search.set('embed', '1');
  return `${path}?${search}`;
}
