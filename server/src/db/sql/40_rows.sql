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
      select string_agg(format('old.%1$I is not distinct from new.%1$I', p.column_name), ' and ')
      from information_schema.columns p
      where p.table_schema = 'public' and p.table_name = c.table_name and (
        p.column_name in ('position', 'code_hash', 'reminded_on')
        or p.table_name = 'payments' and p.column_name in ('participant_id', 'group_id')
      )
    )
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'version' and t.table_type = 'BASE TABLE'
  loop
    -- a row that stands elsewhere in its list, whose mail has left, whose reminders were written or whose person has moved is the same in an open form
    perform app.put_trigger(format(
      'touch before update on %I for each row %s execute function app.touch()', edited, 'when (' || beside || ')'
    ));
  end loop;
end
$loop$;

/* A participant who moves to another group takes payments, mails, renewed applications and the family along. */
create or replace function app.follow_group() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  update mails set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  update reapplications set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  update family_members set group_id = new.group_id
  where organization_id = new.organization_id and participant_id = new.id;
  return null;
end
$$;
select app.put_trigger($$follow_group after update of group_id on participants
  for each row when (old.group_id is distinct from new.group_id) execute function app.follow_group()$$);

/* Whether a participant takes a place of the group: in the queue only while one is offered. The one place that says so. */
create or replace function app.takes_place(status text, offer_until timestamptz) returns boolean
language sql immutable parallel safe
return status in ('pending', 'approved') or offer_until is not null;

/* Whether a participant stands in the queue without an offer. */
create or replace function app.waits(status text, offer_until timestamptz) returns boolean
language sql immutable parallel safe
return status = 'waitlisted' and offer_until is null;

/*
 * Sets since when a participant takes a place, so that undoing a decision can tell whether the place it freed was taken.
 * Undoing keeps the earlier time, unless the place was given meanwhile: who has left it by then must not come back beside. A
 * move to another group leaves no decision to undo.
 *
 * What a decision or a move ends is kept in `cleared` as it was, whichever columns that are, and comes back when a statement
 * takes the decision or the move back by setting `cleared` to null. Not an open offer: its place may be someone else's.
 */
create or replace function app.take_place() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_moved constant boolean := new.group_id <> old.group_id;
  is_undone constant boolean := old.cleared is not null and new.cleared is null;
  given participants := new;
  stays participants;
  absences jsonb;
begin
  -- an offer is of a place in this queue, and answered by any decision
  if is_moved or new.status <> old.status then
    new.offer_until := null;
    new.offer_paused_at := null;
    new.offer_taken_back := false;
  end if;
  if is_moved then
    -- of what was cleared before, that of a decision which could be undone
    if given.previous_status is null then
      given.cleared := null;
    end if;
    new.previous_status := null;
    new.decided_at := null;
    new.cleared := null;
    new.placed_at := clock_timestamp();
    new.offer_tie := null;
    -- days of the former group say nothing about those of another
    with gone as (
      delete from session_absences where organization_id = new.organization_id and participant_id = new.id returning *
    )
    select jsonb_agg(jsonb_build_object('date', date, 'created_at', created_at)) into absences from gone;
  elsif app.takes_place(new.status, new.offer_until) and not app.takes_place(old.status, old.offer_until)
    and (old.decided_at is null or new.decided_at is not null or exists (
      select from participants p
      where p.organization_id = new.organization_id and p.group_id = new.group_id and p.id <> new.id
        and p.placed_at > old.decided_at
    )) then
    new.placed_at := clock_timestamp();
  end if;
  -- a new decision ends a withdrawal
  if new.status <> 'inactive' then
    new.withdrawn_at := null;
    new.withdrawal_reason := '';
  end if;
  if is_undone then
    new := jsonb_populate_record(new, old.cleared);
    insert into session_absences (organization_id, participant_id, date, created_at)
    select new.organization_id, new.id, date, created_at
    from jsonb_to_recordset(old.cleared -> 'absences') as kept (date date, created_at timestamptz)
    on conflict do nothing;
  elsif is_moved or new.status <> old.status and new.previous_status is not null then
    stays := new;
    stays.offer_until := given.offer_until;
    stays.placed_at := given.placed_at;
    new.cleared := '{}';
    -- most decisions clear nothing, and rows as JSON cost as much as the rest of the change
    if stays is distinct from given then
      new.cleared := (
        select coalesce(jsonb_object_agg(was.key, was.value), '{}')
        from jsonb_each(to_jsonb(given)) as was join jsonb_each(to_jsonb(stays)) as now on now.key = was.key
        where now.value <> was.value
      );
    end if;
    if absences is not null then
      new.cleared := new.cleared || jsonb_build_object('absences', absences);
    end if;
  elsif new.status <> old.status then
    new.cleared := null;
  end if;
  return new;
