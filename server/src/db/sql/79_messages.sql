-- Messages: whom they are for, and their mails, set by set.

/* Addresses to which no mail is sent any more: as the delivery judges them, see `markOf`. All are of one's own organisation. */
create or replace function app.unreachable_addresses() returns table (address text)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select m.to_address from mails m
  where m.organization_id = app.organization_id() and m.bounce is not null
  group by m.to_address
  having bool_or(m.bounce in ('complaint', 'hard'))
    or count(*) filter (where m.bounce = 'soft' and m.sent_at > now() - interval '30 days') >= 3;
end;

/*
 * People in scope as the audience of a message of a kind, and why they get none: null for those who do. `included`: statuses
 * whose people get one all the same.
 */
create or replace function app.message_people(people uuid[], its_kind text, included text[])
returns table (participant_id uuid, group_id uuid, name text, email text, language text, reason text)
language sql stable
begin atomic
  with person as materialized (
    -- one walk along the index: joined with an array, each of 100 000 would be searched for by itself
    select p.id, p.group_id, p.name, p.email, p.language, p.status
    from participants p where p.organization_id = app.organization_id() and p.id = any (people)
  ), unreachable as materialized (
    select address from app.unreachable_addresses()
  ), declined as materialized (
    select d.address from app.declined_news(
      app.organization_id(), array(select distinct email from person where its_kind = 'news' and email is not null)
    ) as d
  )
  select id, person.group_id, person.name, person.email, person.language,
    case
      when status in ('waitlisted', 'rejected', 'inactive') and status <> all (included) then status
      when email is null then 'no_email'
      when email in (select address from unreachable) then 'bounced'
      when email in (select address from declined) then 'declined_news'
    end
  from person
  union all
  select missing.id, null, null, null, null, 'not_found'
  from (select unnest(people) as id except select person.id from person) as missing;
end;

/* What people share who share a mail: their address, and with one mail for each name that as well. */
create or replace function app.message_key(email text, name text, siblings text) returns text
language sql immutable parallel safe
return case when siblings = 'each' then email || ' ' || app.fold(name) else email end;

/*
 * The mails that would be written to people: one for all who share an address, with those who are named in it by name, or
 * one for each name. The first of them by name gives group and language.
 */
create or replace function app.message_mails(people uuid[], its_kind text, included text[], siblings text)
returns table (key text, address text, language text, first_name text, lead_id uuid, group_id uuid, members uuid[], names text[])
language sql stable
begin atomic
  select its.key, min(email), (array_agg(its.language order by folded, participant_id))[1], min(folded),
    (array_agg(participant_id order by folded, participant_id))[1],
    (array_agg(its.group_id order by folded, participant_id))[1],
    array_agg(participant_id order by folded, participant_id), array_agg(name order by folded, participant_id)
  from (
    select p.*, app.fold(p.name) as folded, app.message_key(p.email, p.name, siblings) as key
    from app.message_people(people, its_kind, included) as p
    where p.reason is null
  ) as its
  group by its.key;
end;

/*
 * Writes the mails of a message to some people of its bulk work, in the scope of whom it is sent by; siblings are taken along
 * in whichever batch the first of them is. Who has a mail of the message already gets no second one. Answers why people
 * get none, and how many mails were written. Who is being merged or deleted is waited for: a mail can't name them afterwards.
 */
create or replace function app.write_message_mails(message uuid, job uuid, people uuid[], earliest timestamptz)
returns table (participant_id uuid, reason text, mails integer)
language sql volatile
begin atomic
  select from participants p
  where p.organization_id = app.organization_id() and p.id in (
    select unnest(people)
    union
    select mate.id from participants one
    join participants mate on mate.organization_id = one.organization_id and mate.email = one.email
    where one.organization_id = app.organization_id() and one.id = any (people)
  )
  order by p.id for key share;
  with its as materialized (
    select m.*, o.default_language from messages m join organizations o on o.id = m.organization_id
    where m.organization_id = app.organization_id() and m.id = message and m.state = 'sending'
  ), person as materialized (
    select judged.participant_id, judged.email, judged.reason
    from its cross join lateral app.message_people(people, its.kind, its.include) as judged
  ), family as (
    -- from addresses to people to their rows: a batch must not read all rows of its work, see `offset`
    select p.id as participant_id
    from (select distinct one.email from person as one where one.reason is null) as shared
    join participants p on p.organization_id = app.organization_id() and p.email = shared.email
    where exists (
      select from bulk_job_rows r
      where r.organization_id = p.organization_id and r.job_id = job and r.participant_id = p.id offset 0)
  ), letter as materialized (
    select l.*, case when its.texts ? l.language then l.language
      when its.texts ? its.default_language then its.default_language
      else (select min(said) from jsonb_object_keys(its.texts) as said) end as written_in
    from its cross join lateral app.message_mails(
      array(select family.participant_id from family), its.kind, its.include, its.siblings) as l
  ), written as (
    insert into mails (
      organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, send_after,
      bulk_job_id, of_message, message_key
    )
    select app.organization_id(), l.group_id, l.lead_id, 'group_message', 'applicant', l.address, l.written_in, earliest,
      job, message, l.key
    from letter l order by l.key
    on conflict (organization_id, of_message, message_key) where message_key is not null do nothing
    returning id, message_key
  ), named as (
    insert into mail_people (organization_id, mail_id, participant_id)
    select app.organization_id(), written.id, member
    from written join letter l on l.key = written.message_key cross join unnest(l.members) as member
    returning 1
  )
  select person.participant_id, person.reason, (select count(*)::integer from written) from person;
