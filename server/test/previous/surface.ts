/** SQL: what the application's three roles find in the database: one line for each column, right and routine. */
export const surface = `
  with relation as (
    select c.oid, c.oid::regclass::text as name, a.attname as column, a.attnum, a
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'v') and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
  ), role as (
    select unnest(array['app_api', 'app_public', 'app_system']) as name
  )
  select name || '.' || "column" as named, format('type %s', format_type((a).atttypid, (a).atttypmod)) as what from relation
  union all
  select name || '.' || "column", 'may be left out' from relation
  where not (a).attnotnull or (a).atthasdef or (a).attidentity <> ''
  union all
  select relation.name || '.' || "column", format('%s by %s', privilege, role.name)
  from relation, role, unnest(array['select', 'insert', 'update']) as privilege
  where has_column_privilege(role.name, oid, attnum, privilege)
  union all
  select distinct relation.name, format('delete by %s', role.name) from relation, role
  where has_table_privilege(role.name, oid, 'delete')
  union all
  select p.oid::regprocedure::text, format('%s for %s', pg_get_function_result(p.oid), role.name)
  from pg_proc p, role
  where p.pronamespace = 'app'::regnamespace and has_function_privilege(role.name, p.oid, 'execute')
  union all
  -- what "on conflict" goes by, and what errors are known by
  select i.indexrelid::regclass::text, 'unique' from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace`;