end
$$;
select app.put_trigger($$take_place before update of status, group_id, offer_until on participants
  for each row when (
    old.status <> new.status or old.group_id <> new.group_id or (old.offer_until is null) <> (new.offer_until is null)
  ) execute function app.take_place()$$);

/*
 * Counts of groups. Everything that changes who takes a place locks the groups first, in their order, so adding to the
 * counts never waits for more than that.
 */
alter table group_counts set (fillfactor = 50);

create or replace function app.add_to_counts(organization uuid, its_group uuid, more_taken bigint, more_waiting bigint)
returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if more_taken <> 0 or more_waiting <> 0 then
    update group_counts set taken = taken + more_taken, waiting = waiting + more_waiting,
      freed_at = case when more_taken < 0 then clock_timestamp() else freed_at end
    where organization_id = organization and group_id = its_group;
  end if;
end
$$;

create or replace function app.begin_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into group_counts (organization_id, group_id) values (new.organization_id, new.id);
  return null;
end
$$;
select app.put_trigger($$begin_counts after insert on groups
  for each row execute function app.begin_counts()$$);

/* Counts what a statement added, or took away (`sign` -1). */
create or replace function app.count_rows() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign constant integer := tg_argv[0];
begin
  perform app.add_to_counts(organization_id, group_id, sign * taken, sign * waiting)
  from (
    select organization_id, group_id, count(*) filter (where app.takes_place(status, offer_until)) as taken,
      count(*) filter (where app.waits(status, offer_until)) as waiting
    from changed group by organization_id, group_id order by group_id
  ) as its;
  return null;
end
$$;
select app.put_trigger($$count_added after insert on participants
  referencing new table as changed for each statement execute function app.count_rows('1')$$);
select app.put_trigger($$count_removed after delete on participants
  referencing old table as changed for each statement execute function app.count_rows('-1')$$);

create or replace function app.count_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.add_to_counts(organization_id, group_id, sum(taken), sum(waiting))
  from (
    values
      (new.organization_id, new.group_id, app.takes_place(new.status, new.offer_until)::integer,
        app.waits(new.status, new.offer_until)::integer),
      (old.organization_id, old.group_id, -app.takes_place(old.status, old.offer_until)::integer,
        -app.waits(old.status, old.offer_until)::integer)
  ) as its (organization_id, group_id, taken, waiting)
  group by organization_id, group_id;
  return null;
end
$$;
-- not of single columns: what another trigger ends of an offer is counted too
select app.put_trigger($$count_change after update on participants
  for each row when (
    old.status <> new.status or old.group_id <> new.group_id or (old.offer_until is null) <> (new.offer_until is null)
  ) execute function app.count_change()$$);

/* Counts all groups anew; for databases of before, and for rows that were written without triggers. */
create or replace function app.recount_groups() returns void
language sql volatile set search_path = public, pg_temp
begin atomic
  insert into group_counts as c (organization_id, group_id, taken, waiting)
  select g.organization_id, g.id, count(*) filter (where app.takes_place(p.status, p.offer_until)),
    count(*) filter (where app.waits(p.status, p.offer_until))
  from groups g left join participants p on p.organization_id = g.organization_id and p.group_id = g.id
  group by g.organization_id, g.id
  on conflict (organization_id, group_id) do update set taken = excluded.taken, waiting = excluded.waiting
  where (c.taken, c.waiting) is distinct from (excluded.taken, excluded.waiting);
end;

do $counts$
begin
  if exists (select from groups g where not exists (
    select from group_counts c where c.organization_id = g.organization_id and c.group_id = g.id
  )) then
    lock table groups, participants in share row exclusive mode;
    perform app.recount_groups();
  end if;
end
$counts$;

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
select app.put_trigger($$carry_purpose after update of purpose on form_fields
  for each row when (old.purpose is distinct from new.purpose) execute function app.carry_purpose()$$);

/* Limits are cheap and may be lost in a crash. */
do $unlogged$
begin
  if (select relpersistence <> 'u' from pg_class where oid = 'rate_limits'::regclass) then
    alter table rate_limits set unlogged;
  end if;
end
$unlogged$;
