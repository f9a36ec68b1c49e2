-- References of payments: the database gives each participant a serial, so that no two are alike.

/* The check digit of an SI12 reference; 10 for serials that are not given out. */
create or replace function app.check_digit(serial text) returns integer
language sql immutable
return (
  select (11 - sum(digit::integer * (14 - place)) % 11) % 11
  from unnest(string_to_array(serial, null)) with ordinality as digits (digit, place)
);

/* A serial as a reference without spaces; `271500` is `RF00` in digits. */
create or replace function app.payment_reference(serial text, model text) returns text
language sql immutable
return case when model = 'RF' then 'RF' || lpad((98 - (serial || '271500')::numeric % 97)::text, 2, '0') || serial
  else 'SI12' || serial || app.check_digit(serial) end;

/* Twelve random digits: the first is not 0, and the third is, because its weight of 11 would hide a wrong one. */
create or replace function app.new_serial() returns text
language plpgsql volatile as $$
declare
  serial text;
begin
  loop
    -- the first bytes of a UUID are all random
    serial := ('x' || encode(substring(uuid_send(gen_random_uuid()) for 6), 'hex'))::bit(48)::bigint
      % 90000000000 + 10000000000;
    serial := overlay(serial placing substring(serial for 2) || '0' from 1 for 2);
    exit when app.check_digit(serial) < 10;
  end loop;
  return serial;
end
$$;

/* Gives a payment without a reference that of its participant, by the model that the organisation has chosen. */
create or replace function app.give_reference() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  its_serial text;
begin
  loop
    select serial into its_serial from payment_references
    where organization_id = new.organization_id and participant_id = new.participant_id;
    exit when found;
    -- another transaction may be first, for the participant or with the serial
    insert into payment_references (organization_id, serial, participant_id)
    values (new.organization_id, app.new_serial(), new.participant_id)
    on conflict do nothing;
  end loop;
  new.reference_number := app.payment_reference(its_serial, coalesce(
    (select reference_model from payment_settings where organization_id = new.organization_id), 'SI12'));
  return new;
end
$$;
select app.put_trigger($$give_reference before insert or update of reference_number on payments
  for each row when (new.reference_number = '') execute function app.give_reference()$$);

-- payments of before
update payments set reference_number = '' where reference_number = '';
