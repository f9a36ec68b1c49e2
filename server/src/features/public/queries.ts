import { and, eq, gte, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { categories, groups, locations, organizations } from '../../db/schema.ts';
import type { PublicScope, Transaction } from '../../db/scope.ts';
import { steadyStatement } from '../../db/statements/statement.ts';
import { bannerUrl } from '../../files/address.ts';
import { writtenAhead } from './sessions.ts';

const publicOrganization = {
  id: organizations.id,
  label: organizations.label,
  name: organizations.name,
  default_language: organizations.default_language,
  languages: organizations.languages,
  time_zone: organizations.time_zone,
  active: organizations.active,
  profile: organizations.profile,
  contact_email: organizations.contact_email,
  search_indexing: organizations.search_indexing,
  embed_origins: organizations.embed_origins,
  public_holidays: organizations.public_holidays,
  school_breaks: organizations.school_breaks,
};

const organization = steadyStatement((tx, value: (name: 'organization') => Placeholder) =>
  tx
    .select(publicOrganization)
    .from(organizations)
    .where(eq(organizations.id, value('organization'))),
);

/** Selects the organisation's public columns; undefined if there is none with this id. */
export async function selectOrganization({ tx, organizationId }: PublicScope) {
  const rows = await organization(tx, { organization: organizationId });
  return rows[0];
}

const publicCategory = {
  id: categories.id,
  label: categories.label,
  name: categories.name,
  description: categories.description,
  languages: categories.languages,
};

const ownCategories = (organizationId: Placeholder) =>
  and(eq(categories.organization_id, organizationId), eq(categories.active, true));

const activeCategories = steadyStatement((tx, value: (name: 'organization') => Placeholder) =>
  tx
    .select(publicCategory)
    .from(categories)
    .where(ownCategories(value('organization')))
    .orderBy(categories.position, categories.id),
);

/** Active categories in their order. */
export function selectCategories({ tx, organizationId }: PublicScope) {
  return activeCategories(tx, { organization: organizationId });
}

type Named = (name: 'organization' | 'id') => Placeholder;

const category = steadyStatement((tx, value: Named) =>
  tx
    .select(publicCategory)
    .from(categories)
    .where(and(ownCategories(value('organization')), eq(categories.id, value('id')))),
);

/** An active category. */
export async function selectCategory({ tx, organizationId }: PublicScope, id: string) {
  const rows = await category(tx, { organization: organizationId, id });
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

/** What cards of groups show; joined to it are `places` of the group and its location. */
export const card = {
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
export function published(organizationId: string | Placeholder, filter: SQL | undefined): SQL | undefined {
  return and(eq(groups.organization_id, organizationId), eq(groups.active, true), filter);
}

/** Places of the groups that a condition names, all counted in one call. */
function placesOf(matching: SQL | undefined): SQL {
  return sql`app.group_places(array(select ${groups.id} from ${groups} where ${matching})) as places`;
}

const itsPlaces = sql`places.group_id = ${groups.id}`;
/** Joins a group's location. */
export const itsLocation = referenced(locations, groups, groups.location_id);

/** May still be going on in every zone of the world; the exact day is the caller's to check. */
export const notLongEnded = or(isNull(groups.end_date), gte(groups.end_date, sql`current_date - 1`));

const enrolments = steadyStatement((tx, value: (name: 'organization') => Placeholder) => {
  const matching = published(value('organization'), notLongEnded);
  return tx
    .select({
      category_id: groups.category_id,
      age_from: groups.age_from,
      age_to: groups.age_to,
      ...enrolling,
    })
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .where(matching);
});

/** Where the published groups of all categories stand. */
export function selectEnrolments({ tx, organizationId }: PublicScope) {
  return enrolments(tx, { organization: organizationId });
}

const cards = (tx: Transaction, matching: SQL | undefined) =>
  tx
    .select(card)
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .leftJoin(locations, itsLocation)
    .where(matching);

const categoryCards = steadyStatement((tx, value: Named) =>
  cards(tx, published(value('organization'), and(eq(groups.category_id, value('id')), notLongEnded))),
);

/** Cards of a category's published groups, those of a search when something is searched for. */
export async function selectCards(
  { tx, organizationId }: PublicScope,
  categoryId: string,
  search: string | undefined,
) {
  if (!search) return categoryCards(tx, { organization: organizationId, id: categoryId });
  const found = sql`${groups.id} in (select app.search_groups(${search}))`;
  const its = and(eq(groups.category_id, categoryId), notLongEnded, found);
  return cards(tx, published(organizationId, its));
}

const target = steadyStatement((tx, value: Named) => {
  const { languages, accept_applications, apply_from, apply_until, end_date, when_full } = groups;
  return tx
    .select({ languages, accept_applications, apply_from, apply_until, end_date, when_full })
    .from(groups)
    .where(published(value('organization'), eq(groups.id, value('id'))));
});

/** Selects a published group's form and settings, to check an application before its place is decided. */
export async function selectTarget({ tx, organizationId }: PublicScope, id: string) {
  const rows = await target(tx, { organization: organizationId, id });
  return rows[0];
}

const group = steadyStatement((tx, value: Named) => {
  const matching = published(value('organization'), eq(groups.id, value('id')));
  return tx
    .select({
      ...card,
      category: { id: categories.id, name: categories.name, active: categories.active },
      written: writtenAhead,
    })
    .from(groups)
    .innerJoin(placesOf(matching), itsPlaces)
    .innerJoin(categories, referenced(categories, groups, groups.category_id))
    .leftJoin(locations, itsLocation)
    .where(matching);
});

/** A published group; its category may be inactive, its direct link works all the same. */
export async function selectGroup({ tx, organizationId }: PublicScope, id: string) {
  const rows = await group(tx, { organization: organizationId, id });
  return rows[0];
}
