-- Mails about offers: written where offers are made and ended, called back when they no longer are true.

/* Whether a mail about an offer still tells the truth; `told`: when the offer was made that it is about. */
create or replace function app.tells_offer(
  its_variant text, told timestamptz, status text, offered_at timestamptz, offer_until timestamptz, offer_paused_at timestamptz
) returns boolean
language sql volatile
return status = 'waitlisted' and offered_at = told and case its_variant
  when 'taken_back' then offer_until is null
  when 'passed' then offer_until is null and offer_paused_at is not null
  when 'still_wanted' then offer_until is null and offer_paused_at is null
  else coalesce(offer_until >= clock_timestamp(), false)
end;

/*
 * Writes mails of a type about the last offer of people whose group sends them: people with one address share one. What can
 * be called back waits as decisions do. Answers how many mails there are.
 */
create or replace function app.write_offer_mails(type text, its_variant text, people uuid[], can_call_back boolean)
returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written integer;
  organization constant uuid := app.organization_id();
  earliest constant timestamptz := now() + case when can_call_back then app.mail_delay() else interval '0' end;
begin
  -- one that the worker is just taking has been read by it; found by people, since thousands of others may wait
  perform from mails m
  where m.organization_id = organization and m.state in ('queued', 'held') and m.email_type = 'place_offered' and m.id = any (array(
    select n.mail_id from mail_people n where n.organization_id = organization and n.participant_id = any (people)
  ))
  order by m.id for update;
  with about as materialized (
    select p.id, p.group_id, p.name, lower(p.email) as address, p.language, s.template_id, p.offered_at,
      coalesce(p.offer_until, told.until, p.offered_at) as until
    from participants p
    left join group_email_settings s
      on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = type
    cross join lateral (
      select max(n.offer_until) as until,
        bool_or(m.state in ('queued', 'held') and m.variant in ('', 'lengthened')) as waits,
        bool_or(m.state in ('sending', 'sent') or m.sent_at is not null) as left
      from mail_people n
      join mails m on m.organization_id = n.organization_id and m.id = n.mail_id and m.email_type = 'place_offered'
      where n.organization_id = p.organization_id and n.participant_id = p.id and n.offered_at = p.offered_at
    ) as told
    where p.organization_id = organization and p.id = any (people) and p.email is not null and p.offered_at is not null
      and coalesce(s.enabled, true)
      and case its_variant
        when 'lengthened' then told.waits is not true
        when 'taken_back' then told.left is true
        else true
      end
  ), letters as (
    select address, language, (array_agg(id order by app.fold(name), id))[1] as lead_id,
      (array_agg(group_id order by app.fold(name), id))[1] as group_id,
      (array_agg(template_id order by app.fold(name), id))[1] as template_id
    from about group by address, language
  ), added as (
    insert into mails (
      organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, template_id, send_after
    )
    select organization, group_id, lead_id, type, its_variant, 'applicant', address, language, template_id, earliest
    from letters order by lead_id
    returning id, to_address as address, language
  ), named as (
    insert into mail_people (organization_id, mail_id, participant_id, offered_at, offer_until)
    select organization, added.id, about.id, about.offered_at, about.until
    from about join added using (address, language)
  )
  select count(*) into written from added;
  return written;
end
$$;

/*
 * Calls mails back that no longer tell anybody they name the truth: the offer was answered, taken back or has passed. Of an
 * offer that has passed before its mail could leave, staff see that it did not arrive.
 */
create or replace function app.drop_offer_mails() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mails m
  set state = case when its.unheard then 'failed' else 'cancelled' end,
    state_reason = case when its.unheard then 'offer_passed' else 'outdated' end, taken_until = null
  from (
    select waiting.id,
      waiting.email_type = 'place_offered' and waiting.variant = '' and new.status = 'waitlisted'
        and least(old.offer_until, new.offer_until) < clock_timestamp() as unheard
    from mails waiting
    where waiting.organization_id = new.organization_id and waiting.state in ('queued', 'held') and waiting.id = any (array(
      select n.mail_id from mail_people n
      where n.organization_id = new.organization_id and n.participant_id = new.id and n.offered_at is not null
    )) and not exists (
      select from mail_people o
      join participants p on p.organization_id = o.organization_id and p.id = o.participant_id
      where o.organization_id = waiting.organization_id and o.mail_id = waiting.id
        and app.tells_offer(waiting.variant, o.offered_at, p.status, p.offered_at, p.offer_until, p.offer_paused_at)
    )
    order by waiting.id for update
  ) as its
  where m.organization_id = new.organization_id and m.id = its.id and m.state in ('queued', 'held');
  return null;
end
$$;
select app.put_trigger($$drop_offer_mails after update of status, offer_until, offer_paused_at on participants
  for each row when (
    old.offered_at is not null and (
      old.status <> new.status or old.offer_until is distinct from new.offer_until
      or old.offer_paused_at is distinct from new.offer_paused_at
    )
  ) execute function app.drop_offer_mails()$$);

/* Whether half of an offer's time is over and its mail had left before, but nobody was reminded of it. */
create or replace function app.is_past_half(
  organization uuid, participant uuid, offered_at timestamptz, offer_until timestamptz, instant timestamptz
) returns boolean
language sql stable security definer set search_path = public, pg_temp
return coalesce(offer_until > instant and offered_at + (offer_until - offered_at) / 2 <= instant, false) and (
  select coalesce(bool_or(
    m.email_type = 'place_offered' and m.state = 'sent' and m.sent_at <= offered_at + (offer_until - offered_at) / 2
  ) and not bool_or(m.email_type = 'offer_reminder'), false)
  from mail_people n
  join mails m on m.organization_id = n.organization_id and m.id = n.mail_id
  where n.organization_id = organization and n.participant_id = participant
    and n.offered_at = is_past_half.offered_at
);

/* Offers of a group whose half has come, and of which the mail had left by then; without those that were reminded of. */
create or replace function app.offers_past_half(its_group uuid, instant timestamptz)
returns table (id uuid, offered_at timestamptz, offer_until timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.id, p.offered_at, p.offer_until from participants p
  where p.organization_id = app.organization_id() and p.group_id = its_group
    -- as the index of queues has it: asked of each of the group's people, it would read all of them
    and p.status = 'waitlisted' and p.offer_until is not null
    and app.is_past_half(p.organization_id, p.id, p.offered_at, p.offer_until, instant)
  order by p.id;
end;

grant execute on function app.write_offer_mails(text, text, uuid[], boolean) to app_api;
grant execute on function app.offers_past_half(uuid, timestamptz) to app_api;
grant execute on function app.tells_offer(text, timestamptz, text, timestamptz, timestamptz, timestamptz) to app_system;
