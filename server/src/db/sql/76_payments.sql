-- Payments past their day.

/*
 * Marks pending payments whose day is before today as expired, those of so many participants at a time, and answers how many
 * it marked: none when all are done. It may run at any time and any number of times. Participants are locked before their
 * payments, as everywhere; those who are just being moved or deleted wait for the next time.
 */
create or replace function app.expire_payments(organization uuid, today date, most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  marked integer;
begin
  with owing as (
    select p.id from participants p
    where p.organization_id = organization and p.id in (
      select late.participant_id from payments late
      where late.organization_id = organization and late.status = 'pending' and late.expiration_date < today
      limit most
    )
    order by p.id for key share skip locked
  ), late as (
    -- in the order in which confirmations of transfers lock them
    select y.id from payments y
    where y.organization_id = organization and y.participant_id in (select id from owing)
      and y.status = 'pending' and y.expiration_date < today
    order by y.id for update
  )
  update payments set status = 'expired', status_reason = ''
  where organization_id = organization and id in (select id from late);
  get diagnostics marked = row_count;
  return marked;
end
$$;
