-- Labels of public addresses: proposed where none is given, and remembered for a year after they were replaced.

/*
 * Gives an organisation without a label a free one, and refuses a label that another had within the year: its printed
 * addresses still lead there.
 */
create or replace function app.label_organization() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('organizations.label', 0));
  if new.label = '' then
    new.label := app.free_label(new.id, new.name);
  elsif exists (
    select from former_organization_labels f
    where f.label = new.label and f.organization_id <> new.id and f.replaced_at > now() - interval '1 year'
  ) then
    raise unique_violation using constraint = 'organizations_label_key', table = 'organizations',
      message = 'The label belonged to another organisation within the year.';
  end if;
  return new;
end
$$;
select app.put_trigger($$label_organization before insert or update of label on organizations
  for each row execute function app.label_organization()$$);

/* Remembers the label that an organisation gives up, and forgets the one that it takes. */
create or replace function app.remember_organization_label() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from former_organization_labels where label = new.label;
  insert into former_organization_labels (label, organization_id) values (old.label, new.id)
  on conflict (label) do update set organization_id = excluded.organization_id, replaced_at = now();
  return null;
end
$$;
select app.put_trigger($$remember_label after update of label on organizations
  for each row when (old.label <> new.label) execute function app.remember_organization_label()$$);

/*
 * The same for a group, whose former label another group of its organisation may take at once. The former address leads on until
 * that group is published, and again when it is no more.
 */
create or replace function app.remember_group_label() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from former_group_labels f
  where f.organization_id = new.organization_id and f.label = new.label and f.group_id = new.id;
  if tg_op = 'UPDATE' then
    insert into former_group_labels (organization_id, label, group_id) values (new.organization_id, old.label, new.id)
    on conflict (organization_id, label) do update set group_id = excluded.group_id, replaced_at = now();
  end if;
  return null;
end
$$;
select app.put_trigger($$forget_label after insert on groups
  for each row execute function app.remember_group_label()$$);
select app.put_trigger($$remember_label after update of label on groups
  for each row when (old.label <> new.label) execute function app.remember_group_label()$$);

/*
 * Opens the scope of a visitor by the labels of an address; returns the ids, null if not found, and the present labels,
 * which differ for a former address.
 */
create or replace function app.enter_public_at(
  organization_label text, group_label text,
  out organization_id uuid, out organization text, out group_id uuid, out "group" text
)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select o.id, o.label into enter_public_at.organization_id, enter_public_at.organization
  from organizations o where o.label = organization_label and o.delete_after is null;
  if not found then
    select o.id, o.label into enter_public_at.organization_id, enter_public_at.organization
    from former_organization_labels f join organizations o on o.id = f.organization_id and o.delete_after is null
    where f.label = organization_label and f.replaced_at > now() - interval '1 year';
  end if;
  select g.id, g.label into enter_public_at.group_id, enter_public_at."group"
  from groups g where g.organization_id = enter_public_at.organization_id and g.label = group_label and g.active;
  if not found then
    select g.id, g.label into enter_public_at.group_id, enter_public_at."group"
    from former_group_labels f
    join groups g on g.organization_id = f.organization_id and g.id = f.group_id and g.active
    where f.organization_id = enter_public_at.organization_id and f.label = group_label
      and f.replaced_at > now() - interval '1 year';
  end if;
  perform set_config('app.organization_id', coalesce(enter_public_at.organization_id::text, ''), true);
end
$$;
