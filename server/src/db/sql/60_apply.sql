-- Applying: the only write that visitors have, and what it shares with the staff's ways of adding a participant.

/* Eight characters that can't be taken for one another, from a source that can't be guessed. */
create or replace function app.new_reference() returns text
language sql volatile
return (
  select string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', get_byte(bytes, place) % 32 + 1, 1), '')
  -- the other bytes of a UUID tell its version
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as place
);

/* The stored answer to an application with this key, { outcome, receipt }; null if there is none. */
create or replace function app.stored_application(idempotency_key text, hash text) returns jsonb
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  select case when k.body_hash = hash
    then jsonb_build_object('outcome', 'stored', 'receipt', k.response)
    else jsonb_build_object('outcome', 'idempotency_conflict')
  end
  from idempotency_keys k
  where k.organization_id = app.organization_id() and k.key = idempotency_key;
end;

/* Which question was answered how, for comparing: words and sensitivity may have changed since. */
create or replace function app.said(answers jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_agg(jsonb_build_array(answer -> 'field_id', answer -> 'value') order by place), '[]')
  from jsonb_array_elements(answers) with ordinality as each (answer, place)
);

/*
 * Columns for what a person says of themselves beside the answers, such as a telephone: those of `reapplications`, which
 * keeps the differences, that `participants` has as well. A new one is there by its migration.
 */
create or replace function app.said_columns() returns text[]
language sql stable set search_path = public, pg_temp
return array(
  select a.attname::text from pg_attribute a
  where a.attrelid = 'reapplications'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname not in ('organization_id', 'id', 'group_id', 'created_at', 'answers')
    and exists (select from pg_attribute p where p.attrelid = 'participants'::regclass and p.attname = a.attname)
  order by a.attnum
);

/*
 * Stores the differences of a repeated application in a row of its own, so that the first one and staff's open forms stay
 * valid. The same differences again make no second row.
 */
create or replace function app.keep_reapplication(person participants, sent jsonb) returns void
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  -- null and nothing where the same is said, or nothing
  others constant jsonb := (
    select jsonb_object_agg(said, nullif(nullif(sent ->> said, ''), to_jsonb(person) ->> said))
    from unnest(app.said_columns()) as said
  );
  other_answers constant jsonb := (
    select coalesce(jsonb_agg(answer order by place), '[]')
    from jsonb_array_elements(sent -> 'answers') with ordinality as each (answer, place)
    where not exists (
      select from jsonb_array_elements(person.answers) as kept
      where kept -> 'field_id' = answer -> 'field_id' and kept -> 'value' = answer -> 'value'
    )
  );
begin
  if jsonb_strip_nulls(others) = '{}' and other_answers = '[]' then
    return;
  end if;
  insert into reapplications
  select its.* from jsonb_populate_record(null::reapplications, others || jsonb_build_object(
    'organization_id', person.organization_id, 'id', uuidv7(), 'participant_id', person.id, 'group_id', person.group_id,
    'answers', other_answers, 'created_at', now()
  )) as its
  where not exists (
    select from reapplications r
    where r.organization_id = person.organization_id and r.participant_id = person.id
      and to_jsonb(r) @> others and app.said(r.answers) = app.said(other_answers)
  );
end
$$;

/*
 * Writes an application; null when its reference or the person in this group has been taken at this moment. Written out
 * for the columns of `app.said_columns()`, since every application waits for it.
 */
do $make$
begin
  execute format($function$
    create or replace function app.insert_application(into_group uuid, sent jsonb, status text, arrived timestamptz)
    returns participants
    language plpgsql volatile set search_path = public, pg_temp as $$
    declare
      its constant participants := jsonb_populate_record(null::participants, sent);
      person participants;
    begin
      insert into participants (
        organization_id, group_id, email, status, application_date, reference, language, answers, privacy_version, %1$s
      ) values (
        app.organization_id(), into_group, its.email, status, arrived, app.new_reference(), its.language, its.answers,
        its.privacy_version, %2$s
      )
      on conflict do nothing
      returning * into person;
      return person;
    end
    $$
  $function$, array_to_string(app.said_columns(), ', '), 'its.' || array_to_string(app.said_columns(), ', its.'));
end
$make$;

/*
 * Does the work of an application and undoes it, so that the response time doesn't reveal an earlier application. The
 * notification, which costs time at the commit like that of a mail, wakes no worker.
 */
create or replace function app.rehearse_application(into_group uuid, sent jsonb, status text, with_mails boolean) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  nobody participants;
  unknown constant jsonb := jsonb_build_object('email', gen_random_uuid() || '@rehearsal.invalid');
begin
  nobody := app.insert_application(into_group, sent || unknown, status, clock_timestamp());
  if with_mails then
    perform app.enqueue_application_mails(nobody.id, 'application');
  end if;
  raise exception 'undone' using errcode = 'VP001';
exception when sqlstate 'VP001' then
  perform pg_notify('vpisnik_nobody', '');
end
$$;

