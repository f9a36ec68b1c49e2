-- Families: who joins and leaves them is in the history, unless rows only follow a merge of applications or its undoing.

select app.put_trigger($$record_joined after insert on family_members
  referencing new table as its_rows for each statement
  when (coalesce(current_setting('app.restores', true), '') <> 'true') execute function app.record_notes('family_joined')$$);
select app.put_trigger($$record_left after delete on family_members
  referencing old table as its_rows for each statement
  when (coalesce(current_setting('app.restores', true), '') <> 'true') execute function app.record_notes('family_left')$$);

/*
 * Deletes families without members; each is locked first, so that members who join meanwhile count. One with a single
 * child is shown to nobody, but kept: undoing a merge may bring another one back.
 */
create or replace function app.dissolve_families() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its record;
begin
  for its in select distinct organization_id, family_id from left_rows order by family_id loop
    perform from families where organization_id = its.organization_id and id = its.family_id for update;
    delete from families where organization_id = its.organization_id and id = its.family_id and not exists (
      select from family_members m
      where m.organization_id = its.organization_id and m.family_id = its.family_id
    );
  end loop;
  return null;
end
$$;
select app.put_trigger($$dissolve after delete on family_members
  referencing old table as left_rows for each statement execute function app.dissolve_families()$$);

/* How many members a family of the organisation has, also out of the caller's scope. */
create or replace function app.family_size(family uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*)::integer from family_members
  where organization_id = app.organization_id() and family_id = family;
end;
grant execute on function app.family_size(uuid) to app_api;

/*
 * How many children the members of a family are, also out of the caller's scope: the same name with another birth date is
 * another child, as `childrenOf` in families/rules.ts counts them.
 */
create or replace function app.family_children(family uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(sum(named.children), 0)::integer from (
    select greatest(1, count(distinct p.date_of_birth)) as children
    from family_members m
    join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
    where m.organization_id = app.organization_id() and m.family_id = family
    group by app.fold(p.name)
  ) as named;
end;
grant execute on function app.family_children(uuid) to app_api;
