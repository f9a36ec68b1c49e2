-- What others than app_system may see of the identity tables; views run as their owner, so they filter by themselves.

/* The staff of the organisation. */
select app.put_view($$staff with (security_barrier) as
select m.organization_id, a.id, a.name, a.email, a.language, m.role, m.active, a.confirmed_at is not null as confirmed,
  m.all_groups_allowed, a.last_sign_in_at,
  (exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null)
    or exists (select from passkeys k where k.account_id = a.id)) as second_factor
from memberships m join accounts a on a.id = m.account_id
where m.organization_id = app.organization_id()$$);

/* The staff and those who are invited to it. */
select app.put_view($$staff_and_invited with (security_barrier) as
select staff.*,
  (select count(*)::integer from (
    select group_id from membership_groups g where g.organization_id = staff.organization_id and g.account_id = staff.id
    union
    select group_id from group_leaders l where l.organization_id = staff.organization_id and l.account_id = staff.id
  ) as allowed) as authorized_groups_count,
  null::timestamptz as invitation_expires_at
from staff
union all
select i.organization_id, i.id, i.name, i.email, i.language, i.role, i.active, false, i.all_groups_allowed, null, false,
  cardinality(i.authorized_groups), i.code_expires_at
from invitations i
where i.organization_id = app.organization_id()$$);

/* Who leads a group, by name, as shown to visitors. */
select app.put_view($$group_leader_names with (security_barrier) as
select l.organization_id, l.group_id, a.name
from group_leaders l
join memberships m on m.organization_id = l.organization_id and m.account_id = l.account_id and m.active
join accounts a on a.id = m.account_id
where l.organization_id = app.organization_id()$$);

/*
 * Where every group stands. The limit is the group's own, else its location's, else none (null); taken = pending + approved + offered.
 * For functions alone: nobody may read it, since a caller's policies don't reach below a view.
 */
select app.put_view($$group_standings as
select g.organization_id, g.id as group_id, coalesce(g.capacity, l.max_participants) as places, c.taken, c.waiting
from groups g
join group_counts c on c.organization_id = g.organization_id and c.group_id = g.id
left join locations l on l.organization_id = g.organization_id and l.id = g.location_id$$);

/* Places of some of the organisation's groups. */
create or replace function app.group_places(ids uuid[])
returns table (group_id uuid, places integer, taken integer, waiting integer)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select s.group_id, s.places, s.taken, s.waiting from group_standings s
  where s.organization_id = app.organization_id() and s.group_id = any (ids);
end;

/* The same of all the organisation's groups. */
create or replace function app.all_group_places()
returns table (group_id uuid, places integer, taken integer, waiting integer)
-- so many rows are not joined one by one
language sql stable rows 10000 security definer set search_path = public, pg_temp
begin atomic
  select s.group_id, s.places, s.taken, s.waiting from group_standings s
  where s.organization_id = app.organization_id();
end;

/* The organisation's groups that have a place free. */
create or replace function app.groups_with_places() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.group_id from app.all_group_places() p where coalesce(p.taken < p.places, true);
end;

/*
 * Groups that use a location or have one of the leaders between two days: not archived ones, also drafts and groups out of
 * the caller's scope, which take a hall too. The caller must hide the details of groups out of its scope. `leader_ids` are
 * those of `leaders`; an exception is as the table has it.
 */
create or replace function app.bookings(place uuid, leaders uuid[], first_day date, last_day date)
returns table (
  group_id uuid, group_name jsonb, location_id uuid, leader_ids uuid[], schedule jsonb, start_date text, end_date text,
  exceptions jsonb
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select g.id, g.name, g.location_id, array(
      select l.account_id from group_leaders l
      where l.organization_id = g.organization_id and l.group_id = g.id and l.account_id = any (leaders)
    ), g.schedule, g.start_date::text, g.end_date::text, apart.exceptions
  from groups g
  cross join lateral (
    select coalesce(jsonb_agg(to_jsonb(e)), '[]') as exceptions,
      coalesce(bool_or(e.new_date between first_day and last_day), false) as meets
    from session_exceptions e
    where e.organization_id = g.organization_id and e.group_id = g.id
      and (e.date between first_day and last_day or e.new_date between first_day and last_day)
  ) apart
  where g.organization_id = app.organization_id() and g.archived_at is null
    and (g.location_id = place or g.id in (
      select e.group_id from session_exceptions e
      where e.organization_id = app.organization_id() and e.location_id = place
        and e.new_date between first_day and last_day) or g.id in (
      select l.group_id from group_leaders l
      where l.organization_id = app.organization_id() and l.account_id = any (leaders)))
    and (apart.meets or g.schedule <> '[]'
      and coalesce(g.end_date, 'infinity') >= first_day and coalesce(g.start_date, '-infinity') <= last_day);
end;
