-- Organisations whose time to be restored is over: everything of them goes, batch by batch.

/*
 * The tables of an organisation, those that refer to others first, read from the catalogue: a new table is removed from
 * without being mentioned here. `whole`: its rows refer to each other, so they go at once.
 */
create or replace function app.tenant_tables() returns table (name regclass, whole boolean)
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  with recursive tenants as (
    select c.oid from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  ), reference as (
    select distinct k.conrelid as child, k.confrelid as parent from pg_constraint k
    where k.contype = 'f' and k.conrelid in (select oid from tenants) and k.confrelid in (select oid from tenants)
  ), depth (oid, level) as (
    select oid, 0 from tenants
    union
    select r.child, d.level + 1 from depth d join reference r on r.parent = d.oid and r.child <> r.parent
    where d.level < 50
  )
  select d.oid::regclass, exists (select from reference r where r.child = d.oid and r.parent = d.oid)
  from depth d group by d.oid order by max(d.level) desc, d.oid;
end;

/*
 * Removes members of an organisation, and the accounts of those who belong nowhere else, with all that identity knows
 * about them; answers how many went.
 */
create or replace function app.remove_members(organization uuid, most integer) returns integer
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  members uuid[];
  erased uuid[];
begin
  select array_agg(m.account_id) into members
  from (select account_id from memberships where organization_id = organization limit most) as m;
  select coalesce(array_agg(a.id), '{}') into erased
  from accounts a
  where a.id = any (members) and not a.platform_admin
    and not exists (select from memberships m where m.account_id = a.id and m.organization_id <> organization);
  delete from memberships where organization_id = organization and account_id = any (members);
  delete from oidc_payloads where payload ->> 'accountId' = any (erased::text[]);
  delete from account_mails where to_address in (select email from accounts where id = any (erased));
  delete from accounts where id = any (erased);
  return coalesce(cardinality(members), 0);
end
$$;

/*
 * Removes up to so many rows of an organisation whose time is over, and the organisation itself when there are none
 * left; answers whether there is more to do. Each call is whole, so that work that was cut off goes on with the next.
 */
create or replace function app.remove_organization_rows(organization uuid, most integer) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  tenant record;
  removed integer;
  address text;
begin
  -- one worker at a time, and never one that is to stay
  select o.owner_email into address from organizations o
  where o.id = organization and not o.active and o.delete_after <= now() for update;
  if not found then
    return false;
  end if;
  for tenant in select * from app.tenant_tables() loop
    if tenant.name = 'memberships'::regclass then
      removed := app.remove_members(organization, most);
    else
      execute format(
        'delete from %1$s where ctid = any (array(select ctid from %1$s where organization_id = $1 limit $2))', tenant.name
      ) using organization, case when tenant.whole then null else most end;
      get diagnostics removed = row_count;
    end if;
    if removed > 0 then
      return true;
    end if;
  end loop;
  delete from account_mails
  where data ->> 'organization_id' = organization::text
    or to_address = address and not exists (select from accounts a where a.email = address);
  delete from organizations where id = organization;
  update organization_deletions set removed_at = now() where id = organization;
  return false;
end
$$;
