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
