import type pg from 'pg';
import type { Env } from '../../env.ts';

/** SQL: a digest of what statements on tables, views and routines answer. */
const shape = `
  select md5(string_agg(line, ',' order by line)) as shape from (
    select concat_ws(' ', c.oid::regclass, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod)) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'v') and n.nspname in ('public', 'app')
    union all
    select concat_ws(' ', p.oid::regprocedure, pg_get_function_result(p.oid))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'app'
  ) as lines`;

/** What statements answer: where that changes, PostgreSQL refuses those that a connection has prepared before. */
export async function readShape(database: Pick<pg.Client | pg.Pool, 'query'>): Promise<string | null> {
  const { rows } = await database.query<{ shape: string | null }>(shape);
  return rows[0]?.shape ?? null;
}

/** Whether the roles sign in elsewhere than the owner: at a pooler, whose connections outlive our processes. */
export function isPooled({
  databaseDirectUrl,
  ...env
}: Pick<Env, 'databaseDirectUrl' | 'databaseApiUrl' | 'databasePublicUrl' | 'databaseSystemUrl'>): boolean {
  const { host } = new URL(databaseDirectUrl);
  const its = [env.databaseApiUrl, env.databasePublicUrl, env.databaseSystemUrl];
  return its.some((url) => new URL(url).host !== host);
}
