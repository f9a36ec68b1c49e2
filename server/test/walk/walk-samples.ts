/**
 * Samples for the walk over the contract: for every path segment a factory of a row, for every body field two different
 * values. The walk fails and names the missing sample when the contract grows.
 */
import type { Endpoint } from '@vpisnik/contract/kit';
import { privacyVersion } from '@vpisnik/contract/rules/legal';
import { z } from 'zod';
import { message_files, organization_archives } from '../../src/db/schema.ts';
import type { TestApp } from '../app.ts';

// fixed days: bodies are judged by their form alone

/** An organisation with two of everything that a body may refer to. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld({ factories }: TestApp) {
  const { id: organization_id } = await factories.organization();
  const given = { organization_id };
  const two = async <T>(make: () => Promise<T>): Promise<[T, T]> => [await make(), await make()];
  const groups = await two(() => factories.group(given));
  const [group] = groups;
  return {
    organization_id,
    categories: await two(() => factories.category(given)),
    locations: await two(() => factories.location(given)),
    formFields: await two(() => factories.formField(given)),
    leaders: await two(() => factories.member({ ...given, role: 'GROUP_ADMIN' })),
    templates: await two(() => factories.template(given)),
    banners: await two(() => factories.banner(given)),
    groups,
    question: await factories.groupField({ ...given, group_id: group.id }),
    fees: await factories.feeRules(given),
    message: await factories.message(given),
    /** Where participants are made; the other group is where they may move. */
    group,
  };
}

/** The last path segment before `{id}`, or the call where it needs a row of its own: how to make such a row. */
export const rows: Record<string, (app: TestApp, world: World) => Promise<{ id: string }>> = {
  'organizations.remove': async ({ factories }) => factories.organization(),
  organizations: async (_app, world) => ({ id: world.organization_id }),
  groups: async ({ factories }, { organization_id }) => factories.group({ organization_id }),
  statements: async ({ factories }, { organization_id }) => factories.bankStatement({ organization_id }),
  'bank-entries': async ({ factories }, { organization_id }) => factories.bankEntry({ organization_id }),
  'fee_plans.update': async ({ factories }, { organization_id }) => {
    const group = await factories.group({ organization_id });
    await factories.feePlan({ organization_id, group_id: group.id });
    return group;
  },
  imports: async ({ factories }, { organization_id }) => factories.spreadsheet({ organization_id }),
  'participant-imports': async ({ factories }, { organization_id }) =>
    factories.spreadsheet({ organization_id, kind: 'participants' }),
  files: async ({ factories }, { organization_id }) => factories.banner({ organization_id }),
  categories: async ({ factories }, { organization_id }) => factories.category({ organization_id }),
  locations: async ({ factories }, { organization_id }) => factories.location({ organization_id }),
  'form-fields': async ({ factories }, { organization_id }) => factories.formField({ organization_id }),
  'notification-templates': async ({ factories }, { organization_id }) =>
    factories.template({ organization_id }),
  users: async ({ factories }, { organization_id }) =>
    factories.member({ organization_id, role: 'GROUP_VIEWER_USER' }),
  'sign-ins': async () => ({ id: crypto.randomUUID() }),
  passkeys: async () => ({ id: crypto.randomUUID() }),
  participants: async ({ factories }, { organization_id, group }) =>
    factories.participant({ organization_id, group_id: group.id }),
  'participant-mails': async ({ factories }, { organization_id, group }) => {
    const of = { organization_id, group_id: group.id };
    const { id: participant_id } = await factories.participant(of);
    return factories.mail({ ...of, participant_id, state: 'failed' });
  },
  'mail-queue': async (_app, world) => ({ id: world.organization_id }),
  mails: async ({ factories }, { organization_id, group }) => {
    const of = { organization_id, group_id: group.id };
    const { id: participant_id } = await factories.participant(of);
    const send_after = '2199-01-01T08:00:00Z';
    return factories.mail({ ...of, participant_id, state: 'queued', send_after });
  },
  'participant-notes': async ({ factories }, { organization_id, group }) =>
    factories.participantNote({ organization_id, group_id: group.id }),
  payments: async ({ factories }, { organization_id, group }) => {
    const of = { organization_id, group_id: group.id };
    return factories.payment({ organization_id, participant_id: (await factories.participant(of)).id });
  },
  'participant-merges': async ({ factories }, { organization_id, group }) =>
    factories.merge({ organization_id, group_id: group.id }),
  families: async ({ factories }, { organization_id, group }) =>
    factories.family({ organization_id, group_id: group.id }),
  'bulk-jobs': async ({ factories }, { organization_id }) => factories.bulkJob({ organization_id }),
  'organization-archives': async ({ factories }, { organization_id }) =>
    factories.insert(organization_archives, {
      ...{ organization_id, account_id: crypto.randomUUID(), actor: 'Žiga Čuk', state: 'failed' },
    }),
  closures: async ({ factories }, { organization_id }) => factories.closure({ organization_id }),
  'session-exceptions': async ({ factories }, { organization_id, group }) =>
    factories.sessionException({ organization_id, group_id: group.id }),
  'saved-views': async ({ factories }, { organization_id }) => factories.savedView({ organization_id }),
  messages: async ({ factories }, { organization_id }) => factories.message({ organization_id }),
  'message-attachments': async ({ factories }, { organization_id }) => {
    const { id: message_id } = await factories.message({ organization_id });
    const content = Buffer.from('Vabilo');
    const file = { message_id, name: 'vabilo.txt', type: 'text/plain', bytes: content.length, content };
    return factories.insert(message_files, { organization_id, ...file });
  },
  // a feed is its maker's alone: the walk asks for other people's
  'calendar-feeds': async () => ({ id: crypto.randomUUID() }),
};

