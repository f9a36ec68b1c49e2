import type { PublicField, PublicGroup, PublicGroupPage, PublicOrganization } from '@vpisnik/contract/public';
import type {
  AllGroupsPage,
  ApplyPage,
  DocumentContext,
  GroupsPage,
  PageAssets,
  PublicPage,
} from '@vpisnik/contract/rules/public-pages';

// fixed days: each page is given the moment it was made at

/** A school as visitors see it. */
export const organization: PublicOrganization = {
  id: '01990000-0000-7000-8000-000000000001',
  label: 'zvezda',
  name: 'Plesna šola Zvezda',
  default_language: 'sl',
  languages: ['sl', 'en'],
  time_zone: 'Europe/Ljubljana',
  active: true,
  email: 'info@zvezda.test',
  phone_number: '01 234 56 78',
  address: 'Tržaška cesta 12, 1000 Ljubljana',
  country: { sl: 'Slovenija', en: 'Slovenia' },
  search_indexing: true,
};

const category = {
  active: true,
  id: '01990000-0000-7000-8000-0000000000c1',
  name: { sl: 'Moderni in jazz', en: 'Modern and jazz' },
  description: {
    sl: 'Gibanje, tehnika in koreografija za mlade in odrasle. Prva vadba v vsaki skupini je brezplačna.',
    en: 'Movement, technique and choreography for young people and adults. The first class is free.',
  },
};

/** A group with two free places; what a test is about is given. */
export function group(given: Partial<PublicGroup> = {}): PublicGroup {
  return {
    id: '01990000-0000-7000-8000-0000000000a0',
    label: 'moderni-ples',
    name: { sl: 'Moderni ples za najstnike', en: 'Modern dance for teenagers' },
    description: {
      sl: 'Sodobna plesna tehnika, improvizacija in skupinska koreografija za mlade od 12 do 16 let. Predznanje ni potrebno.',
      en: 'Contemporary technique, improvisation and group choreography for ages 12 to 16. No experience needed.',
    },
    price_text: { sl: '85 € na trimester', en: '€85 a term' },
    languages: ['sl', 'en'],
    schedule: [
      { day: 'tuesday', start_time: '17:30', duration: 75 },
      { day: 'thursday', start_time: '17:30', duration: 75 },
    ],
    start_date: '2026-09-15',
    end_date: '2027-06-17',
    apply_from: null,
    apply_until: null,
    age_from: 12,
    age_to: 16,
    location_name: 'Dvorana Šiška',
    location_address: 'Celovška 72, Ljubljana',
    leaders: ['Nina Bergant', 'Katja Šega'],
    background_color: '#798736',
    banner_alt: {},
    banner_url: null,
    places: 16,
    taken: 14,
    waiting: 0,
    enrolment: 'open',
    ...given,
  };
}

/** A question of a form. */
function field(given: Partial<PublicField> = {}): PublicField {
  return {
    id: '01990000-0000-7000-8000-0000000000f0',
    type: 'text',
    widget: 'text',
    required: false,
    sensitive: false,
    purpose: null,
    name: { sl: 'Vzdevek', en: 'Nickname' },
    description: {},
    options: [],
    ...given,
  };
}

