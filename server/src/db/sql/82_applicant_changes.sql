-- What applicants change on their pages, told to staff and to themselves.

/* Writes down that a participant won't come on a day, or will after all; days that go with their participant or group leave nothing. */
create or replace function app.record_absences() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id, changes)
  select said.organization_id, said.participant_id, 'changed', its.by, its.account_id, its.actor, its.bulk_job_id,
    case tg_op when 'INSERT' then app.field_change('absence', null, to_jsonb(said.date))
      else app.field_change('absence', to_jsonb(said.date), null) end
  from its_rows said cross join app.acting() as its
  where its.by = 'applicant';
  return null;
end
$$;
select app.put_trigger($$record_added after insert on session_absences
  referencing new table as its_rows for each statement execute function app.record_absences()$$);
select app.put_trigger($$record_deleted after delete on session_absences
  referencing old table as its_rows for each statement execute function app.record_absences()$$);

/* Whether a field is one that mails about changes tell of. Withdrawals and answers to offers have mails of their own. */
create or replace function app.is_told_change(field text) returns boolean
language sql immutable parallel safe
return field in ('phone', 'notes', 'language', 'email', 'answer', 'absence');

/* Locks the mail that tells the staff of a group of changes and has not left; null where none waits, or another has it. */
create or replace function app.waiting_changes(organization uuid, its_group uuid) returns uuid
language sql volatile
begin atomic
  select m.id from mails m
  where m.organization_id = organization and m.group_id = its_group and m.email_type = 'application_changed'
    and m.recipient_kind = 'staff' and m.to_address is null and m.state in ('queued', 'held')
  order by m.created_at limit 1 for update skip locked;
end;

/* Counts what this transaction changes among what a mail tells: who waited for a lock may have begun before the mail. */
create or replace function app.begin_changes(organization uuid, mail uuid) returns void
language sql volatile
begin atomic
  update mails set created_at = now() where organization_id = organization and id = mail and created_at > now();
end;

/*
 * Who moves takes along what staff are still to be told: the group's mail stays with the others whom it names, and the staff of the
 * new group are told in the one that waits for them, or in one of their own.
 */
create or replace function app.follow_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waiting record;
  own uuid;
begin
  for waiting in
    select m.id, m.language, m.created_at, m.send_after, exists (
      select from mail_people o
      where o.organization_id = m.organization_id and o.mail_id = m.id and o.participant_id <> new.id
    ) as names_others
    from mails m
    join mail_people n on n.organization_id = m.organization_id and n.mail_id = m.id and n.participant_id = new.id
    where m.organization_id = new.organization_id and m.group_id = old.group_id and m.email_type = 'application_changed'
      and m.recipient_kind = 'staff' and m.to_address is null and m.state in ('queued', 'held')
    for update of m
  loop
    own := app.waiting_changes(new.organization_id, new.group_id);
    if own is null then
      -- a mail that names nobody else follows by itself
      continue when not waiting.names_others;
      insert into mails (
        organization_id, group_id, participant_id, email_type, variant, recipient_kind, language, created_at, send_after
      ) values (
        new.organization_id, new.group_id, new.id, 'application_changed', 'staff', 'staff', waiting.language,
        waiting.created_at, waiting.send_after
      ) returning id into own;
    else
      update mails m set created_at = least(m.created_at, waiting.created_at)
      where m.organization_id = new.organization_id and m.id = own;
      delete from mail_people n
      where n.organization_id = new.organization_id and n.mail_id = own and n.participant_id = new.id;
    end if;
    update mail_people set mail_id = own
    where organization_id = new.organization_id and mail_id = waiting.id and participant_id = new.id;
    if waiting.names_others then
      update mails m set participant_id = (
        select n.participant_id from mail_people n
        where n.organization_id = m.organization_id and n.mail_id = m.id order by n.participant_id limit 1
      ) where m.organization_id = new.organization_id and m.id = waiting.id and m.participant_id = new.id;
    else
      update mails m set state = 'cancelled', state_reason = 'outdated'
      where m.organization_id = new.organization_id and m.id = waiting.id;
    end if;
  end loop;
  return null;
