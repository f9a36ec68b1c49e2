/** Data for visitors: one organisation's published groups, without personal data but the leaders' names. */
import type { Language } from '@vpisnik/contract/common';
import type {
  GroupFilters,
  PublicCategory,
  PublicGroup,
  PublicGroupPage,
  PublicOrganization,
} from '@vpisnik/contract/public';
import { countryName } from '@vpisnik/contract/rules/countries';
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { type Enrolment, enrolmentOf, localDay } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { PublicScope } from '../../db/scope.ts';
import { derived } from '../../db/statements/derived.ts';
import { AppError, found } from '../../errors.ts';
import type { Choice } from '../closures/known.ts';
import { type Question, selectQuestions } from '../participants/questions.ts';
import { ADULT, selectAllGroups, selectIsForChildren, selectPlaces } from './all-groups.ts';
import {
  selectCards,
  selectCategories,
  selectCategory,
  selectEnrolments,
  selectGroup,
  selectOrganization,
  selectTarget,
} from './queries.ts';
import { comingSessions } from './sessions.ts';

/** The organisation, with what its pages go by and no reply declares: who may frame them, and when it is closed. */
export type VisitedOrganization = PublicOrganization & Choice & { embed_origins: string[] };

/** The organisation, also an inactive one: its pages say so kindly. Unknown: `not_found`. */
export async function publicOrganization(scope: PublicScope): Promise<VisitedOrganization> {
  return organizationOf(found(await selectOrganization(scope)));
}

/** Active categories with their published groups counted. */
export async function publicCategories(
  scope: PublicScope,
): Promise<{ organization: VisitedOrganization; for_children: boolean; results: PublicCategory[] }> {
  const [row, categories, groups] = await Promise.all([
    selectOrganization(scope),
    selectCategories(scope),
    selectEnrolments(scope),
  ]);
  return categoriesPage(categories, groups, found(row), wholeSecond());
}

const categoriesPage = derived(
  (categories: Categories, groups: Enrolments, row: OrganizationRow, at: number) => {
    const organization = activeOrganizationOf(row);
    const standing = groups
      .map((group) => ({ ...group, enrolment: standingOf(group, organization, at) }))
      .filter(({ enrolment }) => enrolment !== 'ended');
    const results = categories.map((category) => {
      const its = standing.filter((group) => group.category_id === category.id);
      return {
        ...(category as Omit<PublicCategory, 'groups_count' | 'open_count' | 'age_from' | 'age_to'>),
        ...agesOf(its),
        groups_count: its.length,
        open_count: its.filter(({ enrolment }) => takesApplications(enrolment)).length,
      };
    });
    return { organization, for_children: isForChildren(standing), results };
  },
);

/**
 * A category's published groups: those one can apply to first, then by name in `language`
 * (else the organisation's default). Ended ones are left out.
 * An unknown or inactive category: `not_found`.
 */
export async function publicGroups(
  scope: PublicScope,
  categoryId: string,
  { search, language }: { search?: string | undefined; language?: Language | undefined },
) {
  const [row, category, cards] = await Promise.all([
    selectOrganization(scope),
    selectCategory(scope, categoryId),
    selectCards(scope, categoryId, search),
  ]);
  activeOrganizationOf(row);
  return groupsPage(cards, found(row), found(category), language, wholeSecond());
}

const groupsPage = derived(
  (cards: Cards, row: OrganizationRow, category: Category, language: Language | undefined, at: number) => {
    const organization = activeOrganizationOf(row);
    const asked = language ?? organization.default_language;
    const byName = new Intl.Collator(asked).compare;
    const nameOf = (group: PublicGroup) => bestText(group.name, asked).text;
    const results = cards
      .map((group) => withStanding(group, organization, at) as PublicGroup)
      .filter(({ enrolment }) => enrolment !== 'ended')
      .sort((a, b) => orders[a.enrolment] - orders[b.enrolment] || byName(nameOf(a), nameOf(b)));
    return {
      organization,
      category: category as Omit<PublicCategory, 'groups_count' | 'open_count' | 'age_from' | 'age_to'>,
      results,
    };
  },
);

/**
 * A page of the published groups of all categories that filters leave: those one can apply to first, then by name in
 * `language` (else the organisation's default). Behind the last page comes the first.
 */
export async function publicAllGroups(
  scope: PublicScope,
  filters: GroupFilters,
  language: Language | undefined,
) {
  const [row, locations, for_children] = await Promise.all([
    selectOrganization(scope),
    selectPlaces(scope),
    selectIsForChildren(scope),
  ]);
  const organization = activeOrganizationOf(row);
  const pageAt = (page: number) =>
    selectAllGroups(scope, { ...filters, page }, language ?? organization.default_language);
  const asked = await pageAt(filters.page);
  const isBehind = asked.length === 0 && filters.page > 1;
  const cards = isBehind ? await pageAt(1) : asked;
  const results = standingCards(cards, found(row), wholeSecond());
  return {
    organization,
    for_children,
    locations,
    results,
    total: cards[0]?.total ?? 0,
    page: isBehind ? 1 : filters.page,
  };
}

