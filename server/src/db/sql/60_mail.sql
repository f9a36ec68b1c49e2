-- The outbox: inserting a queued mail, in any role and transaction, sends it once that transaction is committed.

/*
 * Makes a job, as pg-boss itself would: the queue's options are copied into the row, and workers are woken when it may be
 * taken at once. Jobs carry ids only; with them goes the request that caused them, as the transaction says.
 */
create or replace function app.add_job(queue text, its_data jsonb, earliest timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  its_cause text := current_setting('app.cause', true);
begin
  insert into pgboss.job (
    name, data, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, deletion_seconds, policy, dead_letter, heartbeat_seconds
  )
  select q.name, its_data || case when its_cause <> '' then jsonb_build_object('cause', its_cause) else '{}' end, earliest, earliest + make_interval(secs => q.retention_seconds),
    q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.expire_seconds, q.deletion_seconds, q.policy, q.dead_letter, q.heartbeat_seconds
  from pgboss.queue q where q.name = queue;
  if not found then
    raise exception 'The queue "%" is missing: run the migrations.', queue;
  end if;
  if earliest <= now() then
    perform pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), queue);
  end if;
end
$$;

/* Makes the job of a mail about an account; workers look for the others in `mails` itself. */
create or replace function app.enqueue_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_job('mail', jsonb_build_object('organization_id', null, 'id', new.id), new.send_after);
  return null;
end
$$;

select app.put_trigger($$enqueue after insert on account_mails
  for each row when (new.state = 'queued') execute function app.enqueue_mail()$$);
-- a failed try is repeated by its own job; only a mail at rest needs a new one
select app.put_trigger($$enqueue_again after update of state on account_mails
  for each row when (new.state = 'queued' and old.state = 'held')
  execute function app.enqueue_mail()$$);
select app.drop_trigger('enqueue', 'mails');
select app.drop_trigger('enqueue_again', 'mails');

/* Mail that waited for its organisation leaves when that is active again. */
create or replace function app.release_mails() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update mails set state = 'queued', state_reason = ''
  where organization_id = new.id and state = 'held' and state_reason = 'organization_inactive';
  return null;
end
$$;
select app.put_trigger($$release_mails after update of active on organizations
  for each row when (new.active and not old.active) execute function app.release_mails()$$);

/* Forgets the words of a test at its end: they may tell of a participant, and nobody can read them anywhere. */
create or replace function app.forget_test() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mail_texts where organization_id = new.organization_id and mail_id = new.id;
  return null;
end
$$;
select app.put_trigger($$forget_test after update of state on mails
  for each row when (new.variant = 'test' and new.state in ('sent', 'failed', 'cancelled'))
  execute function app.forget_test()$$);

/*
 * Locks the participant of a mail to staff that has no recipients yet. The recipients' rows refer to the participant, so it
 * is locked before the mail, the order of a participant's deletion.
 */
create or replace function app.hold_participant(organization uuid, mail uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select from participants p
  where p.organization_id = organization and p.id = (
    select m.participant_id from mails m
    where m.organization_id = organization and m.id = mail and m.to_address is null
  )
  for key share;
end;
grant execute on function app.hold_participant(uuid, uuid) to app_system;

/*
 * Enqueues an application's mails; called in its transaction, in the scope of its organisation. `cause` is one of:
 *   'application'  a visitor applied: a confirmation for them, a notice for the staff
 *   'duplicate'    the same person again: "we already have your application", unless a confirmation is minutes old
 *   'added'        staff entered it: a confirmation only
 */
create or replace function app.enqueue_application_mails(participant uuid, cause text) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  if cause not in ('application', 'duplicate', 'added') then
    raise exception 'An application has no cause "%".', cause;
  end if;
  insert into mails (
    organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, status_at, template_id
  )
  select p.organization_id, p.group_id, p.id, kind.email_type,
    case when cause = 'duplicate' then 'duplicate' else '' end,
    kind.recipient_kind, case kind.recipient_kind when 'applicant' then lower(p.email) end,
    p.language, p.status, s.template_id
  from participants p
  cross join (
    values ('application_confirmation', 'applicant'), ('application_received_notification', 'staff')
  ) as kind (email_type, recipient_kind)
  left join group_email_settings s
    on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = kind.email_type
  where p.organization_id = app.organization_id() and p.id = participant
    and coalesce(s.enabled, true)
    and case kind.recipient_kind
      when 'staff' then cause = 'application'
      else p.email is not null and not (cause = 'duplicate' and exists (
        select from mails m
        where m.organization_id = p.organization_id and m.participant_id = p.id
          and m.email_type = 'application_confirmation' and m.created_at > now() - interval '10 minutes'
      ))
    end;
end
$$;

grant execute on function app.enqueue_application_mails(uuid, text) to app_api;
