-- Bulk work: the part of it that its roles may not do by themselves.

-- each row is updated once, when it gets its result
alter table bulk_job_rows set (fillfactor = 60);

/* Lets a worker go on with bulk work of the caller's organisation, once this transaction is committed. */
create or replace function app.enqueue_bulk_job(job uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select app.add_job(
    case b.kind when 'export' then 'bulk_export' else 'bulk' end,
    jsonb_build_object('organization_id', b.organization_id, 'id', b.id), now())
  from bulk_jobs b where b.organization_id = app.organization_id() and b.id = job;
end;

grant execute on function app.enqueue_bulk_job(uuid) to app_api;

/*
 * Sends the mails that an undo has stopped after all, to those of the given people (null for all) whom it has not reverted
 * and who still are what their mail says. Who undoes may have lost sight of them meanwhile, therefore past the policies.
 */
create or replace function app.requeue_bulk_mails(job uuid, people uuid[]) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update mails m set state = 'queued', state_reason = '', send_after = now()
  from bulk_job_rows r
  join participants p on p.organization_id = r.organization_id and p.id = r.participant_id
  where m.organization_id = app.organization_id() and m.bulk_job_id = job
    and m.state = 'cancelled' and m.state_reason = 'undone'
    and r.organization_id = m.organization_id and r.job_id = job and r.participant_id = m.participant_id
    and r.state = 'done' and r.reason is null and (people is null or r.participant_id = any (people))
    -- a mail about a move says what they are by now
    and (p.status = m.status_at or m.variant = 'transferred');
end;

grant execute on function app.requeue_bulk_mails(uuid, uuid[]) to app_api, app_system;

/*
 * Whom of an import's people an undo must leave: `told` are those whom a mail has reached or named, or to whose address the
 * link to their page has gone; of the others, rows that refer to them were changed since, by themselves too. Asks every
 * table that refers to participants: rows of a new one count until something else is said here. Changes of the application
 * itself are told by its version.
 */
create or replace function app.worked_on(job uuid, people uuid[]) returns table (id uuid, told boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  has_left constant text := $left$ in ('sending', 'sent', 'failed')$left$;
  asked text;
begin
  select string_agg(format(
    'select t.%2$I, %3$s from %1$s t where t.organization_id = $1 and t.%2$I = any ($3) and %4$s',
    r.child, r.its_column, (r.child = 'mails'::regclass or its.of_mail)::text,
    case
      when r.child = 'mails'::regclass then 't.state' || has_left
      when its.of_mail then 'exists (select from mails m
        where m.organization_id = t.organization_id and m.id = t.mail_id and m.state' || has_left || ')'
      -- what staff change has a version, or rows of its own
      when r.child = 'participant_changes'::regclass then 't.by = ''applicant'''
      -- those that came with the sheet
      when r.child = 'participant_notes'::regclass then '(t.bulk_job_id is distinct from $2 or t.edited_at is not null)'
      -- the group's plan makes them; payments by it count
      when r.child = 'fee_enrolments'::regclass then 'false'
      else 'true'
    end
  ), ' union all ') into asked
  from app.participant_references() r
  cross join lateral (select exists (
    select from pg_attribute a where a.attrelid = r.child and a.attname = 'mail_id' and not a.attisdropped
  ) as of_mail) as its;
  return query execute 'select found.id, bool_or(found.told) from (' || asked || '
    union all
    -- names one application of the address and opens the page of all
    select p.id, true from participants p
    join mails m on m.organization_id = p.organization_id and m.to_address = lower(p.email)
      and m.email_type = ''application_link'' and m.created_at >= p.created_at and m.state' || has_left || '
    where p.organization_id = $1 and p.id = any ($3)
  ) as found (id, told) group by found.id' using app.organization_id(), job, people;
end
$$;

grant execute on function app.worked_on(uuid, uuid[]) to app_api;