end;

grant execute on function
  app.unreachable_addresses(), app.message_people(uuid[], text, text[]),
  app.message_key(text, text, text), app.message_mails(uuid[], text, text[], text),
  app.write_message_mails(uuid, uuid, uuid[], timestamptz) to app_api;

/*
 * Stops the mails of a message that have not left, also to people who are out of the caller's scope by now; which they repeat. One
 * that is on its way is marked: it may arrive, but when the mail server puts it off, or its process dies, it is not tried again.
 */
create or replace function app.stop_message_mails(message uuid) returns table (again_of uuid)
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  with own as (
    select m.id from mails m
    where m.organization_id = app.organization_id() and m.of_message = message and m.state in ('queued', 'held', 'sending')
    order by m.id for update
  )
  update mails set state = case mails.state when 'sending' then 'sending' else 'cancelled' end, state_reason = 'stopped' from own
  where mails.organization_id = app.organization_id() and mails.id = own.id
  returning mails.again_of;
end;

/* A message rests when its bulk work does; who stops that stops its mails. */
create or replace function app.settle_message() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  settled uuid;
begin
  update messages set state = case new.state when 'done' then 'sent' else 'stopped' end, stop_reason = new.stop_reason,
    people_count = new.done_count
  where organization_id = new.organization_id and job_id = new.id and state = 'sending'
  returning id into settled;
  if new.stop_reason = 'stopped' then
    perform app.stop_message_mails(settled);
  end if;
  return null;
end
$$;
select app.put_trigger($$settle_message after update of state on bulk_jobs
  for each row when (new.kind = 'message' and new.state in ('done', 'stopped'))
  execute function app.settle_message()$$);

/* How many people a mail of a message names, in whichever groups. */
create or replace function app.people_of_mail(mail uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*) from mail_people where organization_id = app.organization_id() and mail_id = mail;
end;

/* How the mails of a message went, also to people who are out of the caller's scope by now; of one that was sent again, how the repeat did. */
create or replace function app.message_counts(message uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select jsonb_build_object(
    'mails', count(*), 'sent', count(*) filter (where m.state = 'sent'),
    'waiting', count(*) filter (where m.state in ('queued', 'sending', 'held')),
    'failed', count(*) filter (where m.state = 'failed' and m.sent_at is null),
    'bounced', count(*) filter (where m.state = 'failed' and m.sent_at is not null),
    'cancelled', count(*) filter (where m.state = 'cancelled'))
  from mails m
  where m.organization_id = app.organization_id() and m.of_message = message and m.id <> all (array(
    select r.again_of from mails r
    where r.organization_id = app.organization_id() and r.of_message = message and r.again_of is not null));
end;

/* People to whom a mail of a message has gone or will go, of all groups: who shares a mail with others is none of the unreached. */
create or replace function app.reached_by_message(message uuid) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select distinct n.participant_id from mails m
  join mail_people n on n.organization_id = m.organization_id and n.mail_id = m.id
  where m.organization_id = app.organization_id() and m.of_message = message
    and m.state in ('held', 'queued', 'sending', 'sent');
end;

/* Whether a mail tells news; also one of a message that the caller does not see. */
create or replace function app.mail_tells_news(mail uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
return exists (
  select from mails m join messages its on its.organization_id = m.organization_id and its.id = m.of_message
  where m.organization_id = app.organization_id() and m.id = mail and its.kind = 'news'
);

/* Whether a mail is of a message that lists open payments. */
create or replace function app.mail_owes(mail uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
return exists (
  select from mails m join messages its on its.organization_id = m.organization_id and its.id = m.of_message
  where m.organization_id = app.organization_id() and m.id = mail and its.with_payments
);