/** Queries that a call doesn't go without. */
export const queries: Record<string, object> = {
  'form_fields.planMerge': { into: crypto.randomUUID() },
  'participants.find': { search: 'Ana' },
  'same_person.compare': { other_id: crypto.randomUUID() },
  'imports.upload': { kind: 'groups', file_name: 'skupine.csv' },
  'statements.upload': { file_name: 'izpisek.xml' },
  'messages.attach': { file_name: 'vabilo.pdf' },
  'participant_imports.upload': { file_name: 'prijave.csv' },
  'session_notices.audience': { from: '2026-09-07', to: '2026-09-13' },
  'sessions.list': { from: '2026-09-07', to: '2026-09-13' },
  'closures.list': { from: '2026-09-07', to: '2026-09-13' },
};

type Sample = (world: World, variant: 0 | 1) => unknown;

const either =
  (first: unknown, second: unknown): Sample =>
  (_world, variant) =>
    variant === 0 ? first : second;

const both = { sl: 'Besedilo', en: 'Text' };
const others = { sl: 'Žiga 😀 שלום', en: "O'Brien; DROP" };
const bilingual = either(['sl', 'en'], ['en', 'sl']);

const question = (type: string) => ({
  type,
  name: both,
  description: others,
  options: type === 'single_choice' ? [{ value: 'a', name: both }] : [],
  sensitive: true,
});

const feePlan = {
  ...{ rhythm: 'instalments', kind: 'membership_fee', amount: null, due_date: null, days_after: 3 },
  ...{ day_of_month: 31, first_month: null, last_month: null, free_months: [7, 8] },
  instalments: [{ due_date: '2026-10-15', amount: '85.01' }],
  ...{ joining_fee: '20.00', late_start: 'whole', made_on: 'by_hand', days_ahead: 7 },
};

const emailSetting = (template_id: string, recipient: string) => ({ enabled: false, template_id, recipient });