end
$$;
-- by its name before follow_group, which takes along all that is left to who moves
select app.put_trigger($$follow_changes after update of group_id on participants
  for each row when (old.group_id is distinct from new.group_id) execute function app.follow_changes()$$);

/*
 * Has what an applicant has just changed told, in this transaction and scope: to the staff of each group, and to the applicant's
 * address, each in one mail for all that is changed within ten minutes. Withdrawals and answers to offers are told at once by
 * mails of their own, and a new address to applicants too; a choice about news is told to them alone. Applicants are told nothing
 * more of what they have withdrawn.
 *
 * The caller holds the locks of the groups, so no two mails to the staff of one are begun at once.
 */
create or replace function app.tell_applicant_changes(its_address text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := app.organization_id();
  of_group record;
  told uuid[];
  mail uuid;
begin
  for of_group in
    select p.group_id, array_agg(p.id order by p.id) as people
    from participants p
    left join group_email_settings s on s.organization_id = p.organization_id and s.group_id = p.group_id
      and s.email_type = 'application_received_notification'
    where p.organization_id = organization and lower(p.email) = its_address and coalesce(s.enabled, true)
      and exists (
        select from participant_changes c
        cross join lateral jsonb_array_elements(c.changes) as change
        where c.organization_id = organization and c.participant_id = p.id and c.created_at = now() and c.by = 'applicant'
          and app.is_told_change(change ->> 'field')
      )
    group by p.group_id order by p.group_id
  loop
    mail := app.waiting_changes(organization, of_group.group_id);
    if mail is null then
      insert into mails (organization_id, group_id, participant_id, email_type, variant, recipient_kind, language, send_after)
      select organization, p.group_id, p.id, 'application_changed', 'staff', 'staff', p.language, now() + interval '10 minutes'
      from participants p where p.organization_id = organization and p.id = of_group.people[1]
      returning id into mail;
    else
      perform app.begin_changes(organization, mail);
    end if;
    insert into mail_people (organization_id, mail_id, participant_id)
    select organization, mail, unnest(of_group.people) on conflict do nothing;
  end loop;

  select array_agg(p.id order by p.id) into told
  from participants p
  where p.organization_id = organization and lower(p.email) = its_address and p.withdrawn_at is null
    and (p.id = (
      select l.id from participants l
      where l.organization_id = organization and lower(l.email) = its_address and l.withdrawn_at is null and exists (
        select from mail_choices n
        where n.organization_id = organization and n.kind = 'news' and n.address = its_address and n.created_at = now()
      )
      order by l.application_date desc, l.id desc limit 1
    ) or exists (
      select from participant_changes c
      cross join lateral jsonb_array_elements(c.changes) as change
      where c.organization_id = organization and c.participant_id = p.id and c.created_at = now() and c.by = 'applicant'
        and app.is_told_change(change ->> 'field') and change ->> 'field' <> 'email'
    ));
  if told is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('applicant changes ' || organization || ' ' || its_address, 0));
  select m.id into mail from mails m
  where m.organization_id = organization and m.to_address = its_address and m.email_type = 'application_changed'
    and m.variant = '' and m.state in ('queued', 'held')
  order by m.created_at limit 1 for update skip locked;
  if mail is null then
    insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, send_after)
    select organization, p.group_id, p.id, 'application_changed', 'applicant', its_address, p.language, now() + interval '10 minutes'
    from participants p where p.organization_id = organization and p.id = told[1]
    returning id into mail;
  else
    perform app.begin_changes(organization, mail);
  end if;
  insert into mail_people (organization_id, mail_id, participant_id)
  select organization, mail, unnest(told) on conflict do nothing;
end
$$;
