-- Sensitivity belongs to the stored answer and is only ever raised: what ranks 1 and 2 may read is decided by the answer,
-- never by what the form asks today. Triggers do it, so that no way of writing an answer or a question can forget it.

/*
 * Writes into each answer which field of the catalogue it answers, and that it is sensitive: because it was, because it
 * was given as such, or because its question is by now.
 */
create or replace function app.classified_answers(organization uuid, given jsonb, before jsonb) returns jsonb
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(jsonb_agg(
    answer || jsonb_build_object(
      'form_field_id', field.id,
      'sensitive', coalesce((answer ->> 'sensitive')::boolean, false)
        or coalesce(f.sensitive, false)
        or coalesce((g.question ->> 'sensitive')::boolean, false)
        or before @> jsonb_build_array(jsonb_build_object('field_id', answer -> 'field_id', 'sensitive', true))
    ) order by place), '[]')
  from jsonb_array_elements(given) with ordinality as each (answer, place)
  left join group_fields g on g.organization_id = organization and g.id = (answer ->> 'field_id')::uuid
  left join form_fields named on named.organization_id = organization and named.id = (answer ->> 'form_field_id')::uuid
  -- a field that was merged while its form was open is gone, and its question asks the other one
  cross join lateral (select coalesce(named.id, g.form_field_id, (answer ->> 'form_field_id')::uuid) as id) as field
  left join form_fields f on f.organization_id = organization and f.id = field.id;
end;

/*
 * Makes writers of new answers and changes of sensitivity wait for each other: an answer is classified by its question
 * as it is when the answer is committed, also where a group adds the question at that moment. Readers share the lock.
 * Order: groups, form fields, this lock, participants; an update of answers takes it before it locks the participant.
 */
create or replace function app.lock_classification(organization uuid, changes boolean) returns void
language sql volatile
return case when changes then pg_advisory_xact_lock(hashtextextended('classification ' || organization, 0))
  else pg_advisory_xact_lock_shared(hashtextextended('classification ' || organization, 0)) end;
grant execute on function app.lock_classification(uuid, boolean) to app_api;

create or replace function app.classify_answers() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- the row of an update is locked by now, which would be the wrong order
  if tg_op = 'INSERT' then
    perform app.lock_classification(new.organization_id, false);
  end if;
  new.answers := app.classified_answers(
    new.organization_id, new.answers, case tg_op when 'UPDATE' then old.answers else '[]' end
  );
  return new;
end
$$;

/* The same answers, those of one question marked as sensitive; `question` is { field_id } or { form_field_id }. */
create or replace function app.raised_answers(answers jsonb, question jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_agg(
    case when answer @> question then answer || '{"sensitive": true}' else answer end order by place), '[]')
  from jsonb_array_elements(answers) with ordinality as each (answer, place)
);

/* Marks all stored answers of a question as sensitive, wherever in the organisation they are by now. */
create or replace function app.raise_sensitivity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  question constant jsonb := jsonb_build_object(
    case tg_table_name when 'form_fields' then 'form_field_id' else 'field_id' end, new.id
  );
  lower_ones constant jsonb := jsonb_build_array(question || '{"sensitive": false}');
