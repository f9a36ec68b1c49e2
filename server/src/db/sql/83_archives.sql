-- Everything of one organisation, for another installation: what that is, the catalogue says.

/*
 * What an archive leaves out: tables, or columns of one. A link's secret and a code's hash end here; the rest means nothing
 * elsewhere. A new table goes along by itself; a new secret must be named here.
 */
create or replace function app.archive_omissions() returns table (tenant text, omitted text)
language sql immutable set search_path = pg_catalog, pg_temp
begin atomic
  values
    -- links and codes, made of seeds with the key of this installation
    ('applicant_links', null), ('address_changes', null), ('calendar_feeds', null),
    ('invitations', 'code_hash'), ('invitations', 'code_expires_at'),
    -- requests of this installation
    ('mails', 'cause'), ('bulk_jobs', 'cause'),
    -- answers to requests of the last hours, and the archives themselves
    ('idempotency_keys', null), ('organization_archives', null);
end;

/*
 * The columns that an archive has: of tables in an order in which rows come after those that they refer to, as they stand
 * in the table, and without those that follow from others. `numbered`: the database gives the value.
 */
create or replace function app.archived_columns()
returns table (tenant text, place integer, name text, type text, numbered boolean, in_key boolean)
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  with its_tables as (
    select 'public.organizations'::regclass as oid, 0::bigint as place
    union all
    select t.name, row_number() over (order by t.place desc)
    from app.tenant_tables() with ordinality as t (name, whole, place)
  )
  select c.relname::text, t.place::integer, a.attname::text, format_type(a.atttypid, a.atttypmod), a.attidentity <> '',
    coalesce(a.attnum = any (k.conkey), false)
  from its_tables t
  join pg_class c on c.oid = t.oid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where not exists (
    select from app.archive_omissions() o where o.tenant = c.relname and coalesce(o.omitted = a.attname, true)
  )
  order by t.place, a.attnum;
end;

drop function if exists app.archived_rows(text), app.open_archived(text, refcursor);

/*
 * SQL of the rows of a table of the organisation `$1`, as an archive has them; of accounts what others may know of them.
 * `whole`: with the contents of files.
 */
create or replace function app.archived_rows(its_tenant text, whole boolean default true) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  chosen text;
  ordered text;
begin
  if its_tenant = 'accounts' then
    return 'select a.id, a.email, a.name, a.language, m.role from memberships m join accounts a on a.id = m.account_id
      where m.organization_id = $1 order by a.id';
  end if;
  select string_agg(format('%I', c.name), ', ' order by c.ordinality) filter (where whole or c.type <> 'bytea'),
    string_agg(format('%I', c.name), ', ' order by c.ordinality) filter (where c.in_key)
  into chosen, ordered
  from app.archived_columns() with ordinality as c where c.tenant = its_tenant;
  if chosen is null then
    raise exception 'An archive has no table "%".', its_tenant;
  end if;
  return format(
    'select %s from %I where %I = $1%s order by %s', chosen, its_tenant,
    case its_tenant when 'organizations' then 'id' else 'organization_id' end,
    -- views of one person, which `own_or_shared` hides from administrators too
    case its_tenant when 'saved_views' then ' and account_id is null' else '' end, ordered
  );
end
$$;

/*
 * Opens a cursor over the rows of a table of the caller's organisation, each as JSON. Past the policies, which hide staff and
 * invitations from all but identity: therefore without secrets, and only for those who see all groups.
 */
create or replace function app.open_archived(its_tenant text, its_cursor refcursor, whole boolean default true)
returns refcursor
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if app.organization_id() is null or not app.all_groups() then
    raise insufficient_privilege using message = 'An archive shows all groups of an organisation.';
  end if;
  open its_cursor no scroll for execute
    format('select row_to_json(one)::text from (%s) as one', app.archived_rows(its_tenant, whole))
    using app.organization_id();
  return its_cursor;
end
$$;

/* Fetches the next rows of a cursor until they come to so many bytes: one may be far larger than those before it. */
create or replace function app.fetch_archived(its_cursor refcursor, wanted integer) returns setof text
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  one text;
  bytes bigint := 0;
begin
  while bytes < wanted loop
    fetch its_cursor into one;
    exit when not found;
    return next one;
    bytes := bytes + octet_length(one);
  end loop;
end
$$;
grant execute on function
  app.tenant_tables(), app.archive_omissions(), app.archived_columns(), app.open_archived(text, refcursor, boolean),
  app.fetch_archived(refcursor, integer) to app_api;

/* How many rows an archive of the caller's organisation has. */
create or replace function app.count_archived() returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its_tenant text;
  counted bigint;
  total bigint := 0;
begin
  for its_tenant in select 'accounts' union all select distinct c.tenant from app.archived_columns() c loop
    execute format('select count(*) from (%s) as one', app.archived_rows(its_tenant))
      into counted using app.organization_id();
    total := total + counted;
  end loop;
  return total;
end
$$;
grant execute on function app.count_archived() to app_api;

/* Lets a worker make an archive of the caller's organisation, once this transaction is committed. */
create or replace function app.enqueue_archive(archive uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select app.add_job(
    'organization_archive', jsonb_build_object('organization_id', a.organization_id, 'id', a.id), now())
  from organization_archives a where a.organization_id = app.organization_id() and a.id = archive;
end;
grant execute on function app.enqueue_archive(uuid) to app_api;
