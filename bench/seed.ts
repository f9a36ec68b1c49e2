import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { accounts, memberships, organizations } from '../server/src/db/schema.ts';
import type { Database, Transaction } from '../server/src/db/scope.ts';
import { seedOrganization } from '../server/src/features/organizations/starter.ts';
import { hashPassword } from '../server/src/identity/accounts/passwords.ts';

/** Version of the seed; raise it when the rows written below change, so that older databases are seeded again. */
const EDITION = 6;

/** Password of each organisation's administrator. */
export const benchPassword = 'Vpisnik-2026!';

/** An organisation to be filled. */
export type Size = { participants: number; groups: number };

const girls =
  'Ana Eva Lana Sara Ema Mia Zala Neža Julija Hana Klara Lara Ajda Maša Tinkara Živa Pia Iza Lucija Brina';
const boys =
  'Luka Filip Nik Žan Mark Jakob Tim Anže Jaka Matic Nejc Žiga Lovro Gal Bor Tine Aljaž Oskar Vid Rok';
const surnames =
  'Novak Horvat Kovačič Krajnc Zupančič Potočnik Mlakar Kos Vidmar Golob Turk Božič Kralj Zupan Bizjak Hribar Kotnik ' +
  'Kavčič Rozman Kastelic Oblak Petek Žagar Šuštar Hočevar Kolar Košir Koren Klemenčič Lesjak Pirc Černe Jerman Vovk ' +
  'Drnovšek Breznik Čeh Debeljak Ambrožič Šinkovec Humar Leskovar Tomšič Pečnik Babič Jereb Sever Lah Gorjup Žnidar';

