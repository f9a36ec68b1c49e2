-- What changes of payments and transfers add to the sums of an organisation: triggers write it, so that no way of changing
-- one can forget it. The sums of any day are those of all events up to it.

/* What a payment adds to the expected and the received amount. */
create or replace function app.open_part(status text, amount numeric) returns numeric
language sql immutable
return case when status in ('pending', 'expired', 'failed') then amount else 0 end;

create or replace function app.received_part(status text, amount numeric) returns numeric
language sql immutable
return case when status = 'completed' then amount else 0 end;

/* What a transfer adds to the money that waits for a payment. */
create or replace function app.credit_part(aside text, amount numeric, paid numeric) returns numeric
language sql immutable
return case when aside is null then amount - paid else 0 end;

/* What happened to a payment whose sums have changed. */
create or replace function app.payment_event(was_status text, was_amount numeric, status text, amount numeric) returns text
language sql immutable
return case
  when status = 'refunded' then 'refunded'
  when status = 'completed' then case when amount < was_amount then 'part' else 'received' end
  when was_status = 'completed' then 'corrected'
  when status = 'cancelled' then 'cancelled'
  when was_status in ('cancelled', 'refunded') then 'reopened'
  else 'changed'
end;

create or replace function app.record_payment_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, payment_id, participant_id, paid_on, method)
    select p.organization_id, (clock_timestamp() at time zone o.time_zone)::date,
      case when who.undoes then 'undone' when its.received <> 0 then 'received' when p.split_from is null then 'expected' else 'rest' end,
      p.currency, its.open, its.received, 0, p.id, p.participant_id, p.payment_date, p.method
    from its_rows p
    join organizations o on o.id = p.organization_id
    cross join app.acting() as who
    cross join lateral (
      select app.open_part(p.status, p.amount) as open, app.received_part(p.status, p.amount) as received
    ) as its
    where its.open <> 0 or its.received <> 0;
  elsif tg_op = 'DELETE' then
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, payment_id, participant_id, paid_on, method)
    select p.organization_id, (clock_timestamp() at time zone o.time_zone)::date, case when who.undoes then 'undone' else 'deleted' end,
      p.currency, -its.open, -its.received, 0, p.id, p.participant_id, p.payment_date, p.method
    from were_rows p
    join organizations o on o.id = p.organization_id
    cross join app.acting() as who
    cross join lateral (
      select app.open_part(p.status, p.amount) as open, app.received_part(p.status, p.amount) as received
    ) as its
    where its.open <> 0 or its.received <> 0;
  else
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, payment_id, participant_id, paid_on, method)
    select now_is.organization_id, (clock_timestamp() at time zone o.time_zone)::date,
      case when who.undoes then 'undone' else app.payment_event(was.status, was.amount, now_is.status, now_is.amount) end,
      its.currency, its.open, its.received, 0, now_is.id, now_is.participant_id,
      coalesce(now_is.payment_date, was.payment_date), coalesce(now_is.method, was.method)
    from its_rows now_is
    join were_rows was on was.organization_id = now_is.organization_id and was.id = now_is.id
    join organizations o on o.id = now_is.organization_id
    cross join app.acting() as who
    cross join lateral (
      -- the new amount may be in another currency than the old one
      select currency, sum(open) as open, sum(received) as received
      from (values
        (now_is.currency, app.open_part(now_is.status, now_is.amount), app.received_part(now_is.status, now_is.amount)),
        (was.currency, -app.open_part(was.status, was.amount), -app.received_part(was.status, was.amount))
      ) as side (currency, open, received)
      group by currency
    ) as its
    where (was.status, was.amount, was.currency) is distinct from (now_is.status, now_is.amount, now_is.currency)
      and (its.open <> 0 or its.received <> 0);
  end if;
  return null;
end
$$;
select app.put_trigger($$record_events_added after insert on payments
  referencing new table as its_rows for each statement execute function app.record_payment_events()$$);
select app.put_trigger($$record_events_deleted after delete on payments
  referencing old table as were_rows for each statement execute function app.record_payment_events()$$);
select app.put_trigger($$record_events after update on payments
  referencing old table as were_rows new table as its_rows for each statement execute function app.record_payment_events()$$);

create or replace function app.record_credit_events() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, entry_id, paid_on, method)
    select e.organization_id, (clock_timestamp() at time zone o.time_zone)::date, 'credit_noted', e.currency, 0, 0,
      app.credit_part(e.aside, e.amount, e.paid), e.id, e.day, 'bank_transfer'
    from its_rows e join organizations o on o.id = e.organization_id
    where app.credit_part(e.aside, e.amount, e.paid) <> 0;
  elsif tg_op = 'DELETE' then
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, entry_id, paid_on, method)
    select e.organization_id, (clock_timestamp() at time zone o.time_zone)::date, 'credit_undone', e.currency, 0, 0,
      -app.credit_part(e.aside, e.amount, e.paid), e.id, e.day, 'bank_transfer'
    from were_rows e join organizations o on o.id = e.organization_id
    where app.credit_part(e.aside, e.amount, e.paid) <> 0;
  else
    insert into payment_events (organization_id, day, kind, currency, open, received, credit, entry_id, paid_on, method)
    select e.organization_id, (clock_timestamp() at time zone o.time_zone)::date,
      case
        when e.aside is distinct from was.aside then
          case e.aside when 'returned' then 'credit_returned' when 'other' then 'credit_aside' else 'credit_again' end
        when e.paid > was.paid then 'credit_used'
        else 'credit_released'
      end,
      e.currency, 0, 0, its.credit, e.id, e.day, 'bank_transfer'
    from its_rows e
    join were_rows was on was.organization_id = e.organization_id and was.id = e.id
    join organizations o on o.id = e.organization_id
    cross join lateral (
      select app.credit_part(e.aside, e.amount, e.paid) - app.credit_part(was.aside, was.amount, was.paid) as credit
    ) as its
    where its.credit <> 0;
  end if;
  return null;
end
$$;
select app.put_trigger($$record_events_added after insert on bank_entries
  referencing new table as its_rows for each statement execute function app.record_credit_events()$$);
select app.put_trigger($$record_events_deleted after delete on bank_entries
  referencing old table as were_rows for each statement execute function app.record_credit_events()$$);
select app.put_trigger($$record_events after update on bank_entries
  referencing old table as were_rows new table as its_rows for each statement execute function app.record_credit_events()$$);