begin
  update participants p set answers = app.raised_answers(p.answers, question)
  where p.organization_id = new.organization_id and p.answers @> lower_ones;
  update reapplications r set answers = app.raised_answers(r.answers, question)
  where r.organization_id = new.organization_id and r.answers @> lower_ones;
  -- undoing a merge brings answers back, when no form may ask them any more
  update participant_merges m set
    merged = m.merged || jsonb_build_object('answers', app.raised_answers(m.merged -> 'answers', question)),
    changes = m.changes || jsonb_build_object('answers', jsonb_build_object(
      'from', app.raised_answers(m.changes #> '{answers,from}', question),
      'to', app.raised_answers(m.changes #> '{answers,to}', question)
    ))
  where m.organization_id = new.organization_id and m.merged is not null
    and lower_ones <@ any (array[m.merged -> 'answers', m.changes #> '{answers,from}', m.changes #> '{answers,to}']);
  -- what they said before is forgotten, also by the history
  update participant_changes c set changes = (
    select jsonb_agg(
      case when change @> question then change - 'from' - 'to' || '{"sensitive": true}' else change end order by place
    )
    from jsonb_array_elements(c.changes) with ordinality as each (change, place)
  )
  where c.organization_id = new.organization_id and c.changes @> lower_ones;
  return null;
end
$$;

do $loop$
declare
  answered text;
begin
  foreach answered in array array['participants', 'reapplications'] loop
    perform app.put_trigger(format('classify_new_answers before insert on %I for each row
      when (new.answers <> ''[]'') execute function app.classify_answers()', answered));
    perform app.put_trigger(format('classify_answers before update of answers on %I for each row
      when (new.answers <> ''[]'') execute function app.classify_answers()', answered));
  end loop;
end
$loop$;

create or replace function app.change_classification() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.lock_classification(new.organization_id, true);
  return new;
end
$$;
select app.put_trigger($$change_classification before update of sensitive, purpose on form_fields
  for each row when (new.sensitive and not old.sensitive or new.purpose is distinct from old.purpose)
  execute function app.change_classification()$$);
select app.put_trigger($$change_classification before update of question on group_fields
  for each row when ((new.question ->> 'sensitive')::boolean and not coalesce((old.question ->> 'sensitive')::boolean, false))
  execute function app.change_classification()$$);

select app.put_trigger($$raise_sensitivity after update of sensitive on form_fields
  for each row when (new.sensitive and not old.sensitive) execute function app.raise_sensitivity()$$);
select app.put_trigger($$raise_sensitivity after update of question on group_fields
  for each row when ((new.question ->> 'sensitive')::boolean and not coalesce((old.question ->> 'sensitive')::boolean, false))
  execute function app.raise_sensitivity()$$);

/*
 * The same answers, those to one field of the catalogue as answers to another one, in the words in which they were asked.
 * Where a group asks both, they belong to the question that stays, unless that was answered too.
 */
create or replace function app.adopted_answers(organization uuid, given jsonb, gone uuid, kept uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select jsonb_agg(
    case when answer ->> 'form_field_id' = gone::text
      then answer || jsonb_build_object('form_field_id', kept, 'field_id', coalesce(stays.id::text, answer ->> 'field_id'))
      else answer end
    order by place)
  from jsonb_array_elements(given) with ordinality as each (answer, place)
  left join group_fields goes
    on goes.organization_id = organization and goes.id = (answer ->> 'field_id')::uuid and goes.form_field_id = gone
  left join group_fields stays
    on stays.organization_id = organization and stays.group_id = goes.group_id and stays.form_field_id = kept
    and not given @> jsonb_build_array(jsonb_build_object('field_id', stays.id));
end;

/* Lets all stored answers to a field of the catalogue be answers to another one; called before the field goes. */
create or replace function app.adopt_answers(gone uuid, kept uuid) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update participants p set answers = app.adopted_answers(p.organization_id, p.answers, gone, kept)
  where p.organization_id = app.organization_id()
    and p.answers @> jsonb_build_array(jsonb_build_object('form_field_id', gone));
  update reapplications r set answers = app.adopted_answers(r.organization_id, r.answers, gone, kept)
  where r.organization_id = app.organization_id()
    and r.answers @> jsonb_build_array(jsonb_build_object('form_field_id', gone));
  -- no trigger classifies what undoing a merge brings back
  update participant_merges m set
    merged = m.merged || jsonb_build_object('answers', app.classified_answers(
      m.organization_id, app.adopted_answers(m.organization_id, m.merged -> 'answers', gone, kept), '[]'
    )),
    changes = m.changes || jsonb_build_object('answers', jsonb_build_object(
      'from', app.classified_answers(
        m.organization_id, app.adopted_answers(m.organization_id, m.changes #> '{answers,from}', gone, kept), '[]'
      ),
      'to', app.classified_answers(
        m.organization_id, app.adopted_answers(m.organization_id, m.changes #> '{answers,to}', gone, kept), '[]'
      )
    ))
  where m.organization_id = app.organization_id() and m.merged is not null
    and jsonb_build_array(jsonb_build_object('form_field_id', gone))
      <@ any (array[m.merged -> 'answers', m.changes #> '{answers,from}', m.changes #> '{answers,to}']);
  update participant_changes c set changes = (
    select jsonb_agg(
      case when change ->> 'form_field_id' = gone::text
        then case when stays.sensitive then change - 'from' - 'to' || '{"sensitive": true}' else change end
          || jsonb_build_object('form_field_id', kept)
        else change end order by place
    )
    from jsonb_array_elements(c.changes) with ordinality as each (change, place)
    left join form_fields stays on stays.organization_id = c.organization_id and stays.id = kept
  )
  where c.organization_id = app.organization_id()
    and c.changes @> jsonb_build_array(jsonb_build_object('form_field_id', gone));
end;
grant execute on function app.adopt_answers(uuid, uuid) to app_api;
