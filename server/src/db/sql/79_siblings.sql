-- Mails that siblings with one address share: when that is no longer the address of all, and when one is deleted.

/* Whom a mail names, in whichever groups: of a message, about dates or payments. */
create or replace function app.named_in_mail(organization uuid, mail uuid) returns setof uuid
language sql stable
begin atomic
  select n.participant_id from mail_people n where n.organization_id = organization and n.mail_id = mail
  union all
  select l.participant_id from mail_notices l where l.organization_id = organization and l.mail_id = mail
  union all
  select y.participant_id from mail_payments l
  join payments y on y.organization_id = l.organization_id and y.id = l.payment_id
  where l.organization_id = organization and l.mail_id = mail;
end;

/*
 * Leaves mails of a deleted participant to others whom they name too; the next by name leads, of the mail's group where there is
 * one. Words that were sent go when
 * they name who is deleted, also where another one leads.
 */
create or replace function app.leave_mails_to_siblings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with others as (
    select distinct on (m.id) m.id, a.id as participant_id, a.group_id
    from mails m
    cross join lateral app.named_in_mail(m.organization_id, m.id) as named
    join participants a on a.organization_id = m.organization_id and a.id = named
    where m.organization_id = old.organization_id and m.participant_id = old.id and a.id <> old.id
    order by m.id, a.group_id <> m.group_id, app.fold(a.name), a.id
  ), words as (
    delete from mail_texts t using (
      select n.mail_id from mail_people n where n.organization_id = old.organization_id and n.participant_id = old.id
      union all
      select l.mail_id from mail_notices l where l.organization_id = old.organization_id and l.participant_id = old.id
      union all
      -- payments may have gone before who owed them
      select id from others
    ) as naming
    where t.organization_id = old.organization_id and t.mail_id = naming.mail_id
  )
  update mails set participant_id = others.participant_id, group_id = others.group_id
  from others where mails.organization_id = old.organization_id and mails.id = others.id;
  return old;
end
$$;
select app.put_trigger($$leave_mails before delete on participants
  for each row execute function app.leave_mails_to_siblings()$$);
-- what did the same for messages and dates alone
select app.drop_trigger('leave_messages', 'participants');
select app.drop_trigger('leave_dates', 'participants');
drop function if exists app.leave_messages_to_siblings(), app.leave_dates_to_siblings();

/*
 * Gives people whom a mail names, and who have another address by now, a mail there of their own; who has none any more is
 * taken out. The caller has locked the mail, which others lock after its people and its message, so nothing is waited for
 * here: what is locked by another makes the call fail, and the mail is tried again.
 */
create or replace function app.part_siblings(organization uuid, mail uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  its mails;
  named uuid[];
  letter record;
  own uuid;
begin
  select m.* into strict its from mails m where m.organization_id = organization and m.id = mail;
  -- stopping the message now doesn't see these rows
  perform from messages m where m.organization_id = organization and m.id = its.of_message for share nowait;
  named := array(
    select p.id from participants p
    where p.organization_id = organization and p.id in (select * from app.named_in_mail(organization, mail))
    order by p.id for key share nowait
  );
  for letter in
    select lower(p.email) as address, array_agg(p.id) as members,
      (array_agg(p.id order by app.fold(p.name), p.id))[1] as lead_id,
      (array_agg(p.group_id order by app.fold(p.name), p.id))[1] as group_id
    from participants p
    where p.organization_id = organization and p.id = any (named) and lower(p.email) is distinct from its.to_address
    group by lower(p.email) order by lower(p.email)
  loop
    if letter.address is not null then
      insert into mails (
        organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, template_id,
        bulk_job_id, of_message, message_key, requested_by
      )
      values (
        organization, letter.group_id, letter.lead_id, its.email_type, its.variant, its.recipient_kind, letter.address, its.language,
        its.template_id, its.bulk_job_id, its.of_message,
        case when its.of_message is not null then letter.address || ' ' || letter.lead_id end, its.requested_by
      )
      on conflict (organization_id, of_message, message_key) where message_key is not null do nothing
      returning id into own;
      update mail_people n set mail_id = own
      where own is not null and n.organization_id = organization and n.mail_id = mail and n.participant_id = any (letter.members);
      update mail_notices l set mail_id = own
      where own is not null and l.organization_id = organization and l.mail_id = mail and l.participant_id = any (letter.members);
      update mail_payments l set mail_id = own from payments y
      where own is not null and l.organization_id = organization and l.mail_id = mail
        and y.organization_id = l.organization_id and y.id = l.payment_id and y.participant_id = any (letter.members);
    end if;
    -- they have no address, or have had this there already
    delete from mail_people n
    where n.organization_id = organization and n.mail_id = mail and n.participant_id = any (letter.members);
    delete from mail_notices l
    where l.organization_id = organization and l.mail_id = mail and l.participant_id = any (letter.members);
    delete from mail_payments l using payments y
    where l.organization_id = organization and l.mail_id = mail
      and y.organization_id = l.organization_id and y.id = l.payment_id and y.participant_id = any (letter.members);
  end loop;
  -- the first of those who are left leads
  update mails set participant_id = p.id, group_id = p.group_id
  from participants p
  where mails.organization_id = organization and mails.id = mail and p.organization_id = organization and p.id = (
    select a.id from participants a
    where a.organization_id = organization and a.id = any (named) and lower(a.email) = its.to_address
      and not exists (
        select from participants lead
        where lead.organization_id = organization and lead.id = its.participant_id and lower(lead.email) = its.to_address
      )
    order by app.fold(a.name), a.id limit 1
  );
end
$$;

/*
 * Names in the repeat of a mail whom that named, in whichever groups: each who has the repeat's address, and where the mail
 * has not arrived also the others. These are told apart when the repeat leaves.
 */
create or replace function app.repeat_people(mail uuid, repeat uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := app.organization_id();
  again uuid[] := array(
    select p.id from mails m
    join mails r on r.organization_id = m.organization_id and r.id = repeat
    join participants p on p.organization_id = m.organization_id
      and p.id in (select * from app.named_in_mail(organization, mail))
    where m.organization_id = organization and m.id = mail and (m.state <> 'sent' or lower(p.email) = r.to_address)
  );
begin
  insert into mail_people (organization_id, mail_id, participant_id, offered_at, offer_until)
  select n.organization_id, repeat, n.participant_id, n.offered_at, n.offer_until from mail_people n
  where n.organization_id = organization and n.mail_id = mail and n.participant_id = any (again);
  insert into mail_notices (organization_id, mail_id, notice_id, participant_id)
  select l.organization_id, repeat, l.notice_id, l.participant_id from mail_notices l
  where l.organization_id = organization and l.mail_id = mail and l.participant_id = any (again);
  insert into mail_payments (organization_id, mail_id, payment_id)
  select l.organization_id, repeat, l.payment_id from mail_payments l
  join payments y on y.organization_id = l.organization_id and y.id = l.payment_id
  where l.organization_id = organization and l.mail_id = mail and y.participant_id = any (again);
end
$$;

-- what told payments apart before all mails were
drop function if exists app.leave_siblings_out(uuid);

