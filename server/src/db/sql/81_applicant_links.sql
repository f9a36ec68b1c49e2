-- The pages of applicants.

/*
 * Whether an address, in lower case, has a page: for each application until 90 days after its group has ended; where that has no
 * end, as long as the application lives, and for 90 days from the decision that ended it.
 */
create or replace function app.has_applicant_page(organization uuid, address text) returns boolean
language sql stable
begin atomic
  select exists (
    select from participants p
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    join organizations o on o.id = p.organization_id
    where p.organization_id = organization and lower(p.email) = address and p.email is not null
      and case
        when g.end_date is not null then (now() at time zone o.time_zone)::date <= g.end_date + 90
        else p.status in ('pending', 'approved', 'waitlisted')
          or now() <= coalesce(p.withdrawn_at, p.decided_at, p.updated_at) + interval '90 days'
      end
  );
end;

/*
 * The applications of an address, in lower case. Past the policies: under them an index of an expression is of no use, and every
 * act on a page would read all participants.
 */
create or replace function app.applications_of(address text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.id from participants p
  where p.organization_id = app.organization_id() and lower(p.email) = address and p.email is not null;
end;
grant execute on function app.applications_of(text) to app_api;

/*
 * Writes a mail with the link of an address, in lower case, for an organisation, or for each of at most five where it has a page;
 * the latest application names group and language. One that has had three within the hour has enough. Answers how many.
 */
create or replace function app.write_applicant_links(its_address text, of_organization uuid default null) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  written integer;
begin
  insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language)
  select o.id, latest.group_id, latest.id, 'application_link', 'applicant', its_address, latest.language
  from organizations o
  cross join lateral (
    select p.id, p.group_id, p.language, p.application_date from participants p
    where p.organization_id = o.id and lower(p.email) = its_address and p.email is not null
    order by p.application_date desc, p.id desc limit 1
  ) as latest
  where o.active and o.delete_after is null and coalesce(o.id = of_organization, true)
    and app.has_applicant_page(o.id, its_address)
    and 3 > (
      select count(*) from mails m
      where m.organization_id = o.id and m.participant_id = latest.id and m.email_type = 'application_link'
        and m.to_address = its_address and m.created_at > now() - interval '1 hour'
    )
  order by latest.application_date desc limit 5;
  get diagnostics written = row_count;
  return written;
end
$$;

/* The same for staff, of their organisation alone. */
create or replace function app.send_applicant_link(its_address text) returns integer
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select app.write_applicant_links(its_address, app.organization_id()) where app.organization_id() is not null;
end;

/* Has the worker write the links of an address, which is sealed. */
create or replace function app.request_applicant_link(sealed text) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select app.add_job('applicant_link', jsonb_build_object('sealed', sealed), now());
end;
