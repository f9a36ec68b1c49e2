-- Bulk work: the part of it that its roles may not do by themselves.

-- each row is updated once, when it gets its result
alter table bulk_job_rows set (fillfactor = 60);

/* Lets a worker go on with bulk work of the caller's organisation, once this transaction is committed. */
create or replace function app.enqueue_bulk_job(job uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select app.add_job('bulk', jsonb_build_object('organization_id', b.organization_id, 'id', b.id), now())
  from bulk_jobs b where b.organization_id = app.organization_id() and b.id = job;
end;

grant execute on function app.enqueue_bulk_job(uuid) to app_api;
