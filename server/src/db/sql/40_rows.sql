-- What rows do by themselves.

create or replace function app.touch() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

do $loop$
declare
  edited text;
  beside text;
begin
  for edited, beside in
    select c.table_name, (
      select p.column_name from information_schema.columns p
      where p.table_schema = 'public' and p.table_name = c.table_name and p.column_name in ('position', 'code_hash')
    )
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'version' and t.table_type = 'BASE TABLE'
  loop
    -- a row that stands elsewhere in its list, or whose mail has left, is the same in an open form
    execute format(
      'create or replace trigger touch before update on %I for each row %s execute function app.touch()',
      edited, case when beside is null then '' else format('when (old.%1$I is not distinct from new.%1$I)', beside) end
    );
  end loop;
end
$loop$;

/* A participant who moves to another group takes payments, mails and renewed applications along. */
create or replace function app.follow_group() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  update mails set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  update reapplications set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  return null;
end
$$;
create or replace trigger follow_group after update of group_id on participants
  for each row when (old.group_id is distinct from new.group_id) execute function app.follow_group();

/*
 * Notes since when somebody takes a place, so that undoing a decision can tell whether the place it freed has been given
 * away. An undone decision leaves the place as old as it was; in another group there is nothing to undo.
 */
create or replace function app.take_place() returns trigger
language plpgsql as $$
begin
  if new.group_id <> old.group_id then
    new.previous_status := null;
    new.decided_at := null;
    new.placed_at := clock_timestamp();
  elsif new.status in ('pending', 'approved') and old.status not in ('pending', 'approved')
    and (old.decided_at is null or new.decided_at is not null) then
    new.placed_at := clock_timestamp();
  end if;
  return new;
end
$$;
create or replace trigger take_place before update of status, group_id on participants
  for each row when (old.status <> new.status or old.group_id <> new.group_id) execute function app.take_place();

/* A field whose purpose is found out later tells the contact of those who have answered it before, too. */
create or replace function app.carry_purpose() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked constant text[] := array(
    select id::text from group_fields where organization_id = new.organization_id and form_field_id = new.id
  );
begin
  update participants p set answers = (
    select jsonb_agg(
      case when answer ->> 'field_id' = any (asked) then answer || jsonb_build_object('purpose', new.purpose) else answer end
      order by place
    )
    from jsonb_array_elements(p.answers) with ordinality as kept (answer, place)
  )
  where p.organization_id = new.organization_id and exists (
    select from jsonb_array_elements(p.answers) as answer where answer ->> 'field_id' = any (asked)
  );
  return null;
end
$$;
create or replace trigger carry_purpose after update of purpose on form_fields
  for each row when (old.purpose is distinct from new.purpose) execute function app.carry_purpose();

/* Limits are cheap and may be lost in a crash. */
alter table rate_limits set unlogged;
