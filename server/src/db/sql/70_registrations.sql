-- Unconfirmed registrations: the only rows deleted together with their activity log.

/*
 * Deletes an unconfirmed registration with its organisation; returns whether it did. Keeps an organisation with further
 * rows, made by an ADMIN acting for it.
 */
create or replace function app.remove_registration(account uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization uuid;
begin
  perform from accounts a
    where a.id = account and a.confirmed_at is null and a.terms_version is not null and not a.platform_admin
    for update;
  if not found then
    return false;
  end if;
  select m.organization_id into organization from memberships m where m.account_id = account;
  -- locks the organisation's row first, as changes of its staff do
  perform from organizations o where o.id = organization for update;
  begin
    delete from activity_log l where l.organization_id = organization;
    delete from notification_templates t where t.organization_id = organization;
    delete from form_fields f where f.organization_id = organization;
    delete from memberships m where m.organization_id = organization and m.account_id = account;
    delete from organizations o where o.id = organization;
    delete from accounts a where a.id = account;
  exception when foreign_key_violation then
    return false;
  end;
  return true;
end
$$;

/* Removes registrations that were not confirmed for seven days; answers how many went. */
create or replace function app.remove_stale_registrations() returns integer
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select count(*) filter (where app.remove_registration(stale.id))::integer
  from (
    select a.id from accounts a
    where a.confirmed_at is null and a.terms_version is not null and a.created_at < now() - interval '7 days'
    order by a.created_at limit 500
  ) as stale;
end;
