import type { Category } from '@vpisnik/contract/categories';
import type { FormField } from '@vpisnik/contract/form-fields';
import type { Group, GroupSummary } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import type { Answers } from './fake-api.ts';

// fixed days: the fake API answers these days with what the server says of them

const stamped = {
  version: 1,
  created_at: '2026-09-01T08:00:00.000000Z',
  updated_at: '2026-09-14T15:21:00.000000Z',
};

/** The id of the n-th thing of a test. */
export const idOf = (n: number) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A group as the API answers it; say only what the test is about. */
export function groupOf(fields: Partial<Group> = {}): Group {
  return {
    ...stamped,
    id: idOf(1),
    label: 'moderni-ples',
    name: { sl: 'Moderni ples', en: 'Modern dance' },
    description: { sl: 'Za mlade.', en: 'For young people.' },
    price_text: {},
    languages: ['sl', 'en'],
    active: true,
    accept_applications: true,
    category_id: idOf(11),
    category_name: { sl: 'Moderni in jazz', en: 'Modern and jazz' },
    location_id: idOf(21),
    location_name: 'Dvorana Šiška',
    leaders: [{ id: idOf(31), name: 'Nina Bergant' }],
    leader_ids: [idOf(31)],
    start_date: '2026-09-15',
    end_date: '2027-06-17',
    apply_from: null,
    apply_until: '2026-09-30T21:59:00.000000Z',
    age_from: null,
    age_to: null,
    capacity: 16,
    when_full: 'waitlist',
    schedule: [
      { day: 'tuesday', start_time: '17:30', duration: 75 },
      { day: 'thursday', start_time: '17:30', duration: 75 },
    ],
    background_color: '#798736',
    archived_at: null,
    updated_by: 'Maja Kovač',
    banner_id: null,
    banner_alt: {},
    banner_url: null,
    places: 16,
    taken: 14,
    waiting: 0,
    pending: 2,
    enrolment: 'open',
    participants_count: 14,
    fields: [],
    email_settings: {} as Group['email_settings'],
    ...fields,
  };
}

/** A page of a list. */
export const listOf = <Row>(...results: Row[]) => ({ results, last_id: null, total: results.length });

/** A field of the catalogue. */
export function formFieldOf(fields: Partial<FormField> = {}): FormField {
  return {
    ...stamped,
    id: idOf(41),
    label: 'datum-rojstva',
    type: 'date',
    languages: ['sl', 'en'],
    name: { sl: 'Datum rojstva', en: 'Date of birth' },
    description: {},
    required: true,
    sensitive: false,
    purpose: null,
    options: [],
    position: 1,
    active: true,
    groups_count: 1,
    ...fields,
  };
}

/** A location of the catalogue. */
export function locationOf(fields: Partial<Location> = {}): Location {
  return {
    ...stamped,
    id: idOf(21),
    name: 'Dvorana',
    address: '',
    description: '',
    comment: '',
    google_maps_link: null,
    max_participants: null,
    position: 0,
    active: true,
    groups_count: 0,
    ...fields,
  };
}

/** A category of the catalogue. */
export function categoryOf(fields: Partial<Category> = {}): Category {
  return {
    ...stamped,
    id: idOf(11),
    label: 'moderni',
    name: { sl: 'Moderni in jazz', en: 'Modern and jazz' },
    description: {},
    position: 1,
    active: true,
    groups_count: 1,
    languages: ['sl', 'en'],
    ...fields,
  };
}

/** Answers with the lists that a group's editor refers to. */
export function references(...formFields: FormField[]): Answers {
  const ballet = categoryOf({ id: idOf(12), label: 'balet', name: { sl: 'Balet', en: 'Ballet' } });
  return {
    categories: { list: () => listOf(categoryOf(), ballet) },
    locations: {
      list: () =>
        listOf(locationOf({ id: idOf(21), name: 'Dvorana Šiška', max_participants: 24, groups_count: 1 })),
    },
    form_fields: { list: () => listOf(...formFields) },
    users: { leaders: () => ({ results: [{ id: idOf(31), name: 'Nina Bergant', active: true }] }) },
    notification_templates: { list: () => listOf() },
  };
}

/** The rows of the list of groups. */
export const summaryOf = (fields: Partial<GroupSummary> = {}): GroupSummary => groupOf(fields);
