-- Mails about payments: making or paying one, by any way, writes its mail in the same transaction.

/*
 * Writes mails of a type about payments of people whose group sends them, one an address: siblings are named together.
 * One act is one transaction, or one job of bulk work: what comes later of it joins its mail that waits. Nobody is told
 * twice that the same payment was received, unless what came is another amount after a correction. Answers how many payments are told of.
 *
 * `requester`: who has reminders sent by hand. `instant`: when it is written; a test of calendars names another.
 */
create or replace function app.write_payment_mails(
  organization uuid, type text, ids uuid[], requester text default '', instant timestamptz default now()
) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  told integer;
  job constant uuid := nullif(current_setting('app.bulk_job_id', true), '')::uuid;
  waiting uuid[];
begin
  -- staff want nobody told
  if type <> 'payment_reminder' and coalesce(current_setting('app.quiet', true), '') = 'true' then
    return 0;
  end if;
  if organization is distinct from coalesce(app.organization_id(), organization) then
    raise exception 'Mails about payments are written by their own organisation.';
  end if;
  -- by address, and their state afterwards: the planner knows of no mails that wait, and would read all of the job for each batch
  waiting := array(
    select its.id
    from (
      select distinct lower(a.email) as address from payments p
      join participants a on a.organization_id = p.organization_id and a.id = p.participant_id
      where p.organization_id = organization and p.id = any (ids)
    ) as payer
    cross join lateral (
      select m.* from mails m where m.organization_id = organization and m.to_address = payer.address offset 0
    ) as its
    where its.email_type = type and its.state = 'queued' and (its.created_at = instant or its.bulk_job_id = job)
  );
  perform from mails m where m.organization_id = organization and m.id = any (waiting) order by m.id for update;
  with about as materialized (
    select p.id as payment_id, p.amount, a.id as participant_id, a.group_id, lower(a.email) as address, a.language,
      s.template_id
    from payments p
    join participants a on a.organization_id = p.organization_id and a.id = p.participant_id
    left join group_email_settings s
      on s.organization_id = a.organization_id and s.group_id = a.group_id and s.email_type = type
    where p.organization_id = organization and p.id = any (ids) and a.email is not null and coalesce(s.enabled, true)
      and not (type = 'payment_received' and exists (
        select from mail_payments l
        join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
        where l.organization_id = organization and l.payment_id = p.id and m.email_type = type and m.state <> 'cancelled'
          and coalesce(l.amount = p.amount, true)
      ))
  ), letters as (
    select distinct on (address, language) * from about order by address, language, participant_id
  ), waits as materialized (
    select m.* from mails m where m.organization_id = organization and m.id = any (waiting)
  ), joined as (
    select distinct on (l.address, l.language) m.id, l.address, l.language
    from letters l
    -- one that the worker has just taken is not joined
    join waits m on m.to_address = l.address and m.language = l.language and m.state = 'queued' and m.requested_by = requester
    order by l.address, l.language, m.id
  ), written as (
    insert into mails (
      organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, template_id,
      bulk_job_id, requested_by, created_at, send_after
    )
    select organization, l.group_id, l.participant_id, type, 'applicant', l.address, l.language, l.template_id,
      job, requester, instant, instant + app.mail_delay()
    from letters l
    where not exists (select from joined j where j.address = l.address and j.language = l.language)
    order by l.participant_id
    returning id, to_address as address, language
  ), mail as (
    select * from joined union all select * from written
  ), linked as (
    insert into mail_payments (organization_id, mail_id, payment_id, amount)
    select organization, mail.id, about.payment_id, about.amount
    from about join mail on mail.address = about.address and mail.language = about.language
    on conflict do nothing
    returning 1
  )
  select count(*) into told from linked;
  return told;
end
$$;

/* Whether a mail of a type still has to tell of a payment with a status. */
create or replace function app.is_still_told(type text, status text) returns boolean
language sql immutable set search_path = public, pg_temp
return case type when 'payment_received' then status = 'completed' else status in ('pending', 'expired', 'failed') end;