/* Refuses an application and leaves nothing of it behind, not even its key. */
create or replace function app.refuse_application(its_key text, why text) returns jsonb
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  delete from idempotency_keys k where k.organization_id = app.organization_id() and k.key = its_key;
  select jsonb_build_object('outcome', why);
end;

/*
 * Questions of answers that belong to nothing any more, by id: the form has dropped the question and the catalogue its
 * field, as a merge does for a group that asked both, while the application waited.
 */
create or replace function app.lost_questions(answers jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(jsonb_agg(answer -> 'field_id' order by place), '[]')
  from jsonb_array_elements(answers) with ordinality as each (answer, place)
  where not exists (
    select from group_fields q where q.organization_id = app.organization_id() and q.id = (answer ->> 'field_id')::uuid
  ) and not exists (
    select from form_fields f where f.organization_id = app.organization_id() and f.id = (answer ->> 'form_field_id')::uuid
  );
end;

/*
 * Takes an application that has been checked against the group's form. Places are decided under the lock of the
 * group's row, so parallel applications are served one by one, in the order in which they get it.
 *
 * `sent` has the participant's columns and `accept_waitlist`; `today` is the organisation's day. The answer is
 * { outcome, receipt }, with `questions_gone` also { questions }; a refused application has no receipt and leaves nothing behind, not even its key. It is the last
 * statement of its transaction, sent together with the commit, so that the group's row isn't locked while the process
 * reads this answer.
 */
drop function if exists app.apply(uuid, jsonb, date, jsonb, text, text);
-- its helper of then, which nothing calls any more
drop function if exists app.differing_answers(participants, jsonb, jsonb);
create or replace function app.apply(into_group uuid, sent jsonb, today date, idempotency_key text, hash text)
returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := app.organization_id();
  target groups;
  lost jsonb;
  is_full boolean;
  has_queue boolean;
  arrived timestamptz;
  person participants;
  outcome text := 'applied';
  receipt jsonb;
  waits boolean;
  status text;
begin
  -- a copy of the same request waits here for the first one, then finds its answer
  insert into idempotency_keys (organization_id, key, body_hash) values (organization, idempotency_key, hash)
  on conflict do nothing;
  if not found then
    return app.stored_application(idempotency_key, hash);
  end if;

  select g.* into target from groups g join organizations o on o.id = g.organization_id and o.active
  where g.organization_id = organization and g.id = into_group and g.active
  for no key update of g;
  if not found then
    return app.refuse_application(idempotency_key, 'not_found');
  end if;
  arrived := clock_timestamp();
  if target.end_date < today then
    return app.refuse_application(idempotency_key, 'ended');
  elsif not target.accept_applications or target.apply_from > arrived or target.apply_until <= arrived then
    return app.refuse_application(idempotency_key, 'closed');
  end if;
  lost := app.lost_questions(sent -> 'answers');
  if lost <> '[]' then
    return app.refuse_application(idempotency_key, 'questions_gone') || jsonb_build_object('questions', lost);
  end if;

  loop
    select coalesce(s.taken >= s.places, false), s.waiting > 0 into strict is_full, has_queue from group_standings s
    where s.organization_id = organization and s.group_id = into_group;
    waits := is_full or has_queue;
    -- before the look for an earlier application, so that the refusal doesn't reveal one
    if is_full and target.when_full = 'close' then
      return app.refuse_application(idempotency_key, 'group_full');
    elsif waits and not (sent ->> 'accept_waitlist')::boolean then
      return app.refuse_application(idempotency_key, 'waitlist_available');
    end if;
    status := case when waits then 'waitlisted' else 'pending' end;

    select p.* into person from participants p
    where p.organization_id = organization and p.group_id = into_group and lower(p.email) = lower(sent ->> 'email')
      and app.fold(p.name) = app.fold(sent ->> 'name') and p.status in ('pending', 'approved', 'waitlisted')
      and p.email is not null;
    if found then
      outcome := 'duplicate';
      exit;
    end if;

    person := app.insert_application(into_group, sent, status, arrived);
    -- else the reference is taken, or staff have just given this person's name to another row: look again
    exit when person.id is not null;
  end loop;

  perform app.enqueue_application_mails(person.id, case outcome when 'duplicate' then 'duplicate' else 'application' end);
  if outcome = 'duplicate' then
    -- where they are told again, that mail is work enough
    perform app.rehearse_application(into_group, sent, status, not exists (
      select from mails m
      where m.organization_id = organization and m.participant_id = person.id and m.created_at = now()
    ));
    perform app.keep_reapplication(person, sent);
  end if;

  receipt := jsonb_build_object(
    'reference', person.reference,
    -- the status of a new application: a stranger with name and address must not learn the decision
    'status', status,
    'email', sent ->> 'email',
    'language', sent ->> 'language'
  );
  update idempotency_keys set response = receipt where organization_id = organization and key = idempotency_key;
  return jsonb_build_object('outcome', outcome, 'receipt', receipt);
end
$$;

grant execute on function app.new_reference() to app_api;
grant execute on function app.stored_application(text, text) to app_public;
grant execute on function app.apply(uuid, jsonb, date, text, text) to app_public;
