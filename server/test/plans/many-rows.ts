import type pg from 'pg';
import { indexesOf } from '../../src/db/indexes.ts';

/** Per cent of an index's page that is filled where rows came one by one, in no order: the planner prefers a compact index. */
const LOOSE = 60;

/** SQL of the reference of a number, by which no two have the same. To draw one takes a tenth of all that its participant costs. */
export const referenceOf = (number: string): string =>
  `upper(translate(lpad(to_hex(${number}::bigint * 2654435761 % 4294967296), 8, '0'), '01', 'gh'))`;

/**
 * Adds very many rows to tables as a restore does: indexes are made anew behind the rows, triggers do nothing, and nobody checks
 * that all that is referred to is there.
 *
 * @param kept indexes that rows are added to one by one, because they come in its order or few are in it
 */
export async function addManyRows(
  owner: pg.Pool,
  { tables, kept = [] }: { tables: string[]; kept?: string[] },
  add: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    const remade = async () => (await indexesOf(client, tables)).filter(({ name }) => !kept.includes(name));
    for (const { name, definition } of await remade())
      if (definition.includes(' USING btree '))
        await client.query(`alter index ${name} set (fillfactor = ${LOOSE})`);
    const indexes = await remade();
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`set local session_replication_role = 'replica'`);
    // a vacuum takes rows for visible to all only once the log with their commit is written
    await client.query('set local synchronous_commit = on');
    await add(client);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

/**
 * Adds organisations with one group of one person each: beside them, the planner takes an organisation for one of middling size
 * wherever it isn't told its id, however large it is.
 */
export async function addSmallOrganizations(client: pg.Pool | pg.PoolClient, count: number): Promise<void> {
  await client.query(
    `with added as (
       insert into organizations (name, owner_email, setup_completed)
       select 'Društvo ' || i, 'drustvo' || i || '@example.com', true from generate_series(1, $1) i
       returning id
     ), programmes as (
       insert into categories (organization_id, label, languages, name)
       select id, 'plesi', '{sl}', '{"sl": "Plesi"}' from added
       returning organization_id, id
     ), schools as (
       insert into groups (organization_id, label, name, languages, category_id)
       select organization_id, 'ples', '{"sl": "Ples"}', '{sl}', id from programmes
       returning organization_id, id
     )
     insert into participants (organization_id, group_id, name, email, status, reference, language)
     select organization_id, id, 'Ana Novak', 'ana@example.com', 'approved', 'ABCDEFGH', 'sl' from schools`,
    [count],
  );
}