/* Calls mails back of which nothing is still to be said. */
create or replace function app.drop_needless_mails(organization uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update mails set state = 'cancelled', state_reason = 'payment_changed'
  where organization_id = organization and state in ('queued', 'held') and id in (
    select m.id from mails m
    where m.organization_id = organization and m.id = any (ids) and m.state in ('queued', 'held') and not exists (
      select from mail_payments l
      join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
      where l.organization_id = organization and l.mail_id = m.id and app.is_still_told(m.email_type, p.status)
    )
    order by m.id for update
  );
end;

/* Whether what asks for a payment was called back before it left, and nothing has asked for it since. */
create or replace function app.is_unasked(organization uuid, payment uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp
return coalesce((
  select bool_or(m.email_type = 'payment_request' and m.state_reason = 'payment_changed') and bool_and(m.state = 'cancelled')
  from mail_payments l
  join mails m on m.organization_id = l.organization_id and m.id = l.mail_id and m.email_type <> 'payment_received'
  where l.organization_id = organization and l.payment_id = payment
), false);

/*
 * Lets what asks for payments leave after all, to people with a place: it was called back since they were not open for a
 * while. Of reminders the last one, as long as the address would get no other one by itself, see `write_reminders`.
 */
create or replace function app.resume_requests(organization uuid, ids uuid[]) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update mails set state = 'queued', state_reason = '', send_after = now() + app.mail_delay()
  where organization_id = organization and id in (
    select m.id from mails m
    where m.organization_id = organization and m.email_type in ('payment_request', 'payment_reminder')
      and m.state = 'cancelled' and m.state_reason = 'payment_changed' and exists (
        select from mail_payments l
        join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
        join participants a on a.organization_id = p.organization_id and a.id = p.participant_id
        where l.organization_id = organization and l.mail_id = m.id and l.payment_id = any (ids)
          and a.status in ('pending', 'approved')
          and (m.email_type = 'payment_reminder' or app.is_unasked(organization, l.payment_id))
      )
      and (m.email_type = 'payment_request' or m.created_at > now() - interval '7 days' and not exists (
        select from mails later
        where later.organization_id = organization and later.to_address = m.to_address
          and later.email_type = 'payment_reminder' and (later.created_at, later.id) > (m.created_at, m.id)
          and (later.state <> 'cancelled' or later.state_reason = 'payment_changed')
      ))
    order by m.id for update
  );
end;

/*
 * Sends the mails about payments that the undo of bulk work has stopped after all, where it has left something of what they
 * tell. Of a payment that was received nobody is told twice.
 */
create or replace function app.requeue_payment_mails(job uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update mails set state = 'queued', state_reason = '', send_after = now()
  where organization_id = app.organization_id() and id in (
    select m.id from mails m
    where m.organization_id = app.organization_id() and m.bulk_job_id = job and m.state = 'cancelled'
      and m.state_reason = 'undone' and exists (
        select from mail_payments l
        join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
        where l.organization_id = m.organization_id and l.mail_id = m.id and app.is_still_told(m.email_type, p.status)
          and not exists (
            select from mail_payments other
            join mails told on told.organization_id = other.organization_id and told.id = other.mail_id
            where other.organization_id = l.organization_id and other.payment_id = l.payment_id
              and told.email_type = m.email_type and told.state <> 'cancelled'
          )
          -- reminders were the work itself: only those that the undo could not come to
          and (m.email_type <> 'payment_reminder' or exists (
            select from bulk_job_rows r
            where r.organization_id = l.organization_id and r.job_id = job and r.payment_id = l.payment_id and r.state = 'done'
          ))
      )
    order by m.id for update
  );
end;

/*
 * Payments that were made: what is asked for, or has come already. The rest of a payment is asked for with the whole, also
 * where that has not left yet; if it was called back, since the whole is paid now, the rest is asked for itself.
 */
create or replace function app.tell_of_new_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization uuid;
  requested uuid[];
  received uuid[];
begin
  -- not asked where there are none: the planner would take every mail that waits for one of theirs
  if exists (select from its_rows where split_from is not null) then
    insert into mail_payments (organization_id, mail_id, payment_id) (
      select l.organization_id, l.mail_id, p.id from its_rows p
      join mail_payments l on l.organization_id = p.organization_id and l.payment_id = p.split_from
      join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
      where m.state in ('queued', 'held') and app.is_still_told(m.email_type, p.status)
      order by m.id for update of m
    ) on conflict do nothing;
  end if;
  for organization, requested, received in
    select s.organization_id,
      array_agg(p.id) filter (where s.mail_requests and p.status = 'pending'
        and (p.split_from is null or app.is_unasked(p.organization_id, p.split_from))),
      array_agg(p.id) filter (where s.mail_received and p.status = 'completed')
    from its_rows p join payment_settings s on s.organization_id = p.organization_id
    where s.mail_requests or s.mail_received
    group by s.organization_id
  loop
    perform app.write_payment_mails(organization, 'payment_request', requested) where requested is not null;
    perform app.write_payment_mails(organization, 'payment_received', received) where received is not null;
  end loop;
  return null;
end
$$;
select app.put_trigger($$tell_made after insert on payments
  referencing new table as its_rows for each statement
  when (
    coalesce(current_setting('app.restores', true), '') <> 'true' and coalesce(current_setting('app.undoes', true), '') <> 'true'
  ) execute function app.tell_of_new_payments()$$);

/* Payments that are paid now, or were. */
create or replace function app.tell_of_changed_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organization uuid;
  changed uuid[];
  received uuid[];
  reopened uuid[];
  needless uuid[];
begin
  for organization, changed, reopened, received in
    select now.organization_id, array_agg(now.id), array_agg(now.id) filter (
      where app.is_still_told('payment_request', now.status) and not app.is_still_told('payment_request', was.status)
    ), array_agg(now.id) filter (where now.status = 'completed'
      and coalesce(current_setting('app.undoes', true), '') <> 'true' and exists (
        select from payment_settings s where s.organization_id = now.organization_id and s.mail_received
      ))
    from its_rows now
    join were_rows was on was.organization_id = now.organization_id and was.id = now.id
    where was.status <> now.status
    group by now.organization_id
  loop
    select array_agg(l.mail_id) into needless from mail_payments l
    where l.organization_id = organization and l.payment_id = any (changed);
    perform app.drop_needless_mails(organization, needless) where needless is not null;
    perform app.resume_requests(organization, reopened) where reopened is not null;
    perform app.write_payment_mails(organization, 'payment_received', received) where received is not null;
  end loop;
  return null;
end
$$;
select app.put_trigger($$tell_changed after update on payments
  referencing old table as were_rows new table as its_rows for each statement
  when (coalesce(current_setting('app.restores', true), '') <> 'true') execute function app.tell_of_changed_payments()$$);

/* Payments that were deleted. */
create or replace function app.tell_of_deleted_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.drop_needless_mails(l.organization_id, array_agg(l.mail_id)) from its_rows l group by l.organization_id;
  return null;
end
$$;
select app.put_trigger($$tell after delete on mail_payments
  referencing old table as its_rows for each statement execute function app.tell_of_deleted_payments()$$);

/*
 * When each of these people was last reminded, of their own payments or at their address of a sibling's: by a mail that has
 * left, is on its way, or could not be delivered. Mails of the job of bulk work that asks are its own work.
 */
create or replace function app.reminded(people uuid[]) returns table (participant_id uuid, at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select told.participant_id, max(told.created_at)
  from (
    select p.participant_id, m.created_at
    from payments p
    join mail_payments l on l.organization_id = p.organization_id and l.payment_id = p.id
    join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
    where p.organization_id = app.organization_id() and p.participant_id = any (people)
      and m.email_type = 'payment_reminder' and m.state <> 'cancelled'
      and coalesce(m.bulk_job_id <> nullif(current_setting('app.bulk_job_id', true), '')::uuid, true)
    union all
    select a.id, m.created_at
    from participants a
    join mails m on m.organization_id = a.organization_id and m.to_address = lower(a.email)
    where a.organization_id = app.organization_id() and a.id = any (people)
      and m.email_type = 'payment_reminder' and m.state <> 'cancelled'
      and coalesce(m.bulk_job_id <> nullif(current_setting('app.bulk_job_id', true), '')::uuid, true)
  ) as told
  group by told.participant_id;
end;

/*
 * How many reminders have named each of these payments, and when the last was written; as above, those that were called back
 * don't count. A mail that is sent again is the same reminder. Those without any are left out.
 */
create or replace function app.payment_reminders(ids uuid[])
returns table (payment_id uuid, reminder_count integer, reminded_at timestamptz)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select l.payment_id, (count(*) filter (where m.again_of is null))::integer, max(m.created_at)
  from mail_payments l
  join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
  where l.organization_id = app.organization_id() and l.payment_id = any (ids)
    and m.email_type = 'payment_reminder' and m.state <> 'cancelled'
  group by l.payment_id;
end;

/* Whether no more mail is sent to an address, in lower case, by what came back from there; as `markOf` of the outbox says. */
create or replace function app.is_unreachable(organization uuid, address text) returns boolean
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(bool_or(m.bounce in ('hard', 'complaint')), false)
    or count(*) filter (where m.bounce = 'soft' and m.sent_at > now() - interval '30 days') >= 3
  from mails m
  where m.organization_id = organization and m.to_address = address and m.bounce is not null;
end;

/* Those of these people to whose addresses no more mail is sent. */
create or replace function app.unreachable(people uuid[]) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select a.id from participants a
  where a.organization_id = app.organization_id() and a.id = any (people)
    and app.is_unreachable(a.organization_id, lower(a.email));
end;

/* How many payments a mail names, in whichever groups. */
create or replace function app.payments_of_mail(mail uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*) from mail_payments where organization_id = app.organization_id() and mail_id = mail;
end;

/* The last day that imported statements tell of; null without any. */
create or replace function app.last_statement_day() returns date
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select max(to_date) from bank_statements where organization_id = app.organization_id() and undone_at is null;
end;

/*
 * Writes an organisation's reminders of the day that an instant is there, and answers how many payments they tell of; none
 * when that day's are written. A payment is due for one when the day of a reminder has come, since reminders were turned on
 * and since it was made, and there was none since. So days without a worker are made up for by one mail. An address has one
 * in seven days: with all late payments there, or else with those due soon.
 */
create or replace function app.write_reminders(organization uuid, instant timestamptz) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  zone text;
  today date;
  its payment_settings;
  people uuid[];
  ids uuid[];
begin
  select o.time_zone, (instant at time zone o.time_zone)::date into strict zone, today
  from organizations o where o.id = organization;
  -- another process that is about to write them holds the row
  update payment_settings s set reminded_on = today
  where s.organization_id = organization and s.mail_reminders and coalesce(s.reminded_on < today, true)
  returning s.* into its;
  if not found then
    return 0;
  end if;
  -- who is just being reminded by hand, or decided about, waits for the next day
  select array_agg(locked.id) into people from (
    select a.id from participants a
    where a.organization_id = organization and a.status in ('pending', 'approved') and a.email is not null and a.id in (
      select p.participant_id from payments p
      where p.organization_id = organization and p.status in ('pending', 'expired', 'failed')
        and p.expiration_date < today + coalesce(its.remind_before + 1, 0)
    )
    order by a.id for share skip locked
  ) as locked;
  with owed as materialized (
    select p.id, p.expiration_date as due, (p.created_at at time zone zone)::date as made_on, lower(a.email) as address
    from participants a
    join payments p on p.organization_id = a.organization_id and p.participant_id = a.id
      and p.status in ('pending', 'expired', 'failed') and p.expiration_date < today + coalesce(its.remind_before + 1, 0)
    left join group_email_settings s
      on s.organization_id = a.organization_id and s.group_id = a.group_id and s.email_type = 'payment_reminder'
    where a.organization_id = organization and a.id = any (people) and coalesce(s.enabled, true)
  ), addressed as (
    select distinct owed.address from owed
    where exists (
      select from unnest(array[
        case when owed.due >= today then owed.due - its.remind_before end,
        owed.due + its.remind_after, owed.due + its.remind_again
      ]) as step (day)
      where step.day <= today and step.day >= its.reminders_since and step.day > owed.made_on and not exists (
        select from mail_payments l
        join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
        where l.organization_id = organization and l.payment_id = owed.id and m.email_type = 'payment_reminder'
          and m.state <> 'cancelled' and (m.created_at at time zone zone)::date >= step.day
      )
    ) and not exists (
      select from mails m
      where m.organization_id = organization and m.to_address = owed.address and m.email_type = 'payment_reminder'
        and m.state <> 'cancelled' and (m.created_at at time zone zone)::date > today - 7
    )
  )
  -- late payments are told without the others, which have a day of their own
  select array_agg(owed.id) into ids from owed join addressed using (address)
  where owed.due < today or not exists (
    select from owed late where late.address = owed.address and late.due < today
  );
  return case when ids is null then 0 else app.write_payment_mails(organization, 'payment_reminder', ids, '', instant) end;
end
$$;