export const fields = {
  birth: field({
    id: '01990000-0000-7000-8000-0000000000f1',
    type: 'date',
    widget: 'date',
    required: true,
    purpose: 'date_of_birth',
    name: { sl: 'Datum rojstva', en: 'Date of birth' },
  }),
  guardian: field({
    id: '01990000-0000-7000-8000-0000000000f2',
    required: true,
    purpose: 'guardian_name',
    name: { sl: 'Ime in priimek starša ali skrbnika', en: 'Full name of a parent or guardian' },
  }),
  experience: field({
    id: '01990000-0000-7000-8000-0000000000f3',
    type: 'single_choice',
    widget: 'radio',
    name: { sl: 'Plesne izkušnje', en: 'Experience' },
    options: [
      { value: 'none', name: { sl: 'Brez izkušenj', en: 'None' } },
      { value: 'some', name: { sl: 'Eno ali dve leti', en: 'One or two years' } },
      { value: 'more', name: { sl: 'Več kot dve leti', en: 'More than two years' } },
    ],
  }),
  photos: field({
    id: '01990000-0000-7000-8000-0000000000f4',
    type: 'checkbox',
    widget: 'checkbox',
    name: { sl: 'Dovolim fotografiranje na nastopih', en: 'I allow photographs at performances' },
  }),
  health: field({
    id: '01990000-0000-7000-8000-0000000000f5',
    type: 'textarea',
    widget: 'textarea',
    sensitive: true,
    name: { sl: 'Zdravstvene posebnosti', en: 'Health' },
    description: { sl: 'Alergije, zdravila, omejitve.', en: 'Allergies, medication, limits.' },
  }),
  size: field({
    id: '01990000-0000-7000-8000-0000000000f6',
    type: 'single_choice',
    widget: 'select',
    required: true,
    name: { sl: 'Velikost majice', en: 'T-shirt size' },
    options: [
      { value: 's', name: { sl: 'S', en: 'S' } },
      { value: 'm', name: { sl: 'M', en: 'M' } },
    ],
  }),
  days: field({
    id: '01990000-0000-7000-8000-0000000000f7',
    type: 'multiple_choice',
    widget: 'checkbox',
    name: { sl: 'Kdaj vam ustreza', en: 'When suits you' },
    options: [
      { value: 'morning', name: { sl: 'Dopoldne', en: 'In the morning' } },
      { value: 'evening', name: { sl: 'Zvečer', en: 'In the evening' } },
    ],
  }),
  guardianPhone: field({
    id: '01990000-0000-7000-8000-0000000000f8',
    type: 'phone_number',
    widget: 'phone',
    name: { sl: 'Telefon skrbnika', en: 'Phone of the guardian' },
  }),
};

/** The page of a group with its form. */
export function applyPage(given: Partial<PublicGroupPage> = {}, page: Partial<ApplyPage> = {}): ApplyPage {
  return {
    kind: 'apply',
    organization,
    group: {
      ...group(),
      category: { id: category.id, name: category.name, active: true },
      next_session: null,
      changes: [],
      fields: [fields.birth, fields.guardian, fields.experience, fields.photos],
      privacy_version: '2026-11-01',
      ...given,
    },
    idempotency_key: 'key-of-the-first-form',
    posted: null,
    ...page,
  };
}

/** The groups of a category. */
export function groupsPage(results: PublicGroup[] = [group()], search = ''): GroupsPage {
  return { kind: 'groups', organization, category, results, search };
}

const place = (number: number, name: string) => ({
  id: `01990000-0000-7000-8000-0000000000d${number}`,
  name,
});
const locations = [place(1, 'Dvorana Šiška'), place(2, 'Mala dvorana')];

/** All groups; what narrows them is given. */
function allGroupsPage(
  filters: Partial<AllGroupsPage['filters']> = {},
  given: Partial<AllGroupsPage> = {},
): AllGroupsPage {
  const results = given.results ?? [group()];
  return {
    kind: 'all_groups',
    organization,
    for_children: true,
    locations,
    results,
    total: results.length,
    filters: { page: 1, ...filters },
    misread: false,
    ...given,
  };
}

/** Context of a rendered page. */
export function context(given: Partial<DocumentContext> = {}): DocumentContext {
  return {
    path: '/public/page',
    language: 'sl',
    languages: ['sl', 'en'],
    explicit: false,
    embed: false,
    public_url: 'https://vpisnik.test',
    contact_url: 'mailto:operator@vpisnik.test',
    now: '2026-09-01T08:00:00.000Z',
    notice: null,
    ...given,
  };
}