const standingCards = derived((cards: FoundCards, row: OrganizationRow, at: number) => {
  const organization = activeOrganizationOf(row);
  return cards.map(({ total: _, ...group }) => withStanding(group, organization, at) as PublicGroup);
});

/** A published group with the questions of its form, also a closed, full or ended one. */
export async function publicGroup(
  scope: PublicScope,
  groupId: string,
): Promise<{ organization: VisitedOrganization; group: PublicGroupPage }> {
  const [row, group, questions] = await Promise.all([
    selectOrganization(scope),
    selectGroup(scope, groupId),
    selectQuestions(scope, groupId),
  ]);
  // an organisation that is not active says so before its group is missing
  activeOrganizationOf(row);
  return groupPage(found(group), found(row), questions, wholeSecond());
}

const groupPage = derived(
  (group: GroupRow, row: OrganizationRow, questions: readonly Question[], at: number) => {
    const organization = activeOrganizationOf(row);
    const { written, ...standing } = withStanding(group, organization, at);
    return {
      organization,
      group: {
        ...standing,
        ...comingSessions(standing, organization, written, new Date(at)),
        fields: questions,
        privacy_version: privacyVersion,
      } as unknown as PublicGroupPage,
    };
  },
);

/**
 * The form of a group that takes applications now; whether it has a place is decided when one arrives.
 *
 * @throws {AppError} not_found, organization_disabled, gone (it has ended), applications_closed
 */
export async function openForm(scope: PublicScope, groupId: string) {
  const [row, target, questions] = await Promise.all([
    selectOrganization(scope),
    selectTarget(scope, groupId),
    selectQuestions(scope, groupId),
  ]);
  const organization = activeOrganizationOf(row);
  const group = found(target);
  const free = { ...group, places: null, taken: 0, waiting: 0 };
  const standing = standingOf(free, organization, Date.now());
  if (standing === 'ended') throw new AppError('gone');
  if (standing === 'closed' || standing === 'not_yet') throw new AppError('applications_closed');
  return { organization, group, questions };
}

type OrganizationRow = NonNullable<Awaited<ReturnType<typeof selectOrganization>>>;
type Categories = Awaited<ReturnType<typeof selectCategories>>;
type Enrolments = Awaited<ReturnType<typeof selectEnrolments>>;
type Category = NonNullable<Awaited<ReturnType<typeof selectCategory>>>;
type Cards = Awaited<ReturnType<typeof selectCards>>;
type FoundCards = Awaited<ReturnType<typeof selectAllGroups>>;
type GroupRow = NonNullable<Awaited<ReturnType<typeof selectGroup>>>;

/** The present second as milliseconds: pages of the same one can be the same. */
const wholeSecond = () => Math.floor(Date.now() / 1000) * 1000;

const organizationOf = derived((row: OrganizationRow): VisitedOrganization => {
  const { profile, contact_email, ...organization } = row;
  const city = [profile.postal_code, profile.city].filter(Boolean).join(' ');
  const country = (language: Language) => countryName(profile.country ?? '', language);
  return {
    ...(organization as typeof organization & Pick<PublicOrganization, 'default_language' | 'languages'>),
    email: contact_email ?? '',
    phone_number: profile.phone_number ?? '',
    address: [profile.company_name, profile.address, city].filter(Boolean).join(', '),
    country: profile.country ? { sl: country('sl'), en: country('en') } : {},
  };
});

function activeOrganizationOf(row: OrganizationRow | undefined): VisitedOrganization {
  const organization = organizationOf(found(row));
  if (!organization.active) throw new AppError('organization_disabled');
  return organization;
}

type Enrolling = Parameters<typeof enrolmentOf>[0];

function standingOf(group: Enrolling, { time_zone }: PublicOrganization, at: number): Enrolment {
  const now = new Date(at);
  return enrolmentOf(group, now, localDay(now, time_zone));
}

function withStanding<Group extends Enrolling>(group: Group, organization: PublicOrganization, at: number) {
  return { ...group, enrolment: standingOf(group, organization, at) };
}

/** From the youngest to the oldest that any of the groups is for; null where one of them has no such bound. */
/** Whether all groups that name ages are for minors, and some do. */
function isForChildren(all: Pick<Enrolments[number], 'age_from' | 'age_to'>[]): boolean {
  const aged = all.filter(({ age_from, age_to }) => age_from !== null || age_to !== null);
  return aged.length > 0 && aged.every(({ age_to }) => age_to !== null && age_to < ADULT);
}

function agesOf(all: Pick<Enrolments[number], 'age_from' | 'age_to'>[]) {
  const bound = (ages: (number | null)[], outermost: (...ages: number[]) => number) =>
    ages.length === 0 || ages.includes(null) ? null : outermost(...(ages as number[]));
  return {
    age_from: bound(
      all.map(({ age_from }) => age_from),
      Math.min,
    ),
    age_to: bound(
      all.map(({ age_to }) => age_to),
      Math.max,
    ),
  };
}

const takesApplications = (enrolment: Enrolment) => enrolment === 'open' || enrolment === 'waitlist';

const orders: Record<Enrolment, number> = {
  open: 0,
  waitlist: 1,
  not_yet: 2,
  full: 3,
  closed: 3,
  ended: 4,
};