const samples: Record<string, Record<string, Sample>> = {
  accounts: {
    organization_name: either('Plesna šola', ''),
    name: either('Špela Žnidaršič', ''),
    email: () => `${crypto.randomUUID()}@example.com`,
    password: either('Vpisnik-2026!', ''),
    accept_terms: either(true, true),
    language: either('sl', 'en'),
    code: either('a code that nobody was sent', ''),
    new_password: either('Vpisnik-2027!', ''),
    current_password: either('Vpisnik-2026!', ''),
  },
  second_factor: {
    code: either('000000', ''),
    current_password: either('Vpisnik-2026!', ''),
    name: either('Telefon', 'Ključek'),
    passkey: either({ id: 'a', client_data: 'b', attestation: 'c', transports: ['usb'] }, {}),
  },
  users: {
    name: either('Špela Žnidaršič', "Žan O'Brien 😀"),
    email: () => `${crypto.randomUUID()}@example.com`,
    language: either('sl', 'en'),
    list_columns: either(
      { groups: { start_date: true, place: false }, participants: { group: false } },
      {
        groups: { start_date: false, pending: false },
        participants: { application_date: false },
        order: { participants: ['status', 'group'] },
      },
    ),
    role: either('GROUP_ADMIN', 'GROUP_EDITOR_USER'),
    all_groups_allowed: either(true, false),
    authorized_groups: ({ groups }, variant) => [groups[variant].id],
    password_change_required: either(true, true),
    active: either(true, false),
  },
  organizations: {
    confirm_name: either('Plesna šola', 'NK Zmaj'),
    owner_name: either('Špela Žnidaršič', ''),
    owner_email: () => `${crypto.randomUUID()}@example.com`,
    contact_email: () => `${crypto.randomUUID()}@example.com`,
    currency: either('EUR', 'CHF'),
    email: () => `${crypto.randomUUID()}@example.com`,
    id: (world) => world.organization_id,
    name: either('Plesna šola', 'NK Zmaj'),
    label: () => `sola-${crypto.randomUUID()}`,
    default_language: either('sl', 'en'),
    languages: bilingual,
    time_zone: either('Europe/Ljubljana', 'America/New_York'),
    embed_origins: either(['https://www.primer.si'], ['https://a.example', 'https://b.example:8443']),
    search_indexing: either(false, true),
    queue_digest: either(false, true),
    second_factor_roles: either(['ORGANIZATION_ADMIN'], []),
    public_holidays: either(false, true),
    school_breaks: either('east', 'west'),
    notify: either(true, false),
    setup_completed: either(true, false),
    active: either(true, false),
    profile: either(
      { phone_number: '01 234 56 78', city: 'Ljubljana' },
      {
        phone_number: '01 234 56 79',
        company_name: 'Zmaj, d. o. o.',
        address: 'Ob Ljubljanici 40',
        city: 'Ljubljana',
        postal_code: '1000',
        country: 'SI',
        vat_id: 'SI12345679',
      },
    ),
  },
  organization_archives: { current_password: either('Vpisnik-2026!', '') },
  imports: {
    mapping: either({ name_sl: 0 }, {}),
    create_missing: either(true, false),
  },
  participant_imports: {
    mapping: either({ name: 0 }, {}),
    group_id: ({ groups }, variant) => groups[variant].id,
    status: either('approved', 'pending'),
    language: either('sl', 'en'),
    full: either('waitlist', 'overbook'),
    include: either([2], []),
    notify: either(false, false),
  },
  files: {
    // nothing is fetched from here
    url: either('https://127.0.0.1/', 'https://localhost/'),
    x: either(0, 10),
    y: either(0, 10),
    width: either(1200, 800),
    height: either(300, 200),
  },
  sessions: {
    group_id: ({ group }) => group.id,
    location_id: ({ locations }, variant) => locations[variant].id,
    is_exception: either(false, true),
    leader_ids: ({ leaders }, variant) => [leaders[variant].id],
    start_date: either('2026-09-01', null),
    end_date: either('2027-06-30', null),
    schedule: either([{ day: 'monday', start_time: '17:00', duration: 60 }], []),
    dates: either([{ date: '2027-02-13', start_time: '17:00', duration: 60 }], []),
  },
  session_exceptions: {
    kind: either('added', 'added'),
    date: either(null, null),
    start_time: either(null, null),
    new_date: either('2026-09-12', '2027-02-13'),
    new_start_time: either('10:00', '23:30'),
    new_duration: either(5, 1440),
    location_id: ({ locations }, variant) => locations[variant].id,
    reason: either(both, others),
    notify: either(true, false),
  },
  closures: {
    name: either(both, others),
    start_date: either('2026-12-24', '2026-12-31'),
    end_date: either('2026-12-24', '2027-01-03'),
    active: either(true, false),
    source: either('holiday:2026-12-25', null),
    notify: either(true, false),
  },
  calendar_feeds: {
    kind: either('group', 'mine'),
    group_id: ({ group }) => group.id,
    language: either('sl', 'en'),
  },
  locations: {
    name: either('Velika dvorana', 'Mala dvorana'),
    address: either('Tržaška 12', 'Celovška 72'),
    description: either('Pritličje\nvhod z dvorišča', 'Dvigalo'),
    comment: either('Ključ je pri hišniku', 'Brez ključa'),
    max_participants: either(20, 1),
    google_maps_link: either('https://maps.example/a', 'HTTPS://maps.example/b?c=d'),
    to: ({ locations }, variant) => locations[variant].id,
    side: either('before', 'after'),
    active: either(true, false),
  },
  categories: {
    label: either('balet', 'hip-hop-2'),
    languages: bilingual,
    name: either(both, others),
    description: either(others, both),
    to: ({ categories }, variant) => categories[variant].id,
    side: either('before', 'after'),
    active: either(true, false),
  },
  form_fields: {
    label: either('izkusnje', 'datum'),
    type: either('text', 'textarea'),
    languages: bilingual,
    name: either(both, others),
    description: either(others, both),
    required: either(true, false),
    sensitive: either(true, false),
    applicant_edit: either('until_end', 'until_approved'),
    purpose: either('address', null),
    options: either([{ value: 'a', name: both }], [{ value: 'b_1', name: others }]),
    to: ({ formFields }, variant) => formFields[variant].id,
    side: either('before', 'after'),
    into: ({ formFields }, variant) => formFields[variant].id,
    into_version: either(1, 1),
    active: either(true, false),
  },
  groups: {
    label: either('jazz', 'hip-hop-2'),
    name: either(both, others),
    description: either(others, both),
    price_text: either(both, others),
    languages: bilingual,
    category_id: ({ categories }, variant) => categories[variant].id,
    location_id: ({ locations }, variant) => locations[variant].id,
    leader_ids: ({ leaders }, variant) => [leaders[variant].id],
    start_date: either('2026-09-01', '2027-02-01'),
    end_date: either('2027-06-30', '2027-02-01'),
    apply_from: either('2026-08-01T06:00:00Z', '2026-08-02T06:00:00.5Z'),
    apply_until: either('2026-08-03T06:00:00Z', '2026-12-31T23:59:59Z'),
    age_from: either(0, 12),
    age_to: either(150, 12),
    capacity: either(1, 100_000),
    when_full: either('close', 'waitlist'),
    offer_mode: either('automatic', 'proposed'),
    offer_hours: either(12, 336),
    schedule: either(
      [{ day: 'monday', start_time: '17:00', duration: 60 }],
      [
        { day: 'sunday', start_time: '23:30', duration: 5 },
        { day: 'tuesday', start_time: '00:00', duration: 1440 },
      ],
    ),
    background_color: either('#2f7f79', '#000000'),
    banner_id: ({ banners }, variant) => banners[variant].id,
    banner_alt: either(both, others),
    fields: ({ formFields }, variant) => [
      { form_field_id: formFields[variant].id, question: null, widget: 'text', required: variant === 0 },
      {
        form_field_id: null,
        question: question(variant === 0 ? 'single_choice' : 'date'),
        widget: variant === 0 ? 'select' : 'date',
        required: variant === 1,
      },
    ],
    email_settings: ({ templates }, variant) => ({
      application_confirmation: emailSetting(templates[variant].id, variant === 0 ? 'both' : 'group_leaders'),
    }),
    active: either(false, true),
    accept_applications: either(true, false),
    archived: either(true, false),
    shift_days: either(364, -30),
    notice: either({ note: both }, { note: others }),
  },
  fee_plans: {
    ...Object.fromEntries(Object.entries(feePlan).map(([field, value]) => [field, either(value, value)])),
    plan: either(feePlan, feePlan),
    joined_on: either('2026-09-01', '2026-09-02'),
    participant_id: either(null, null),
    at_once: either(false, true),
    expected_count: either(1, 2),
    dry_run: either(false, true),
    made_at: either('2026-09-01T08:00:00Z', '2026-09-02T08:00:00Z'),
    except: either([], []),
    notify: either(true, false),
  },
  // as who is added, and told the price once
  fee_proposals: {
    group_id: ({ group }) => group.id,
    name: either('Špela Žnidaršič', 'Žan O’Brien 😀'),
    email: either('spela@example.com', 'zan@example.com'),
    phone: either('031 123 456', '+386 (0)40 111-222'),
    status: either('approved', 'pending'),
    language: either('sl', 'en'),
    notes: either('', 'Alergija'),
    staff_notes: either('', 'Poklicati'),
    answers: either({}, {}),
    notify: either(false, true),
    allow_overbooking: either(true, false),
    payments: either('plan', 'none'),
    at_once: either(false, true),
  },
  fee_rules: {
    family: either({ unit: 'percent', value: '25.00' }, { unit: 'amount', value: '5.00' }),
    family_sessions: either([], [{ sessions: 3, percent: '20.00' }]),
    member_field_id: either(null, null),
    member_answer: either('', 'da'),
    member: either(null, null),
    at_once: either(null, '10.00'),
  },
  participants: {
    id: () => crypto.randomUUID(),
    group_id: ({ group }) => group.id,
    name: either('Špela Žnidaršič', 'Žan O’Brien 😀'),
    email: either('spela@example.com', 'zan@example.com'),
    phone: either('031 123 456', '+386 (0)40 111-222'),
    status: either('waitlisted', 'approved'),
    language: either('sl', 'en'),
    notes: either('Prosim za torek.\nHvala!', 'Alergija'),
    staff_notes: either('Poklicati', ''),
    answers: ({ question: { id } }, variant) => ({ [id]: variant === 0 ? 'Da' : 'Žal ne 😀' }),
    notify: either(true, false),
    // of rejections alone
    reason: either('', ''),
    allow_overbooking: either(true, false),
    payments: either('plan', 'none'),
    fees: either('keep', 'take'),
  },
  offers: {
    offer_mode: either('automatic', 'proposed'),
    offer_hours: either(12, 336),
    count: either(1, 50),
    ids: either([crypto.randomUUID()], [crypto.randomUUID()]),
    reason: either('Zamenjava', "Žan O'Brien 😀"),
    allow_overbooking: either(true, false),
    until: either('2199-01-01T08:00:00Z', '2199-01-01T09:00:00Z'),
    tied: either(true, false),
  },
  statements: {
    entries: either(
      [
        {
          id: crypto.randomUUID(),
          payments: [{ id: crypto.randomUUID(), version: 1, amount: '12.50' }],
        },
      ],
      [],
    ),
    keys: either(['a'.repeat(64)], ["Žan O'Brien 😀"]),
  },
  bank_entries: {
    aside: either('other', null),
  },
  participant_notes: {
    text: either('Poklicati', "Žan O'Brien 😀\nvrstica"),
    pinned: either(true, false),
  },
  payments: {
    payments: either([{ amount: '85.00' }, { amount: '0.05', status: 'completed', method: 'cash' }], []),
    amount: either('5.00', '9999999999.99'),
    kind: either('other', 'membership_fee'),
    purpose: either('Vadnina', "Žan O'Brien 😀"),
    expiration_date: either('2026-10-08', '2199-01-01'),
    payment_date: either('2026-09-01', '2026-09-02'),
    method: either('cash', 'bank_transfer'),
    notes: either('Prinese babica', "Žan O'Brien 😀\nvrstica"),
    reference_number: either('SI12 1234567890123', 'SI99'),
    invoice_number: either('R-17', '2026/18'),
    status: either('completed', 'completed'),
    status_reason: either('Potrdil blagajnik', 'Bere se z izpiska'),
    again: either(true, false),
    payment_ids: either([crypto.randomUUID()], []),
    notify: either(true, false),
  },
  same_person: {
    other_id: either(crypto.randomUUID(), crypto.randomUUID()),
    other_version: either(1, 1),
    take: either(['name'], []),
    keep: either(['name'], []),
    allow_overbooking: either(true, false),
    distinct: either(true, false),
  },
  families: {
    participant_ids: either([crypto.randomUUID()], []),
    join_families: either(true, false),
    members: either([{ id: crypto.randomUUID(), version: 1 }], []),
    name: either('Špela Žnidaršič', "Žan O'Brien 😀"),
    email: either('spela@example.com', 'zan@example.com'),
    phone: either('031 123 456', '+386 (0)40 111-222'),
  },
  bulk_jobs: {
    selection: either({ ids: [crypto.randomUUID()] }, { ids: [] }),
    act: either({ kind: 'note', text: 'Poklicati' }, { kind: 'delete' }),
    status: either('approved', 'rejected'),
    notify: either(true, false),
    reason: either('', ''),
    allow_overbooking: either(false, true),
    group_id: ({ groups }, variant) => groups[variant].id,
    text: either('Poklicati', 'Poklicano'),
    fees: either('keep', 'take'),
    price: either({ amount: '45.00' }, { amount: '0.01' }),
    purpose: either('Vadnina', "Članarina, O'Brien 😀"),
    payment_kind: either('tuition', 'other'),
    expiration_date: either('2026-10-15', null),
    notes: either('', 'Po dogovoru'),
    same_purpose: either('skip', 'add'),
    include: either([], ['waitlisted']),
    with_left_out: either(false, true),
    payments: either('plan', 'none'),
  },
  payment_exports: {
    filter: either({ status: ['overdue'] }, {}),
    sort: either('-amount', 'name'),
  },
  payment_acts: {
    selection: either({ ids: [crypto.randomUUID()] }, { ids: [] }),
    act: either({ kind: 'cancel' }, { kind: 'pay', payment_date: '2026-11-01', method: 'cash' }),
    payment_date: either('2026-11-01', '2026-11-02'),
    method: either('cash', 'bank_transfer'),
    invoice_number: either('12/2026', ''),
    reason: either('Pomota', ''),
    notify: either(true, false),
    again: either(false, true),
  },
  exports: {
    selection: either({ ids: [crypto.randomUUID()] }, { ids: [] }),
    columns: either(['name', 'email'], ['reference']),
    sort: either('name', '-status'),
    sensitive_reason: either('Tabor', 'Zavarovanje'),
  },
  payment_settings: {
    recipient: either('Plesno društvo Žar', 'NK Zmaj'),
    street: either('Tržaška cesta 12', 'Ob Ljubljanici 40'),
    town: either('1000 Ljubljana', '2000 Maribor'),
    iban: either('SI56191000000123438', 'LT121000011101001000'),
    bic: either('SZKBSI2X', ''),
    purpose: either('Vadnina', ''),
    purpose_code: either('OTHR', 'EDUC'),
    reference_model: either('SI12', 'RF'),
    mail_requests: either(true, false),
    mail_reminders: either(true, false),
    mail_received: either(true, false),
    remind_before: either(2, null),
    remind_after: either(5, 1),
    remind_again: either(20, null),
    statement_months: either(6, 120),
  },
  notification_templates: {
    name: either('Tabori', "Žan O'Brien 😀"),
    email_type: either('application_status_update', ''),
    translations: either(
      { sl: { subject: 'Zadeva', next_steps: { approved: '**Pridite**' } }, en: { support_email: 'a@b.si' } },
      {
        sl: { subject: '{{group_name}}', section_labels: { price: 'Cena' } },
        en: { main_message: '- a\n- b' },
      },
    ),
    sections: either({ support: false }, { support: true, details: false }),
    is_default: either(true, false),
    active: either(true, false),
    number: either(1, 1),
  },
  template_previews: {
    translations: either({ sl: { subject: 'Zadeva' } }, {}),
    sections: either({ support: false }, {}),
    language: either('sl', 'en'),
    status: either('approved', 'rejected'),
    // which there are is each type's own
    variant: either(null, null),
    with_name: either(true, false),
    group_id: ({ groups }, variant) => groups[variant].id,
    participant_id: either(null, null),
  },
  mail_queue: {
    domain: either('example.com', null),
    act: either('retry', 'cancel'),
    view: either('waiting', 'failed'),
    reason: either('server_unavailable', ''),
    after: either(null, null),
  },
  installation: {
    notice: either(both, others),
    // the walk goes on
    read_only: either(false, false),
  },
  saved_views: {
    list: either('participants', 'participants'),
    name: either('Nove prijave', "Žan O'Brien 😀"),
    shared: either(true, true),
    filters: ({ groups, formFields }, variant) => ({
      search: 'Ana',
      status: ['pending'],
      group_id: [groups[variant].id],
      answer: [`${formFields[variant].id}:*`],
      age_from: 7,
    }),
    sort: either('name', '-status'),
    columns: ({ formFields }, variant) => (variant === 0 ? ['group', formFields[0].id] : null),
  },
  message_previews: {
    texts: either({ sl: { subject: 'Vaja', body: 'Pridite.' } }, {}),
    recipient: either(0, 1),
    language: either('sl', 'en'),
    with_payments: either(true, false),
    with_group: either(false, true),
  },
  messages: {
    expected_mails: either(0, 1),
    audience: either({ ids: [crypto.randomUUID()] }, { ids: [crypto.randomUUID(), crypto.randomUUID()] }),
    copy_of: ({ message }) => message.id,
    copy_to: either('everybody', 'unreached'),
    group_id: ({ groups }, variant) => groups[variant].id,
    kind: either('enrolment', 'news'),
    include: either(['waitlisted'], []),
    siblings: either('each', 'together'),
    texts: either(
      { sl: { subject: 'Vaja', body: '**Pridite** ob 10.' }, en: { subject: 'Rehearsal', body: '' } },
      { en: { subject: "Žan O'Brien 😀", body: 'vrstica\n- {{participant_name}}' } },
    ),
    reply_to: either('sender', 'organization'),
    with_payments: either(true, false),
    with_group: either(true, false),
    send_at: either('2199-01-01T08:00:00Z', null),
  },
  visitors: {
    name: either('Špela Žnidaršič', ''),
    email: either('spela@example.com', ''),
    phone: either('031 123 456', ''),
    notes: either('Prosim za torek.', ''),
    language: either('en', ''),
    answers: ({ question: { id } }) => ({ [id]: 'Da' }),
    privacy_version: either(privacyVersion, ''),
    accept_waitlist: either(true, ''),
    website: either('', ''),
    filled_ms: either(60_000, 0),
  },
};

