-- Mails about dates: staff ask for them when they change some.

/*
 * Who is told of changes of groups by mails of a type: participants with one of the statuses, one row each, and leaders. The
 * leader who makes the change knows it. Groups that don't send such mail have none.
 */
create or replace function app.session_audience(groups uuid[], type text, statuses text[]) returns table (
  group_id uuid, participant_id uuid, address text, language text, kind text, account_id uuid, template_id uuid
)
language sql stable security definer set search_path = public, pg_temp set enable_nestloop = on
begin atomic
  select p.group_id, p.id, lower(p.email), p.language, 'applicant', null::uuid, s.template_id
  from participants p
  left join group_email_settings s
    on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = type
  where p.organization_id = app.organization_id() and p.group_id = any (groups) and p.status = any (statuses)
    and p.email is not null and coalesce(s.enabled, true)
  union all
  select l.group_id, null, a.email, a.language, 'staff', a.id, s.template_id
  from group_leaders l
  join memberships m on m.organization_id = l.organization_id and m.account_id = l.account_id and m.active
  join accounts a on a.id = m.account_id and a.confirmed_at is not null
    and a.id is distinct from nullif(current_setting('app.account_id', true), '')::uuid
  left join group_email_settings s
    on s.organization_id = l.organization_id and s.group_id = l.group_id and s.email_type = type
  where l.organization_id = app.organization_id() and l.group_id = any (groups) and coalesce(s.enabled, true);
end;

/*
 * Writes mails of a type about changes of dates to those who are told. An address has one mail for all, and changes that
 * follow while it waits join it: it says what is different when it leaves. Answers how many mails tell of these changes.
 * How many people there are isn't known to the planner, and ten thousand times ten thousand rows are too many.
 */
create or replace function app.write_session_mails(notices uuid[], type text, statuses text[]) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  told integer;
  organization constant uuid := app.organization_id();
  changed constant uuid[] := array(
    select n.group_id from session_notices n where n.organization_id = organization and n.id = any (notices)
  );
begin
  -- participants before mails, the order of a participant's deletion
  perform from participants p
  where p.organization_id = organization and p.group_id = any (changed) and p.status = any (statuses)
  order by p.id for key share;
  -- one that is just being taken by the worker is not joined
  perform from mails m
  where m.organization_id = organization and m.email_type = type and m.state in ('queued', 'held') and m.variant = ''
    and m.to_address in (select a.address from app.session_audience(changed, type, statuses) a)
  order by m.id for update;
  with about as materialized (
    select n.id as notice_id, a.* from session_notices n
    join app.session_audience(changed, type, statuses) a on a.group_id = n.group_id
    where n.organization_id = organization and n.id = any (notices)
  ), letters as (
    select distinct on (address, language, kind) * from about
    order by address, language, kind, participant_id, group_id
  ), joined as (
    select distinct on (l.address, l.language, l.kind) m.id, l.address, l.language, l.kind
    from letters l
    join mails m on m.organization_id = organization and m.to_address = l.address and m.language = l.language
      and m.recipient_kind = l.kind and m.email_type = type and m.state in ('queued', 'held') and m.variant = ''
    order by l.address, l.language, l.kind, m.id
  ), again as (
    -- the last change can be taken back as long as the first could
    update mails set send_after = greatest(send_after, now() + app.mail_delay()), taken_until = null
    from joined where mails.organization_id = organization and mails.id = joined.id
    returning joined.*
  ), written as (
    insert into mails (
      organization_id, group_id, participant_id, account_id, email_type, recipient_kind, to_address, language, template_id,
      send_after
    )
    select organization, l.group_id, l.participant_id, l.account_id, type, l.kind, l.address, l.language, l.template_id,
      now() + app.mail_delay()
    from letters l
    where not exists (
      select from joined j where j.address = l.address and j.language = l.language and j.kind = l.kind
    )
    order by l.participant_id
    returning id, to_address as address, language, recipient_kind as kind
  ), mail as (
    select * from again union all select * from written
  ), linked as (
    insert into mail_notices (organization_id, mail_id, notice_id, participant_id)
    select organization, mail.id, about.notice_id, about.participant_id
    from about join mail using (address, language, kind)
    on conflict do nothing
    returning mail_id
  )
  select count(distinct mail_id) into told from linked;
  return told;
end
$$;

/* How many changes of dates a mail names, and for whom, in whichever groups. */
create or replace function app.notices_of_mail(mail uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(*) from mail_notices where organization_id = app.organization_id() and mail_id = mail;
end;

drop function if exists app.leave_siblings_out_of_dates(uuid);