/** Whether a database is filled by this edition of the seed. */
export async function isSeeded(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from bench.seed where edition = $1', [EDITION]);
    return rowCount === 1;
  } catch {
    return false; // there is no such database, or no such table in it
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty, migrated database with organisations.
 *
 * @param more what the first of them has besides
 */
export async function seed(
  databaseUrl: string,
  sizes: Size[],
  more?: (client: pg.ClientBase, organizationId: string) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('participants_search'::regclass) as definition`,
    );
    // building the index of trigrams at the end takes a fraction of the time
    await client.query('drop index participants_search; set session_replication_role = replica');
    const ids: string[] = [];
    for (const [at, size] of sizes.entries()) ids.push(await seedOne(client, at + 1, size));
    await client.query('set session_replication_role = default; select app.recount_groups()');
    await client.query(rows[0]?.definition ?? '');
    await more?.(client, ids[0] ?? '');
    await client.query('vacuum (analyze)');
    await client.query('create schema bench; create table bench.seed (edition integer)');
    await client.query('insert into bench.seed values ($1)', [EDITION]);
  } finally {
    await client.end();
  }
}

/** Fills one organisation, whose id it returns. */
async function seedOne(client: pg.Client, at: number, size: Size): Promise<string> {
  const db = drizzle({ client });
  const [organization] = await db
    .insert(organizations)
    .values({
      name: `Plesna šola Zvezda ${at}`,
      label: `zvezda-${at}`,
      owner_email: `owner${at}@bench.test`,
      setup_completed: true,
      profile: {
        address: 'Slovenska cesta 1',
        postal_code: '1000',
        city: 'Ljubljana',
        phone_number: '01 234 56 78',
      },
    })
    .returning();
  if (!organization) throw new Error('The organisation was not inserted');
  await seedOrganization(db as Database as Transaction, organization);
  const [account] = await db
    .insert(accounts)
    .values({
      email: `staff${at}@bench.test`,
      name: 'Žiga Čuk',
      confirmed_at: new Date().toISOString(),
      password_hash: await hashPassword(benchPassword, 'known'),
    })
    .returning();
  if (!account) throw new Error('The account was not inserted');
  const organization_id = organization.id;
  await db.insert(memberships).values({
    organization_id,
    account_id: account.id,
    role: 'ORGANIZATION_ADMIN',
    all_groups_allowed: true,
  });
  await client.query(locations, [organization_id]);
  await client.query(categories, [organization_id]);
  await client.query(groups, [organization_id, size.groups]);
  await client.query(leaders, [organization_id, account.id]);
  await client.query(questions, [organization_id]);
  await client.query(participants, [
    organization_id,
    size.participants,
    `${girls} ${boys}`.split(' '),
    surnames.split(' '),
  ]);
  return organization_id;
}

const locations = `insert into locations (organization_id, name, address, max_participants)
  select $1, 'Dvorana ' || i, 'Cesta na Brdo ' || i || ', 1000 Ljubljana', 60 from generate_series(1, 5) i`;

const categories = `insert into categories (organization_id, label, languages, name, description, position)
  select $1, 'program-' || i, '{sl,en}', jsonb_build_object('sl', 'Program ' || i, 'en', 'Programme ' || i),
    '{"sl": "Plesne skupine za otroke, mlade in odrasle.", "en": "Dance groups for children, the young and adults."}', i
  from generate_series(1, 4) i`;

const groups = `insert into groups (organization_id, label, languages, name, description, price_text, active, category_id,
    location_id, capacity, age_from, age_to, schedule)
  select $1, 'skupina-' || i, '{sl,en}',
    jsonb_build_object('sl', 'Sodobni ples ' || i, 'en', 'Contemporary dance ' || i),
    '{"sl": "Vadba gradi moč, gibljivost in občutek za glasbo. Začnemo z ogrevanjem, nadaljujemo s tehniko in končamo s koreografijo, ki jo skupina pokaže na zaključni prireditvi. Prinesite udobna oblačila in vodo; copate dobite pri nas.",
      "en": "Classes build strength, flexibility and a feeling for music. We warm up, work on technique and end with a choreography that the group shows at the final performance. Bring comfortable clothes and water; shoes are lent."}',
    '{"sl": "35 € na mesec", "en": "€35 a month"}', true,
    (array(select id from categories where organization_id = $1 order by position))[1 + i % 4],
    (array(select id from locations where organization_id = $1 order by name))[1 + i % 5],
    1000, 8, 14, '[{"day": "monday", "start_time": "17:00", "duration": 60}, {"day": "wednesday", "start_time": "17:00", "duration": 60}]'
  from generate_series(1, $2::integer) i`;

const leaders = `insert into group_leaders (organization_id, group_id, account_id)
  select $1, id, $2 from groups where organization_id = $1`;

const questions = `insert into group_fields (organization_id, group_id, position, form_field_id, widget, required)
  select $1, g.id, f.position, f.id,
    case f.type when 'phone_number' then 'phone' when 'single_choice' then 'radio' else f.type end, f.required
  from groups g join form_fields f on f.organization_id = g.organization_id where g.organization_id = $1`;

/** Over three years; of every status, most of them approved. */
const participants = `insert into participants (organization_id, group_id, name, email, phone, status, application_date, reference,
    language, privacy_version, answers)
  select $1, ids[1 + i % cardinality(ids)], first || ' ' || last,
    lower(public.unaccent(first || '.' || last)) || i || '@mail.test', '041 ' || lpad((i % 1000000)::text, 6, '0'),
    case when turn % 20 = 0 then 'waitlisted' when turn % 10 = 1 then 'rejected' when turn % 50 = 2 then 'pending'
      when turn % 25 = 3 then 'inactive' else 'approved' end,
    now() - interval '3 years' + i * (interval '3 years' / $2::integer),
    app.new_reference(), 'sl', '2026-11-01',
    jsonb_build_array(jsonb_build_object('field_id', ids[1], 'label', 'guardian-name', 'name', 'Ime in priimek starša ali skrbnika',
      'type', 'text', 'value', 'Mojca ' || last, 'text', 'Mojca ' || last, 'sensitive', false), experience.answer)
  from (select array(select id from groups where organization_id = $1 order by id) as ids) as its,
    generate_series(1, $2::integer) i,
    lateral (
      select jsonb_build_object('field_id', f.id, 'form_field_id', f.id, 'label', f.label, 'name', f.name ->> 'sl',
        'type', f.type, 'value', f.options -> (i * 31 % 3) -> 'value', 'text', f.options -> (i * 31 % 3) -> 'name' ->> 'sl',
        'sensitive', false) as answer
      from form_fields f where f.organization_id = $1 and f.label = 'experience'
    ) as experience,
    -- every group has some of each status, and so has every stretch of time
    lateral (select i + i / cardinality(ids) as turn) as its_turn,
    lateral (select ($3::text[])[1 + (i * 7919::bigint + i / 40) % 40] as first, ($4::text[])[1 + (i * 104729::bigint + i / 7) % 50] as last) as person
  on conflict do nothing`;