/** Fields that say how to do something. */
const notKept: Record<string, string[]> = {
  // whom it is told
  groups: ['archived', 'shift_days', 'notice'],
  session_exceptions: ['notify'],
  closures: ['notify'],
  categories: ['to', 'side'],
  locations: ['to', 'side'],
  // of which version comes back
  notification_templates: ['number'],
  template_previews: [
    'translations',
    'sections',
    'language',
    'status',
    'variant',
    'with_name',
    'group_id',
    'participant_id',
  ],
  // only a choice has options, and these have a purpose, which no choice has
  form_fields: ['to', 'side', 'into', 'into_version', 'options'],
  // an account's calls act, and answer nothing of what they were told
  accounts: [
    'organization_name',
    'name',
    'email',
    'password',
    'accept_terms',
    'language',
    'code',
    'new_password',
    'current_password',
  ],
  imports: ['mapping', 'create_missing'],
  participant_imports: ['mapping', 'group_id', 'status', 'language', 'full', 'include', 'notify'],
  files: ['url', 'x', 'y', 'width', 'height'],
  second_factor: ['code', 'current_password', 'name', 'passkey'],
  organizations: ['email', 'owner_name', 'confirm_name', 'notify'],
  // a note of its own
  // which the test of statements reads back
  statements: ['entries', 'keys'],
  participants: ['notify', 'allow_overbooking', 'reason', 'staff_notes', 'payments', 'fees'],
  // of calls that make something, or show what they would
  fee_plans: [
    'plan',
    'joined_on',
    'participant_id',
    'at_once',
    'expected_count',
    'dry_run',
    'made_at',
    'except',
    'notify',
  ],
  // it answers what would be made
  fee_proposals: [
    'group_id',
    'name',
    'email',
    'phone',
    'status',
    'language',
    'notes',
    'staff_notes',
    'answers',
    'notify',
    'allow_overbooking',
    'payments',
    'at_once',
  ],
  // of acts, which the test of offers reads back
  offers: ['count', 'ids', 'reason', 'allow_overbooking', 'until', 'tied'],
  // several at once, which the test of payments reads back
  payments: ['payments', 'again', 'payment_ids', 'notify'],
  // how two become one
  same_person: ['other_id', 'other_version', 'take', 'keep', 'allow_overbooking', 'distinct'],
  // what becomes of it is in its report
  payment_exports: ['filter', 'sort'],
  payment_acts: ['selection', 'act', 'notify', 'again', 'payment_date', 'method', 'invoice_number', 'reason'],
  bulk_jobs: [
    'selection',
    'fees',
    'with_left_out',
    'act',
    'status',
    'notify',
    'reason',
    'allow_overbooking',
    'group_id',
    'text',
    'payments',
    'price',
    'purpose',
    'payment_kind',
    'expiration_date',
    'notes',
    'same_purpose',
    'include',
  ],
  // on the versions of rows that the test of families knows
  families: ['participant_ids', 'join_families', 'members', 'name', 'email', 'phone'],
  mail_queue: ['domain', 'act', 'view', 'reason', 'after'],
  // one row, of which the walk doesn't know the version
  installation: ['notice', 'read_only'],
  exports: ['selection', 'columns', 'sort', 'sensitive_reason'],
  organization_archives: ['current_password'],
  messages: ['copy_of', 'copy_to', 'expected_mails'],
  message_previews: ['texts', 'recipient', 'language', 'with_payments', 'with_group'],
  visitors: ['accept_waitlist', 'website', 'filled_ms'],
  // it answers what would clash
  sessions: [
    'group_id',
    'location_id',
    'leader_ids',
    'start_date',
    'end_date',
    'schedule',
    'dates',
    'is_exception',
  ],
  calendar_feeds: ['language'],
};

