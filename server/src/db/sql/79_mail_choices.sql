-- Choices about mails: rows of `mail_choices` are only ever added, the latest of an address counts.

/*
 * Of some addresses, in lower case, those that want no news of an organisation, and since when. A set at once: an audience of
 * thousands is one call.
 */
create or replace function app.declined_news(organization uuid, addresses text[])
returns table (address text, since timestamptz)
language sql stable
begin atomic
  select asked.address, latest.created_at
  from (select distinct unnest(addresses)) as asked (address)
  cross join lateral (
    select c.wanted, c.created_at from mail_choices c
    where c.organization_id = organization and c.kind = 'news' and c.address = asked.address
    order by c.id desc limit 1
  ) as latest
  where not latest.wanted;
end;
