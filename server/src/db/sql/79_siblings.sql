-- Mails that siblings with one address share, when that is no longer the address of all.

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
  -- who stops the message now doesn't see what is written here
  perform from messages m where m.organization_id = organization and m.id = its.of_message for key share nowait;
  named := array(
    select p.id from participants p
    where p.organization_id = organization and p.id in (
      select n.participant_id from mail_people n where n.organization_id = organization and n.mail_id = mail
      union all
      select l.participant_id from mail_notices l where l.organization_id = organization and l.mail_id = mail
      union all
      select y.participant_id from mail_payments l
      join payments y on y.organization_id = l.organization_id and y.id = l.payment_id
      where l.organization_id = organization and l.mail_id = mail
    )
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
        organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, template_id,
        bulk_job_id, of_message, message_key, requested_by
      )
      values (
        organization, letter.group_id, letter.lead_id, its.email_type, its.recipient_kind, letter.address, its.language,
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
    join participants p on p.organization_id = m.organization_id and p.id in (
      select n.participant_id from mail_people n where n.organization_id = organization and n.mail_id = mail
      union all
      select l.participant_id from mail_notices l where l.organization_id = organization and l.mail_id = mail
      union all
      select y.participant_id from mail_payments l
      join payments y on y.organization_id = l.organization_id and y.id = l.payment_id
      where l.organization_id = organization and l.mail_id = mail
    )
    where m.organization_id = organization and m.id = mail and (m.state <> 'sent' or lower(p.email) = r.to_address)
  );
begin
  insert into mail_people (organization_id, mail_id, participant_id)
  select n.organization_id, repeat, n.participant_id from mail_people n
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

