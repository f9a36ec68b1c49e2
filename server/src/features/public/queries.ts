import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { categories, groups, locations, organizations } from '../../db/schema.ts';
import type { PublicScope } from '../../db/scope.ts';
import { bannerUrl } from '../../files/address.ts';
import { writtenAhead } from './sessions.ts';

const publicOrganization = {
  id: organizations.id,
  name: organizations.name,
  default_language: organizations.default_language,
  languages: organizations.languages,
  time_zone: organizations.time_zone,
  active: organizations.active,
  profile: organizations.profile,
  owner_email: organizations.owner_email,
  search_indexing: organizations.search_indexing,
  embed_origins: organizations.embed_origins,
  public_holidays: organizations.public_holidays,
  school_breaks: organizations.school_breaks,
};

/** What visitors may know of the organisation; undefined when there is none of this id. */
export async function selectOrganization({ tx, organizationId }: PublicScope) {
  const rows = await tx
    .select(publicOrganization)
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return rows[0];
}

const publicCategory = {
  id: categories.id,
  label: categories.label,
  name: categories.name,
  description: categories.description,
  languages: categories.languages,
};

const ownCategories = ({ organizationId }: PublicScope) =>
  and(eq(categories.organization_id, organizationId), eq(categories.active, true));

/** Active categories in their order. */
export function selectCategories(scope: PublicScope) {
  return scope.tx
    .select(publicCategory)
    .from(categories)
    .where(ownCategories(scope))
    .orderBy(categories.position, categories.id);
}

/** An active category. */
export async function selectCategory(scope: PublicScope, id: string) {
  const rows = await scope.tx
    .select(publicCategory)
    .from(categories)
    .where(and(ownCategories(scope), eq(categories.id, id)));
  return rows[0];
}

/** What `enrolmentOf` goes by. */
const enrolling = {
  accept_applications: groups.accept_applications,
  apply_from: groups.apply_from,
  apply_until: groups.apply_until,
  end_date: groups.end_date,
  when_full: groups.when_full,
  places: sql<number | null>`places.places`,
  taken: sql<number>`places.taken`,
  waiting: sql<number>`places.waiting`,
};

const card = {
  ...enrolling,
  id: groups.id,
  label: groups.label,
  name: groups.name,
  description: groups.description,
  price_text: groups.price_text,
  languages: groups.languages,
  schedule: groups.schedule,
  start_date: groups.start_date,
  age_from: groups.age_from,
  age_to: groups.age_to,
  background_color: groups.background_color,
  banner_url: bannerUrl,
  banner_alt: groups.banner_alt,
  location_name: locations.name,
  location_address: locations.address,
  leaders: sql<string[]>`array(
    select leader.name from group_leader_names leader
    where leader.organization_id = ${groups.organization_id} and leader.group_id = ${groups.id}
    order by leader.name collate "sl-x-icu"
  )`,
};

/** Published groups; row-level security hides the others, the condition lets an index find them. */
function published({ organizationId }: PublicScope, filter: SQL | undefined): SQL | undefined {
  return and(eq(groups.organization_id, organizationId), eq(groups.active, true), filter);
}

/** Places of the groups that a condition names, all counted in one call. */
function placesOf(matching: SQL | undefined): SQL {
  return sql`app.group_places(array(select ${groups.id} from ${groups} where ${matching})) as places`;
}

const itsPlaces = sql`places.group_id = ${groups.id}`;
const itsLocation = and(
  eq(locations.organization_id, groups.organization_id),
  eq(locations.id, groups.location_id),
);

/** May still be going on in every zone of the world; the exact day is the caller's to check. */
const notLongEnded = or(isNull(groups.end_date), gte(groups.end_date, sql`current_date - 1`));

/** Where the published groups of all categories stand. */
export function selectEnrolments(scope: PublicScope) {
  const matching = published(scope, notLongEnded);
  return scope.tx
    .select({ category_id: groups.category_id, ...enrolling })
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .where(matching);
}

/** Cards of a category's published groups, those of a search when something is searched for. */
export function selectCards(scope: PublicScope, categoryId: string, search: string | undefined) {
  const matching = published(
    scope,
    and(
      eq(groups.category_id, categoryId),
      notLongEnded,
      search ? sql`${groups.id} in (select app.search_groups(${search}))` : undefined,
    ),
  );
  return scope.tx
    .select(card)
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .leftJoin(locations, itsLocation)
    .where(matching);
}

/** What an application to a published group is checked against before its places are decided. */
export async function selectTarget(scope: PublicScope, id: string) {
  const { languages, accept_applications, apply_from, apply_until, end_date, when_full } = groups;
  const rows = await scope.tx
    .select({ languages, accept_applications, apply_from, apply_until, end_date, when_full })
    .from(groups)
    .where(published(scope, eq(groups.id, id)));
  return rows[0];
}

/** A published group; its category may be inactive, its direct link works all the same. */
export async function selectGroup(scope: PublicScope, id: string) {
  const matching = published(scope, eq(groups.id, id));
  const rows = await scope.tx
    .select({
      ...card,
      category: { id: categories.id, name: categories.name, active: categories.active },
      written: writtenAhead,
    })
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .innerJoin(
      categories,
      and(eq(categories.organization_id, groups.organization_id), eq(categories.id, groups.category_id)),
    )
    .leftJoin(locations, itsLocation)
    .where(matching);
  return rows[0];
}