export const assets: PageAssets = {
  nonce: 'bm9uY2U=',
  styles: {
    groups: '.groups{}',
    all_groups: '.finder{}',
    apply: '.apply{}',
    landing: '.landing{}',
    pages: '.pages{}',
    applicant: '.moss{}',
  },
  fonts: ['/assets/latin.woff2'],
  icon: '/assets/mark.svg',
  scripts: {
    groups: { src: '/assets/groups.js', preload: { sl: ['/assets/sl.js'], en: ['/assets/en.js'] } },
    apply: { src: '/assets/apply.js', preload: { sl: ['/assets/sl.js'], en: ['/assets/en.js'] } },
    preview: { src: '/assets/preview.js', preload: { sl: [], en: [] } },
    still: { src: '/assets/still.js', preload: { sl: [], en: [] } },
    applicant: { src: '/assets/applicant.js', preload: { sl: [], en: [] } },
  },
};

const operator = {
  name: 'Vpisnik d.o.o.',
  address: 'Slovenska cesta 1, 1000 Ljubljana',
  email: 'operator@vpisnik.test',
};

/** A page of every kind and state. */
export const everyPage: Record<string, PublicPage> = {
  landing: { kind: 'landing' },
  news: { kind: 'unsubscribe', organization, address: 'm…@posta.test', wanted: true, changed: false },
  no_news: { kind: 'unsubscribe', organization, address: 'm…@posta.test', wanted: false, changed: true },
  news_again: { kind: 'unsubscribe', organization, address: 'm…@posta.test', wanted: true, changed: true },
  no_link: { kind: 'unavailable', what: 'link', organization: null },
  categories: {
    kind: 'categories',
    organization,
    for_children: false,
    results: [
      {
        ...category,
        label: 'moderni',
        languages: ['sl', 'en'],
        groups_count: 6,
        open_count: 4,
        age_from: 6,
        age_to: 16,
      },
      {
        ...category,
        id: '01990000-0000-7000-8000-0000000000c2',
        label: 'balet',
        languages: ['sl'],
        name: { sl: 'Balet' },
        description: { sl: 'Klasična tehnika za otroke od petega leta.' },
        groups_count: 1,
        open_count: 0,
        age_from: 5,
        age_to: null,
      },
    ],
  },
  no_categories: { kind: 'categories', organization, for_children: false, results: [] },
  groups: groupsPage([
    group(),
    group({
      id: '01990000-0000-7000-8000-0000000000a1',
      name: { sl: 'Sodobni ples, nadaljevalna' },
      description: {
        sl: 'Za plesalke in plesalce z vsaj dvema letoma izkušenj. Ob koncu sezone nastopimo na šolskem odru.',
      },
      leaders: ['Nina Bergant'],
      price_text: { sl: '92 € na trimester' },
      schedule: [
        { day: 'tuesday', start_time: '18:00', duration: 90 },
        { day: 'friday', start_time: '19:00', duration: 90 },
      ],
      taken: 15,
      age_to: null,
      background_color: '#7b4b7a',
    }),
    group({
      id: '01990000-0000-7000-8000-0000000000a2',
      name: { sl: 'Jazz za odrasle', en: 'Jazz for adults' },
      leaders: ['Nina Bergant'],
      taken: 18,
      places: 18,
      waiting: 4,
      age_from: null,
      age_to: null,
      enrolment: 'waitlist',
      background_color: '#b4533a',
    }),
    group({
      id: '01990000-0000-7000-8000-0000000000a3',
      name: { sl: 'Stepanje', en: 'Tap' },
      leaders: ['Rok Zupan'],
      schedule: [{ day: 'wednesday', start_time: '19:00', duration: 60 }],
      taken: 0,
      places: 12,
      apply_from: '2026-10-01T18:00:00Z',
      enrolment: 'not_yet',
      background_color: '#4a6a8a',
    }),
    group({
      id: '01990000-0000-7000-8000-0000000000a4',
      name: { sl: 'Zaprta skupina' },
      enrolment: 'closed',
    }),
    group({
      id: '01990000-0000-7000-8000-0000000000a5',
      name: { sl: 'Polna skupina' },
      places: 40,
      taken: 40,
      enrolment: 'full',
    }),
    group({
      id: '01990000-0000-7000-8000-0000000000a6',
      name: { sl: 'Brez omejitev' },
      description: {},
      price_text: {},
      schedule: [],
      places: null,
      leaders: [],
      start_date: null,
      end_date: null,
      location_name: null,
      location_address: null,
    }),
  ]),
  all_groups: allGroupsPage(),
  some_groups: allGroupsPage(
    { age: 7, day: 'tuesday', location_id: locations[0]?.id, free_places: true, page: 2 },
    { total: 60 },
  ),
  none_of_all: allGroupsPage({ age: 7, day: 'sunday' }, { results: [], misread: true }),
  no_group_at_all: allGroupsPage({}, { results: [], locations: [] }),
  no_groups: groupsPage([]),
  nothing_found: groupsPage([group()], 'kitara'),
  open: applyPage(),
  every_widget: applyPage({ fields: Object.values(fields) }),
  waitlist: applyPage({ taken: 16, waiting: 3, enrolment: 'waitlist' }),
  full: applyPage({ taken: 16, enrolment: 'full' }),
  not_yet: applyPage({ apply_from: '2026-09-03T18:00:00Z', enrolment: 'not_yet' }),
  closed: applyPage({ enrolment: 'closed' }),
  ended: applyPage({ end_date: '2026-06-17', enrolment: 'ended' }),
  refused: applyPage(
    {},
    {
      posted: {
        entries: [
          ['name', 'Špela Žnidaršič'],
          ['email', 'barbara.znidarsic@mail'],
          [`answers.${fields.guardian.id}`, 'Barbara Žnidaršič'],
          [`answers.${fields.experience.id}`, 'some'],
        ],
        problem: {
          code: 'invalid_fields',
          errors: [
            { path: 'email', code: 'invalid_email' },
            { path: `answers.${fields.birth.id}`, code: 'required' },
          ],
          retry_after: null,
        },
        receipt: null,
      },
    },
  ),
  place_lost: applyPage(
    { taken: 16, waiting: 1, enrolment: 'waitlist' },
    {
      posted: {
        entries: [['name', 'Špela Žnidaršič']],
        problem: {
          code: 'group_full',
          errors: [{ path: 'accept_waitlist', code: 'waitlist_available' }],
          retry_after: null,
        },
        receipt: null,
      },
    },
  ),
  sent: applyPage(
    {},
    {
      posted: {
        entries: [
          ['name', 'Špela Žnidaršič'],
          ['email', 'barbara@mail.test'],
        ],
        problem: null,
        receipt: { reference: 'ZV2K4M7Q', status: 'pending', email: 'barbara@mail.test', language: 'sl' },
      },
    },
  ),
  queued: applyPage(
    { taken: 16, enrolment: 'waitlist' },
    {
      posted: {
        entries: [['name', 'Špela Žnidaršič']],
        problem: null,
        receipt: { reference: 'ZV2K4M7Q', status: 'waitlisted', email: 'barbara@mail.test', language: 'sl' },
      },
    },
  ),
  terms: { kind: 'legal', document: 'terms', operator, version: '2026-11-01' },
  privacy: { kind: 'legal', document: 'privacy', operator, version: '2026-11-01' },
  processing: { kind: 'legal', document: 'processing', operator, version: '2026-11-01' },
  no_organization: { kind: 'unavailable', what: 'organization', organization: null },
  no_category: { kind: 'unavailable', what: 'category', organization },
  no_group: { kind: 'unavailable', what: 'group', organization },
  inactive: { kind: 'unavailable', what: 'inactive', organization: { ...organization, active: false } },
  error: { kind: 'unavailable', what: 'error', organization: null },
  read_only: { kind: 'unavailable', what: 'read_only', organization: null },
};
