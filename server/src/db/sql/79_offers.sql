-- Places offered to people in the queue: what the round in the background looks for.

/*
 * Groups with something to do: offers whose time is over, and free places that a group offers by itself to people in its queue.
 * A place that has just become free waits as long as what freed it can be taken back.
 */
create or replace function app.groups_to_offer() returns table (organization_id uuid, group_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.organization_id, p.group_id from participants p where p.offer_until < clock_timestamp()
  union
  select g.organization_id, g.id
  from groups g
  join organizations o on o.id = g.organization_id and o.active
  join group_standings s on s.organization_id = g.organization_id and s.group_id = g.id
  join group_counts c on c.organization_id = g.organization_id and c.group_id = g.id
  where g.offer_mode = 'automatic' and g.archived_at is null
    and coalesce(g.end_date >= (now() at time zone o.time_zone)::date, true)
    and s.waiting > 0 and coalesce(s.taken < s.places, true)
    and coalesce(c.freed_at <= clock_timestamp() - app.mail_delay(), true)
    and exists (
      select from participants p
      where p.organization_id = g.organization_id and p.group_id = g.id
        and app.waits(p.status, p.offer_until) and p.offer_paused_at is null
    );
end;
grant execute on function app.groups_to_offer() to app_system;

/* Whether what freed a place of a group last can no longer be taken back. */
create or replace function app.is_settled(its_group uuid) returns boolean
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select coalesce((
    select c.freed_at <= clock_timestamp() - app.mail_delay() from group_counts c
    where c.organization_id = app.organization_id() and c.group_id = its_group
  ), true);
end;
grant execute on function app.is_settled(uuid) to app_api;
