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
    and p.status = m.status_at;
end;

grant execute on function app.requeue_bulk_mails(uuid, uuid[]) to app_api, app_system;
