-- The history of participants: triggers write it, so that no way of changing one can forget it.

/*
 * Who does this: the signed-in account with the name that it has now, a visitor, or the product by itself; also what it
 * does meanwhile, see `lapseDue`. `bulk_job_id` and whether it takes something back are told by the work itself (bulk-jobs/batch.ts).
 */
create or replace function app.acting(
  out by text, out account_id uuid, out actor text, out bulk_job_id uuid, out undoes boolean
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select
    case
      when product.itself then 'system'
      when its.account is not null then 'staff'
      -- the role that this transaction has taken, or signed in with
      when coalesce(nullif(current_setting('role'), 'none'), session_user) = 'app_public'
        or coalesce(current_setting('app.applicant', true), '') <> '' then 'applicant'
      else 'system'
    end,
    its.account, coalesce((select a.name from accounts a where a.id = its.account), ''),
    nullif(current_setting('app.bulk_job_id', true), '')::uuid,
    coalesce(current_setting('app.undoes', true), '') = 'true'
  from (select coalesce(current_setting('app.by_itself', true), '') <> '' as itself) as product
  cross join lateral (
    select case when not product.itself then nullif(current_setting('app.account_id', true), '')::uuid end as account
  ) as its;
end;

/* One field of a change, as an array; empty where nothing changed. */
create or replace function app.field_change(field text, before jsonb, after jsonb) returns jsonb
language sql immutable
return case when before is distinct from after
  then jsonb_build_array(jsonb_build_object('field', field, 'from', before, 'to', after)) else '[]' end;

/*
 * A move, with the groups' ids beside their names: who reads it may not see both. An array; empty where nobody moved.
 */
create or replace function app.group_change(organization uuid, before uuid, after uuid) returns jsonb
language sql stable set search_path = public, pg_temp
return case when before <> after then jsonb_build_array(jsonb_build_object(
  'field', 'group', 'from_id', before, 'to_id', after,
  'from', (select g.name from groups g where g.organization_id = organization and g.id = before),
  'to', (select g.name from groups g where g.organization_id = organization and g.id = after)
)) else '[]' end;

/*
 * The answers that say something else than before, with the questions as they were asked. What a sensitive one says is
 * left out. An answer that belongs to another field of the catalogue by now, and says the same, has not changed.
 */
create or replace function app.answer_changes(before jsonb, after jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'field', 'answer', 'field_id', field_id, 'form_field_id', coalesce(new, old) -> 'form_field_id',
      'label', coalesce(new, old) -> 'name', 'type', coalesce(new, old) -> 'type', 'sensitive', sensitive
    ) || case when sensitive then '{}' else jsonb_build_object('from', old -> 'text', 'to', new -> 'text') end
    order by its.place), '[]')
  from (
    select old -> 'field_id' as field_id, old, place from jsonb_array_elements(before) with ordinality as was (old, place)
    where not exists (
      select from jsonb_array_elements(after) as new
      where new -> 'field_id' = old -> 'field_id' and new -> 'value' = old -> 'value'
        or new -> 'name' = old -> 'name' and new -> 'text' = old -> 'text'
    )
  ) as gone
  full join (
    select new -> 'field_id' as field_id, new, place from jsonb_array_elements(after) with ordinality as now (new, place)
    where not exists (
      select from jsonb_array_elements(before) as old
      where new -> 'field_id' = old -> 'field_id' and new -> 'value' = old -> 'value'
        or new -> 'name' = old -> 'name' and new -> 'text' = old -> 'text'
    )
  ) as come using (field_id)
  cross join lateral (
    select 'true' in (old ->> 'sensitive', new ->> 'sensitive') is true as sensitive,
      coalesce(come.place, gone.place) as place
  ) as its
);

/* Writes down what a statement changed of participants; written out for the columns of `app.said_columns()`. */
do $make$
begin
  execute format($function$
    create or replace function app.record_changes() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id, changes)
      select changed.organization_id, changed.id, case when its.undoes or taken_back then 'undone' else 'changed' end,
        its.by, its.account_id, its.actor, its.bulk_job_id, changes
      from (
        select now.organization_id, now.id,
          was.group_id = now.group_id and was.decided_at is not null and now.decided_at is null as taken_back,
          app.field_change('status', to_jsonb(was.status), to_jsonb(now.status))
          || app.field_change('withdrawal_reason', to_jsonb(was.withdrawal_reason), to_jsonb(now.withdrawal_reason))
          || app.field_change('offer_until', to_jsonb(was.offer_until), to_jsonb(now.offer_until))
          || case when now.offer_until is null then '[]'
            else app.field_change('offer_reason', to_jsonb(was.offer_reason), to_jsonb(now.offer_reason)) end
          -- a decision ends what was paused, which says nothing more
          || case when was.status <> now.status then '[]'
            else app.field_change('offer_paused_at', to_jsonb(was.offer_paused_at), to_jsonb(now.offer_paused_at)) end
          || case when was.group_id <> now.group_id then '[]'
            else app.field_change('offer_tie', to_jsonb(was.offer_tie), to_jsonb(now.offer_tie)) end
          || app.group_change(now.organization_id, was.group_id, now.group_id)
          || app.field_change('email', to_jsonb(was.email), to_jsonb(now.email))
          || app.field_change('language', to_jsonb(was.language), to_jsonb(now.language))
          || %1$s
          || case when was.answers = now.answers then '[]' else app.answer_changes(was.answers, now.answers) end as changes
        from its_rows now
        join were_rows was on was.organization_id = now.organization_id and was.id = now.id
      ) as changed
      cross join app.acting() as its
      where changes <> '[]';
      return null;
    end
    $$
  $function$, (
    select string_agg(format('app.field_change(%1$L, to_jsonb(was.%1$I), to_jsonb(now.%1$I))', said), ' || ')
    from unnest(app.said_columns()) as said
  ));
