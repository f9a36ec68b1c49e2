-- Makes triggers, policies and views only where they are not there as they are written: making one anew waits for all who use its
-- table, and holds up those who come meanwhile.

/* The mark of a trigger or policy: what was written, and what PostgreSQL has made of it. */
create or replace function app.mark_of(written text, made text) returns text
language sql immutable
return md5(written) || ' ' || md5(made);

/* `definition` is what follows `create trigger`. */
create or replace function app.put_trigger(definition text) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  its_name constant name := substring(definition from '^\s*(\w+)');
  its_table constant regclass := substring(definition from '\son\s+(\w+)');
begin
  if exists (
    select from pg_trigger t where t.tgrelid = its_table and t.tgname = its_name and t.tgenabled = 'O'
      and obj_description(t.oid, 'pg_trigger') = app.mark_of(definition, pg_get_triggerdef(t.oid))
  ) then
    return;
  end if;
  execute 'create or replace trigger ' || definition;
  execute (
    select format('comment on trigger %I on %s is %L', its_name, its_table, app.mark_of(definition, pg_get_triggerdef(t.oid)))
    from pg_trigger t where t.tgrelid = its_table and t.tgname = its_name
  );
end
$$;

create or replace function app.drop_trigger(its_name name, its_table regclass) returns void
language plpgsql volatile as $$
begin
  if exists (select from pg_trigger t where t.tgrelid = its_table and t.tgname = its_name) then
    execute format('drop trigger %I on %s', its_name, its_table);
  end if;
end
$$;

/* What PostgreSQL has made of a policy. */
create or replace function app.policy_as_made(p pg_policy) returns text
language sql stable
return concat_ws(' ', p.polcmd, p.polpermissive, array(
  select rolname from pg_roles where oid = any (p.polroles) order by rolname
), pg_get_expr(p.polqual, p.polrelid), '/', pg_get_expr(p.polwithcheck, p.polrelid));

/* `definition` is what follows `create policy`; its table is protected from then on. */
create or replace function app.put_policy(definition text) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  its_name constant name := substring(definition from '^\s*(\w+)');
  its_table constant regclass := substring(definition from '\son\s+(\w+)');
begin
  if not (select relrowsecurity from pg_class where oid = its_table) then
    execute format('alter table %s enable row level security', its_table);
  end if;
  if exists (
    select from pg_policy p where p.polrelid = its_table and p.polname = its_name
      and obj_description(p.oid, 'pg_policy') = app.mark_of(definition, app.policy_as_made(p))
  ) then
    return;
  end if;
  execute format('drop policy if exists %I on %s', its_name, its_table);
  execute 'create policy ' || definition;
  execute (
    select format('comment on policy %I on %s is %L', its_name, its_table, app.mark_of(definition, app.policy_as_made(p)))
    from pg_policy p where p.polrelid = its_table and p.polname = its_name
  );
end
$$;

/* `definition` is what follows `create view`. A view to which more is done than adding columns behind the others must have no dependents. */
create or replace function app.put_view(definition text) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  its_name constant text := substring(definition from '^\s*([\w.]+)');
  as_written text;
begin
  -- made under another name, it shows what PostgreSQL makes of it, and of the columns that its tables have by now
  execute 'create view app.as_written' || substring(definition from '^\s*[\w.]+(.*)$');
  select pg_get_viewdef(oid) || coalesce(reloptions::text, '') into as_written
  from pg_class where oid = 'app.as_written'::regclass;
  drop view app.as_written;
  if not exists (
    select from pg_class where oid = to_regclass(its_name)
      and pg_get_viewdef(oid) || coalesce(reloptions::text, '') = as_written
  ) then
    begin
      execute 'create or replace view ' || definition;
    exception when invalid_table_definition then
      execute 'drop view ' || its_name;
      execute 'create view ' || definition;
    end;
  end if;
end
$$;
