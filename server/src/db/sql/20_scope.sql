-- Who is asking: settings of the transaction, read by every policy.

create or replace function app.organization_id() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.organization_id', true), '')::uuid;

create or replace function app.all_groups() returns boolean
language sql stable parallel safe
return coalesce(current_setting('app.all_groups', true), '') = 'true';

create or replace function app.group_ids() returns uuid[]
language sql stable parallel safe
return coalesce(nullif(current_setting('app.group_ids', true), ''), '{}')::uuid[];

/*
 * Opens the scope of a signed-in account for this transaction and returns the account; all null for an unknown account and
 * for an ended sign-in, whose access tokens would be valid for some minutes more. Returns deactivated members although
 * their sign-ins are ended, so that the reply can name the reason. A platform ADMIN acts for the requested organisation;
 * all others are in their own, whatever was requested.
 */
drop function if exists app.enter(uuid, uuid);
create or replace function app.enter(
  account uuid, requested uuid, sign_in text default null,
  out account_id uuid, out email text, out name text, out language text, out role text, out allowed boolean,
  out password_change_required boolean, out organization_id uuid, out organization_active boolean,
  out all_groups boolean, out group_ids uuid[]
)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  select a.id, a.email, a.name, a.language,
    case when a.platform_admin then 'ADMIN' else m.role end,
    a.confirmed_at is not null and (a.platform_admin or coalesce(m.active and o.id is not null, false)),
    a.password_change_required, o.id, o.active,
    own.all_groups,
    case when own.all_groups then '{}' else array(
      select g.group_id from membership_groups g
      where g.organization_id = m.organization_id and g.account_id = a.id
      union
      select l.group_id from group_leaders l
      where l.organization_id = m.organization_id and l.account_id = a.id
    ) end
  into enter.account_id, enter.email, enter.name, enter.language, enter.role, enter.allowed,
    enter.password_change_required, enter.organization_id, enter.organization_active,
    enter.all_groups, enter.group_ids
  from accounts a
  left join memberships m on m.account_id = a.id and not a.platform_admin
  left join organizations o on o.id = case when a.platform_admin then requested else m.organization_id end
    -- not one whose removal is due
    and coalesce(o.delete_after > now(), true)
  cross join lateral (
    select a.platform_admin or m.role = 'ORGANIZATION_ADMIN' or coalesce(m.all_groups_allowed, false) as all_groups
  ) own
  where a.id = account and (sign_in is null or exists (
    select from oidc_payloads p where p.model = 'Grant' and p.id = sign_in and p.expires_at > now()
  ) or m.active = false);

  perform set_config('app.account_id', coalesce(enter.account_id::text, ''), true),
    set_config('app.organization_id', coalesce(enter.organization_id::text, ''), true),
    set_config('app.all_groups', coalesce(enter.all_groups, false)::text, true),
    set_config('app.group_ids', coalesce(enter.group_ids, '{}')::text, true);
end
$$;

/* Lets the group that is about to be created be seen by its creator for the rest of this transaction. */
create or replace function app.include_group(id uuid) returns text
language sql volatile
return set_config('app.group_ids', (app.group_ids() || id)::text, true);

/*
 * Opens the scope of an applicant, who holds a link to the page of an address: one organisation with all its groups, by
 * nobody of its staff. What of it belongs to the address is asked by each statement.
 */
create or replace function app.enter_applicant(requested uuid, address text) returns void
language sql volatile
begin atomic
  select set_config('app.organization_id', requested::text, true), set_config('app.all_groups', 'true', true),
    set_config('app.applicant', address, true);
end;

/* Opens the scope of work in the background: one organisation with all its groups, by nobody of its staff. */
create or replace function app.enter_organization(requested uuid) returns void
language sql volatile
begin atomic
  select set_config('app.organization_id', requested::text, true), set_config('app.all_groups', 'true', true);
end;

/* Opens the scope of a visitor: one organisation, nothing personal. */
create or replace function app.enter_public(requested uuid) returns text
language sql volatile
return set_config('app.organization_id', coalesce(requested::text, ''), true);
