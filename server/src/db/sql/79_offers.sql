-- Places offered to people in the queue: what the round in the background looks for.

/*
 * Whether a mail about an offer would arrive: the group sends it, and there is an address at which mails arrive. An
 * offer that nobody hears of would pass in silence, so none is made by itself.
 */
create or replace function app.hears_of_offers(organization uuid, its_group uuid, email text) returns boolean
language sql stable security definer set search_path = public, pg_temp
return email is not null and not app.is_unreachable(organization, lower(email)) and coalesce((
  select s.enabled from group_email_settings s
  where s.organization_id = organization and s.group_id = its_group and s.email_type = 'place_offered'
), true);

/*
 * Those whom free places of a group go to now, from the first in its queue on, and those passed over on the way. Siblings who are
 * tied get theirs together, also those whose own offers are paused: where too few are left for all of them they are passed over, keep
 * their turn, and the next ones follow. No room is no limit.
 *
 * `only_hearing`: leaves out whom no mail about an offer would reach.
 */
create or replace function app.walk_queue(
  organization uuid, its_group uuid, room integer, only_hearing boolean default false
) returns table (participant_id uuid, address text, passed_over boolean)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  left_over integer := room;
  seen uuid[] := '{}';
  together uuid[];
  turn record;
begin
  for turn in
    select p.id, p.email, p.offer_tie from participants p
    where p.organization_id = organization and p.group_id = its_group
      and p.status = 'waitlisted' and p.offer_until is null and p.offer_paused_at is null
    order by p.application_date, p.id
  loop
    exit when left_over <= 0;
    continue when turn.offer_tie is not null and turn.id = any (seen);
    together := array[turn.id];
    if turn.offer_tie is not null and turn.email is not null then
      together := array(
        select s.id from participants s
        where s.organization_id = organization and s.group_id = its_group and s.offer_tie = turn.offer_tie
          and s.status = 'waitlisted' and s.offer_until is null and lower(s.email) = lower(turn.email)
        order by s.application_date, s.id
      );
      seen := seen || together;
    end if;
    if cardinality(together) > left_over then
      return query select unnest(together), turn.email, true;
      continue;
    end if;
    continue when only_hearing and not app.hears_of_offers(organization, its_group, turn.email);
    left_over := left_over - cardinality(together);
    return query select unnest(together), turn.email, false;
  end loop;
end
$$;
grant execute on function app.walk_queue(uuid, uuid, integer, boolean) to app_api;

/* To whom free places of a group go now, in the order of `app.walk_queue`. */
create or replace function app.next_in_turn(
  organization uuid, its_group uuid, room integer, only_hearing boolean default false
) returns table (participant_id uuid, address text)
language sql stable set search_path = public, pg_temp
begin atomic
  select turn.participant_id, turn.address
  from app.walk_queue(organization, its_group, room, only_hearing)
    with ordinality as turn (participant_id, address, passed_over, place)
  where not turn.passed_over
  order by turn.place;
end;
grant execute on function app.next_in_turn(uuid, uuid, integer, boolean) to app_api;

/*
 * How many of those whose turn it is in a group that offers its places by itself would hear of no offer: staff are to tell them. No
 * number of free places is no limit.
 */
create or replace function app.count_unheard(organization uuid, its_group uuid, free integer) returns integer
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*)::integer
  from groups g
  cross join lateral app.next_in_turn(organization, its_group, free) as turn
  where g.organization_id = organization and g.id = its_group and g.offer_mode = 'automatic'
    and not app.hears_of_offers(organization, its_group, turn.address);
end;
grant execute on function app.count_unheard(uuid, uuid, integer) to app_api;

/*
 * Groups with something to do: offers whose time is over or half over, and free places that a group offers by itself to people in its queue.
 * A place that has just become free waits as long as what freed it can be taken back.
 */
create or replace function app.groups_to_offer() returns table (organization_id uuid, group_id uuid)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.organization_id, p.group_id from participants p where p.offer_until < clock_timestamp()
  union
  select p.organization_id, p.group_id
  from participants p
  join organizations o on o.id = p.organization_id and o.active
  left join group_email_settings s
    on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = 'offer_reminder'
  where p.offer_until is not null and coalesce(s.enabled, true)
    and app.is_past_half(p.organization_id, p.id, p.offered_at, p.offer_until, clock_timestamp())
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
        and p.status = 'waitlisted' and p.offer_until is null and p.offer_paused_at is null
        and app.hears_of_offers(p.organization_id, p.group_id, p.email)
    );
end;
grant execute on function app.groups_to_offer() to app_system;
grant execute on function app.hears_of_offers(uuid, uuid, text) to app_api;

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
