import { type Language, languages } from '@vpisnik/contract/common';
import type { GroupFilters } from '@vpisnik/contract/public';
import { groupsPerPage } from '@vpisnik/contract/rules/public-pages';
import { and, eq, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { nameKey } from '../../db/name-key.ts';
import { categories, groups, locations } from '../../db/schema.ts';
import type { PublicScope } from '../../db/scope.ts';
import { steadyStatement } from '../../db/statements/statement.ts';
import { card, itsLocation, notLongEnded, published } from './queries.ts';

type Name = 'organization' | 'age' | 'day' | 'location' | 'free' | 'skipped';
type Value = (name: Name) => Placeholder;

/** Today by the organisation's clocks. */
const todayOf = (organization: Placeholder) =>
  sql`(select (now() at time zone time_zone)::date from organizations where id = ${organization})`;

const isShut = sql`(not ${groups.accept_applications} or coalesce(${groups.apply_until} <= now(), false))`;
const isFull = sql`coalesce(counted.taken >= counted.places, false)`;

/** As `enrolmentOf` tells them apart: open, waiting list, not yet open, then what nobody can apply to. */
const standing = sql`case
  when ${isShut} then 3
  when ${groups.apply_from} > now() then 2
  when ${isFull} and ${groups.when_full} = 'close' then 3
  when ${isFull} or counted.waiting > 0 then 1
  else 0
end`;

/** Whether lists show the groups of its category: those of an inactive one only have their own addresses. */
const isListed = (organization: Placeholder) =>
  sql`${groups.category_id} in (
    select ${categories.id} from ${categories}
    where ${categories.organization_id} = ${organization} and ${categories.active}
  )`;

/** Groups that are not over, narrowed by what was asked for; null asks for nothing. */
const matching = (value: Value): SQL | undefined =>
  published(
    value('organization'),
    and(
      isListed(value('organization')),
      sql`coalesce(${groups.end_date} >= ${todayOf(value('organization'))}, true)`,
      sql`(${value('age')}::int is null
        or ${value('age')} between coalesce(${groups.age_from}, 0) and coalesce(${groups.age_to}, 1000))`,
      sql`(${value('day')}::text is null
        or ${groups.schedule} @> jsonb_build_array(jsonb_build_object('day', ${value('day')}::text)))`,
      sql`(${value('location')}::uuid is null or ${groups.location_id} = ${value('location')})`,
      // the queue is fair: where people wait, a place that is free is not the next applicant's
      sql`(not ${value('free')}::boolean or not (${isShut} or ${isFull} or counted.waiting > 0))`,
    ),
  );

/** Who looks for an age wants groups made for it before those that say nothing of age. */
const isForAnyAge = (value: Value) =>
  sql`${value('age')}::int is not null and ${groups.age_from} is null and ${groups.age_to} is null`;

const inLanguage = (language: Language) =>
  steadyStatement((tx, value: Value) => {
    const order = sql`${standing}, ${isForAnyAge(value)}, ${nameKey(sql`${groups.name}`, language)}, ${groups.id}`;
    const page = tx
      .select({
        group_id: sql<string>`${groups.id}`.as('group_id'),
        places: sql`counted.places`.as('places'),
        taken: sql`counted.taken`.as('taken'),
        waiting: sql`counted.waiting`.as('waiting'),
        position: sql<number>`row_number() over (order by ${order})`.as('position'),
        total: sql<number>`(count(*) over ())::integer`.as('total'),
      })
      .from(groups)
      .innerJoin(sql`app.all_group_places() as counted`, sql`counted.group_id = ${groups.id}`)
      .where(matching(value))
      .orderBy(sql`position`)
      .limit(groupsPerPage)
      .offset(value('skipped'))
      .as('places');
    return tx
      .select({ ...card, total: page.total })
      .from(page)
      .innerJoin(groups, and(eq(groups.organization_id, value('organization')), eq(groups.id, page.group_id)))
      .leftJoin(locations, itsLocation)
      .orderBy(page.position);
  });

const pages = Object.fromEntries(languages.map((one) => [one, inLanguage(one)])) as Record<
  Language,
  ReturnType<typeof inLanguage>
>;

/** A page of the groups that filters leave, those one can apply to first, then those made for the age, then by name; each says how many there are. */
export function selectAllGroups(
  { tx, organizationId }: PublicScope,
  { age, day, location_id, free_places, page }: GroupFilters,
  language: Language,
) {
  return pages[language](tx, {
    organization: organizationId,
    age: age ?? null,
    day: day ?? null,
    location: location_id ?? null,
    free: free_places ?? false,
    skipped: (page - 1) * groupsPerPage,
  });
}

const places = steadyStatement((tx, value: (name: 'organization') => Placeholder) =>
  tx
    .select({ id: locations.id, name: locations.name })
    .from(locations)
    .where(
      and(
        eq(locations.organization_id, value('organization')),
        sql`${locations.id} in ${tx
          .select({ id: groups.location_id })
          .from(groups)
          .where(
            published(
              value('organization'),
              and(isListed(value('organization')), isNotNull(groups.location_id), notLongEnded),
            ),
          )}`,
      ),
    )
    .orderBy(sql`${locations.name} collate "sl-x-icu"`, locations.id),
);

/** Where the published groups meet. */
export function selectPlaces({ tx, organizationId }: PublicScope) {
  return places(tx, { organization: organizationId });
}

/** The age from which nobody is asked how old the child is. */
export const ADULT = 18;

const forChildren = steadyStatement((tx, value: (name: 'organization') => Placeholder) =>
  tx
    .select({
      only: sql<boolean>`coalesce(bool_and(coalesce(${groups.age_to} < ${sql.raw(String(ADULT))}, false)), false)`,
    })
    .from(groups)
    .where(
      published(
        value('organization'),
        and(
          isListed(value('organization')),
          notLongEnded,
          or(isNotNull(groups.age_from), isNotNull(groups.age_to)),
        ),
      ),
    ),
);

/** Whether all groups that name ages are for minors, and some do. */
export async function selectIsForChildren({ tx, organizationId }: PublicScope): Promise<boolean> {
  const [row] = await forChildren(tx, { organization: organizationId });
  return row?.only ?? false;
}
