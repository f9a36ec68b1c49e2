-- Backups that an operator asks for.

/* Asks for a backup as every night; one that is asked for or being made already is enough. */
create or replace function app.ask_backup() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_job('backup', '{}', now());
exception when unique_violation then
  -- the queue takes one at a time
  null;
end
$$;

grant execute on function app.ask_backup() to app_system;