/** The fields of a body, which has to be an object. */
export function bodyFields(endpoint: Endpoint): string[] {
  if (!(endpoint.body instanceof z.ZodObject))
    throw new Error(`The walk can't fill the body of ${endpoint.path}`);
  return Object.keys(endpoint.body.shape);
}

/** The fields of a body that are read back as they were sent. */
export function keptFields(noun: string, endpoint: Endpoint): string[] {
  return bodyFields(endpoint).filter((field) => field !== 'version' && !notKept[noun]?.includes(field));
}

/** A body with every field of the schema, or with those that are asked for. */
export function sampleBody(
  noun: string,
  endpoint: Endpoint,
  world: World,
  { variant = 0, only }: { variant?: 0 | 1; only?: string[] } = {},
): Record<string, unknown> {
  const fields = bodyFields(endpoint).filter((field) => !only || only.includes(field));
  return Object.fromEntries(
    fields.map((field) => {
      if (field === 'version') return [field, 1];
      const sample = samples[noun]?.[field];
      if (!sample) throw new Error(`Add a sample of ${noun}.${field} to walk-samples.ts`);
      return [field, sample(world, variant)];
    }),
  );
}

/** The fields without which the body is refused. */
export function requiredFields(endpoint: Endpoint): string[] {
  const { shape } = endpoint.body as z.ZodObject;
  return Object.entries(shape).flatMap(([field, schema]) =>
    z.safeParse(schema, undefined).success ? [] : [field],
  );
}
