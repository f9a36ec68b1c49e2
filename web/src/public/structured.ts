import type { PublicGroup, PublicOrganization } from '@vpisnik/contract/public';
import { bannerSources } from '@vpisnik/contract/rules/banners';
import type { PageContext, PublicPage } from '@vpisnik/contract/rules/public-pages';
import { endTime } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { addressOf } from './contact.ts';
import { applyPath, categoriesPath } from './links.ts';

type Described = Extract<PublicPage, { kind: 'categories' | 'groups' | 'all_groups' | 'apply' }>;

/** Structured data for search engines: https://schema.org/Organization and https://schema.org/Course. */
export function structuredData(page: Described, context: PageContext): object {
  const { organization } = page;
  const about = provider(organization, context);
  if (page.kind === 'categories') return { '@context': 'https://schema.org', ...about };
  if (page.kind === 'apply')
    return { '@context': 'https://schema.org', ...course(page.group, organization, context) };
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: page.results.map((group, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: course(group, organization, context),
    })),
  };
}

function provider(organization: PublicOrganization, context: PageContext) {
  const { name, email, phone_number } = organization;
  const address = addressOf(organization, context);
  return {
    '@type': 'Organization',
    name,
    url: context.public_url + categoriesPath(organization),
    ...(email && { email }),
    ...(phone_number && { telephone: phone_number }),
    ...(address && { address }),
  };
}

function course(group: PublicGroup, organization: PublicOrganization, context: PageContext) {
  const { language, public_url } = context;
  const url = public_url + applyPath(organization, group);
  const name = bestText(group.name, language);
  const { location_name, location_address, start_date, end_date, leaders, banner_url } = group;
  const dates = { ...(start_date && { startDate: start_date }), ...(end_date && { endDate: end_date }) };
  return {
    '@type': 'Course',
    name: name.text,
    description: bestText(group.description, language).text || name.text,
    inLanguage: name.language,
    url,
    ...(banner_url && { image: new URL(bannerSources(banner_url).jpeg, public_url).href }),
    provider: provider(organization, context),
    offers: offer(group, url, language),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      ...dates,
      ...(location_name && {
        location: {
          '@type': 'Place',
          name: location_name,
          ...(location_address && { address: location_address }),
        },
      }),
      ...(leaders.length > 0 && {
        instructor: leaders.map((leader) => ({ '@type': 'Person', name: leader })),
      }),
      ...(group.schedule.length > 0 && {
        courseSchedule: group.schedule.map((slot) => ({
          '@type': 'Schedule',
          repeatFrequency: 'P1W',
          byDay: `https://schema.org/${slot.day.charAt(0).toUpperCase()}${slot.day.slice(1)}`,
          startTime: slot.start_time,
          endTime: endTime(slot),
          duration: `PT${slot.duration}M`,
          scheduleTimezone: organization.time_zone,
          ...dates,
        })),
      }),
    },
  };
}

const availability: Record<PublicGroup['enrolment'], string> = {
  open: 'InStock',
  waitlist: 'BackOrder',
  not_yet: 'PreOrder',
  full: 'SoldOut',
  closed: 'OutOfStock',
  ended: 'Discontinued',
};

/** Offer of a group. Its price is free text; only one that begins with an amount in euros becomes a number. */
function offer(group: PublicGroup, url: string, language: PageContext['language']) {
  const { apply_from, apply_until, enrolment, price_text } = group;
  const text = bestText(price_text, language).text;
  const [, before, after] = /^(?:€\s?(\d+(?:[.,]\d{2})?)|(\d+(?:[.,]\d{2})?)\s?€)/.exec(text) ?? [];
  const price = (before ?? after)?.replace(',', '.');
  return {
    '@type': 'Offer',
    url,
    availability: `https://schema.org/${availability[enrolment]}`,
    ...(text && { category: text }),
    ...(price && { price, priceCurrency: 'EUR' }),
    ...(apply_from && { validFrom: apply_from }),
    ...(apply_until && { validThrough: apply_until }),
  };
}