end
$make$;
select app.put_trigger($$record_changes after update on participants
  referencing old table as were_rows new table as its_rows for each statement execute function app.record_changes()$$);

/* Writes down whom staff added; that a visitor applied is told by the row itself, for every application waits for it. */
create or replace function app.record_added() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id)
  select added.organization_id, added.id, 'added', its.by, its.account_id, its.actor, its.bulk_job_id
  from its_rows added cross join app.acting() as its;
  return null;
end
$$;
select app.put_trigger($$record_added after insert on participants
  referencing new table as its_rows for each statement
  when (
    coalesce(current_setting('app.account_id', true), '') <> '' and coalesce(current_setting('app.restores', true), '') <> 'true'
  ) execute function app.record_added()$$);

/*
 * Writes down that a note was added or deleted, without its text, or that a person joined or left a family; rows that go
 * with their participant leave nothing.
 */
create or replace function app.record_notes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id)
  select noted.organization_id, noted.participant_id, tg_argv[0], its.by, its.account_id, its.actor, its.bulk_job_id
  from its_rows noted cross join app.acting() as its
  where exists (
    select from participants p where p.organization_id = noted.organization_id and p.id = noted.participant_id
  );
  return null;
end
$$;
select app.put_trigger($$record_added after insert on participant_notes
  referencing new table as its_rows for each statement execute function app.record_notes('note_added')$$);
select app.put_trigger($$record_deleted after delete on participant_notes
  referencing old table as its_rows for each statement execute function app.record_notes('note_deleted')$$);

create or replace function app.record_edited_note() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id)
  select new.organization_id, new.participant_id, 'note_changed', its.by, its.account_id, its.actor, its.bulk_job_id
  from app.acting() as its;
  return null;
end
$$;
select app.put_trigger($$record_edited after update of text on participant_notes
  for each row when (old.text <> new.text) execute function app.record_edited_note()$$);

/* The payment that an entry is about, in the shape of a change. */
create or replace function app.told_payment(payment jsonb) returns jsonb
language sql immutable
return jsonb_build_object('field', 'payment', 'payment', jsonb_build_object(
  'id', payment -> 'id', 'amount', to_char((payment ->> 'amount')::numeric, 'FM9999999990.00'), 'currency', payment -> 'currency',
  'kind', payment -> 'kind', 'purpose', payment -> 'purpose', 'expiration_date', payment -> 'expiration_date',
  'rest', payment ->> 'split_from' is not null
));

/* Writes down that payments were added or deleted; those that go with their participant leave nothing. */
create or replace function app.record_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id, changes)
  select its.organization_id, its.participant_id, tg_argv[0], who.by, who.account_id, who.actor, who.bulk_job_id,
    jsonb_build_array(app.told_payment(to_jsonb(its)))
      || case when its.status = 'pending' then '[]' else app.field_change('status', null, to_jsonb(its.status)) end
  from its_rows its cross join app.acting() as who
  where exists (
    select from participants p where p.organization_id = its.organization_id and p.id = its.participant_id
  );
  return null;
end
$$;
select app.put_trigger($$record_added after insert on payments
  referencing new table as its_rows for each statement execute function app.record_payments('payment_added')$$);
select app.put_trigger($$record_deleted after delete on payments
  referencing old table as its_rows for each statement execute function app.record_payments('payment_deleted')$$);

/* Writes down what a statement changed of payments; a move of their participant changes nothing of them. */
create or replace function app.record_changed_payments() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, bulk_job_id, changes)
  select changed.organization_id, changed.participant_id, 'payment_changed', its.by, its.account_id, its.actor, its.bulk_job_id,
    jsonb_build_array(app.told_payment(payment)) || changes
  from (
    select now.organization_id, now.participant_id, to_jsonb(was) as payment,
      app.field_change('status', to_jsonb(was.status), to_jsonb(now.status))
      || case when now.status_reason in ('', was.status_reason) then '[]'
        else app.field_change('status_reason', null, to_jsonb(now.status_reason)) end
      || app.field_change('amount', to_jsonb(was.amount::text), to_jsonb(now.amount::text))
      || app.field_change('kind', to_jsonb(was.kind), to_jsonb(now.kind))
      || app.field_change('purpose', to_jsonb(nullif(was.purpose, '')), to_jsonb(nullif(now.purpose, '')))
      || app.field_change('expiration_date', to_jsonb(was.expiration_date), to_jsonb(now.expiration_date))
      || app.field_change('payment_date', to_jsonb(was.payment_date), to_jsonb(now.payment_date))
      || app.field_change('method', to_jsonb(was.method), to_jsonb(now.method))
      || app.field_change('invoice_number', to_jsonb(nullif(was.invoice_number, '')), to_jsonb(nullif(now.invoice_number, '')))
      || app.field_change('reference_number', to_jsonb(nullif(was.reference_number, '')), to_jsonb(nullif(now.reference_number, '')))
      || app.field_change('payment_notes', to_jsonb(nullif(was.notes, '')), to_jsonb(nullif(now.notes, ''))) as changes
    from its_rows now
    join were_rows was on was.organization_id = now.organization_id and was.id = now.id
  ) as changed
  cross join app.acting() as its
  where changes <> '[]';
  return null;
end
$$;
select app.put_trigger($$record_changes after update on payments
  referencing old table as were_rows new table as its_rows for each statement execute function app.record_changed_payments()$$);
