-- Digests: once a day, how the queues stand of the groups about which a member may decide.

/*
 * Groups in the scope of a member with one of these roles in which people wait for a place or an answer, or let an offer
 * pass since an instant. An offer that staff took back before its end has not passed. `unheard`: whose turn it is where places
 * are offered by themselves, but whom no mail about an offer would reach.
 */
-- it answers one more column by now
do $drop$
begin
  if not exists (select from pg_proc where proname = 'queues_of' and 'unheard' = any (proargnames)) then
    drop function if exists app.queues_of(uuid, uuid, timestamptz, text[]);
  end if;
end
$drop$;
create or replace function app.queues_of(organization uuid, account uuid, since timestamptz, roles text[])
returns table (
  group_id uuid, name jsonb, free integer, unheard integer, waiting integer, offered integer, passed integer
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  with member as (
    select m.role = 'ORGANIZATION_ADMIN' or m.all_groups_allowed as all_groups from memberships m
    where m.organization_id = organization and m.account_id = account and m.active and m.role = any (roles)
  ), queue as (
    select p.group_id, count(*) filter (where p.offer_until is null)::integer as waiting,
      count(p.offer_until)::integer as offered,
      count(*) filter (where p.offer_paused_at >= since and not p.offer_taken_back)::integer as passed
    from participants p where p.organization_id = organization and p.status = 'waitlisted'
    group by p.group_id
  )
  select g.id, g.name, case when s.places is not null then greatest(0, s.places - s.taken) end::integer,
    app.count_unheard(organization, g.id, (s.places - s.taken)::integer),
    q.waiting, q.offered, q.passed
  from member
  cross join queue q
  join groups g on g.organization_id = organization and g.id = q.group_id and g.archived_at is null
  join organizations o on o.id = g.organization_id and coalesce(g.end_date >= (now() at time zone o.time_zone)::date, true)
  join group_standings s on s.organization_id = g.organization_id and s.group_id = g.id
  where member.all_groups or g.id in (
    select l.group_id from membership_groups l where l.organization_id = organization and l.account_id = account
    union all
    select l.group_id from group_leaders l where l.organization_id = organization and l.account_id = account
  );
end;

/*
 * Writes an organisation's digests of the day that an instant is there, and answers how many mails there are; none when that
 * day's are written. They tell what has passed since those before. A member of the staff gets one when there is something to do or to follow
 * in their groups: a free place for people who wait, an offer, or one that has passed. That people wait alone is no news.
 */
create or replace function app.write_queue_digests(organization uuid, instant timestamptz, roles text[]) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written integer;
  began timestamptz;
begin
  -- another process that is about to write them holds the row; an organisation that had none for long hears of the last two days
  insert into queue_digests as its (organization_id, written_on, written_at, since)
  select o.id, (instant at time zone o.time_zone)::date, instant, instant - interval '1 day'
  from organizations o where o.id = organization
  on conflict (organization_id) do update set written_on = excluded.written_on, written_at = excluded.written_at,
    since = coalesce(greatest(its.written_at, excluded.written_at - interval '2 days'), excluded.since)
  where its.written_on < excluded.written_on
  returning since into began;
  if not found then
    return 0;
  end if;
  insert into mails (organization_id, account_id, email_type, recipient_kind, to_address, language)
  select organization, a.id, 'queue_digest', 'staff', a.email, a.language
  from memberships m
  join accounts a on a.id = m.account_id and a.confirmed_at is not null
  where m.organization_id = organization and m.active and m.role = any (roles) and exists (
    select from app.queues_of(organization, a.id, began, roles) q
    where q.waiting > 0 and coalesce(q.free > 0, true) or q.offered > 0 or q.passed > 0
  )
  order by a.id;
  get diagnostics written = row_count;
  return written;
end
$$;

grant execute on function
  app.queues_of(uuid, uuid, timestamptz, text[]), app.write_queue_digests(uuid, timestamptz, text[]) to app_system;
