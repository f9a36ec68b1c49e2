-- What transfers have paid. Over-allocation is refused by the check of bank_entries, which these triggers keep right.

/* Adds what a statement booked (`sign` 1), or took back (-1), to the transfers that paid it. */
create or replace function app.count_paid() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update bank_entries e set paid = e.paid + tg_argv[0]::integer * its.sum, updated_at = now()
  from (select organization_id, entry_id, sum(amount) as sum from changed group by organization_id, entry_id) as its
  where e.organization_id = its.organization_id and e.id = its.entry_id;
  return null;
end
$$;
select app.put_trigger($$count_booked after insert on bank_entry_payments
  referencing new table as changed for each statement execute function app.count_paid('1')$$);
select app.put_trigger($$count_taken_back after delete on bank_entry_payments
  referencing old table as changed for each statement execute function app.count_paid('-1')$$);

/* Money of a payment that is no longer paid, a correction, waits for a payment again. */
create or replace function app.release_entries() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from bank_entry_payments b using its_rows now
  join were_rows was on was.organization_id = now.organization_id and was.id = now.id
  where b.organization_id = now.organization_id and b.payment_id = now.id
    and was.status = 'completed' and now.status not in ('completed', 'refunded');
  return null;
end
$$;
select app.put_trigger($$release_entries after update on payments
  referencing old table as were_rows new table as its_rows for each statement execute function app.release_entries()$$);
