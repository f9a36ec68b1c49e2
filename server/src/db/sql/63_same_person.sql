-- The same person twice: what belongs to one application moves to another one, and back.

/*
 * What refers to a participant, read from the catalogue: a new table is moved from without being mentioned here. `grouped`:
 * its rows name the group too. `key`: the columns of its primary key but the organisation's and the moved one.
 */
create or replace function app.participant_references()
returns table (child regclass, its_column name, grouped boolean, key name[])
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select k.conrelid::regclass, a.attname,
    exists (select from pg_attribute g where g.attrelid = k.conrelid and g.attname = 'group_id' and not g.attisdropped),
    array(
      select p.attname from pg_constraint c
      cross join unnest(c.conkey) as number
      join pg_attribute p on p.attrelid = c.conrelid and p.attnum = number
      where c.conrelid = k.conrelid and c.contype = 'p' and p.attname not in ('organization_id', a.attname)
    )
  from pg_constraint k
  cross join unnest(k.conkey) as number
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = number and a.attname <> 'organization_id'
  where k.contype = 'f' and k.confrelid = 'public.participants'::regclass
  order by k.conrelid::regclass::text, a.attname;
end;

/* The columns of a table that a row may be inserted with. */
create or replace function app.own_columns(its_table regclass, given jsonb) returns text
language sql stable set search_path = pg_catalog, pg_temp
begin atomic
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
  where a.attrelid = its_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and given ? a.attname;
end;

/*
 * Moves all that refers to one participant to another one of the same group. Answers what `app.restore_participant` needs:
 * { moved, set_aside }; set aside is what the other one has as well and may have only once.
 */
create or replace function app.move_records(from_id uuid, to_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := app.organization_id();
  reference record;
  its_row jsonb;
  its_key jsonb;
  person uuid;
  other_person uuid;
  moved jsonb := '[]';
  set_aside jsonb := '[]';
begin
  -- one note of a participant may be pinned
  update participant_notes n set pinned = false
  where n.organization_id = organization and n.participant_id = from_id and n.pinned and exists (
    select from participant_notes o where o.organization_id = organization and o.participant_id = to_id and o.pinned
  )
  returning n.id into person;
  if found then
    moved := moved || jsonb_build_object('pinned', person);
  end if;
  -- whom both are linked with is one person
  select l.person_id into person from person_links l where l.organization_id = organization and l.participant_id = to_id;
  if found then
    select l.person_id into other_person
    from person_links l where l.organization_id = organization and l.participant_id = from_id and l.person_id <> person;
  end if;
  if other_person is not null then
    moved := moved || jsonb_build_object('person', other_person, 'linked', array(
      select l.participant_id from person_links l
      where l.organization_id = organization and l.person_id = other_person and l.participant_id <> from_id
    ));
    update person_links l set person_id = person
    where l.organization_id = organization and l.person_id = other_person and l.participant_id <> from_id;
  end if;
  -- a plan by which one pays goes on, not one that the other has left
  delete from fee_enrolments e
  where e.organization_id = organization and e.participant_id = to_id and e.left_at is not null and exists (
    select from fee_enrolments o where o.organization_id = organization and o.participant_id = from_id and o.left_at is null
  )
  returning to_jsonb(e) into its_row;
  if found then
    set_aside := set_aside || jsonb_build_object('table', 'fee_enrolments', 'row', its_row);
  end if;
  perform set_config('app.restores', 'true', true);
  for reference in select * from app.participant_references() loop
    -- a payment before what is left of it, whose period follows it
    for its_row in
      execute format(
        'select to_jsonb(t) from %s t where organization_id = $1 and %I = $2 order by to_jsonb(t) ->> ''split_from'' nulls first',
        reference.child, reference.its_column
      ) using organization, from_id
    loop
      -- without a further key its row is told by what it says: a later one of the same participant is another row, but not
      -- a plan of which more was made since, or that they have left
      its_key := case when reference.key = '{}'
        then its_row - array[reference.its_column, 'group_id', 'created_at', 'made_until', 'next_on', 'credit', 'left_at']
        else (select jsonb_object_agg(part, its_row -> part) from unnest(reference.key::text[]) as part) end;
      begin
        execute format(
          'update %1$s t set %2$I = $3 where organization_id = $1 and %2$I = $2 and to_jsonb(t) @> $4',
          reference.child, reference.its_column
        ) using organization, from_id, to_id, its_key;
        moved := moved || jsonb_build_object('table', reference.child, 'column', reference.its_column, 'key', its_key);
      exception when unique_violation or check_violation or exclusion_violation then
        execute format(
          'delete from %1$s t where organization_id = $1 and %2$I = $2 and to_jsonb(t) @> $3',
          reference.child, reference.its_column
        ) using organization, from_id, its_key;
        set_aside := set_aside || jsonb_build_object('table', reference.child, 'row', its_row);
      end;
    end loop;
  end loop;
  perform set_config('app.restores', '', true);
  return jsonb_build_object('moved', moved, 'set_aside', set_aside);
end
$$;

/*
 * Writes into the history of the application that stays what was merged into it, and what that said differently. The
 * values of sensitive answers are left out.
 */
do $make$
begin
  execute format($function$
    create or replace function app.record_merge(merge uuid) returns void
    language sql volatile security definer set search_path = public, pg_temp as $$
      insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, changes)
      select m.organization_id, m.participant_id, 'merged', its.by, its.account_id, its.actor,
        jsonb_build_array(jsonb_build_object('field', 'application', 'to', m.name || ' (' || m.reference || ')'))
        || coalesce((
          select jsonb_agg(change) from jsonb_array_elements(
            app.field_change('status', m.merged -> 'status', to_jsonb(p.status))
            || app.field_change('email', m.merged -> 'email', to_jsonb(p.email))
            || app.field_change('language', m.merged -> 'language', to_jsonb(p.language))
            || %1$s
            -- the later date of the two, whichever had it
            || app.field_change('application_date', to_jsonb(coalesce(
              m.changes #>> '{columns,application_date,from}', m.merged ->> 'application_date'
            )::timestamptz), to_jsonb(p.application_date))
            || app.answer_changes(m.merged -> 'answers', p.answers)
          ) as change
          -- what the other one did not say at all is no difference
          where coalesce(change -> 'from', 'null') not in ('null', '""')
            or change ->> 'sensitive' = 'true' and exists (
              select from jsonb_array_elements(m.merged -> 'answers') as said where said -> 'field_id' = change -> 'field_id'
            )
        ), '[]')
      from participant_merges m
      join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
      cross join app.acting() as its
      where m.organization_id = app.organization_id() and m.id = merge
    $$
  $function$, (
    select string_agg(format('app.field_change(%1$L, m.merged -> %1$L, to_jsonb(p.%1$I))', said), ' || ')
    from unnest(app.said_columns()) as said
  ));
end
$make$;

/*
 * Brings a merged application back, as it was, with all that had moved from it and still is where it went. The caller must
 * hold the locks on its group and on the application that stays, and have judged places.
 */
create or replace function app.restore_participant(merge uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  organization constant uuid := app.organization_id();
  its participant_merges;
  reference record;
  entry jsonb;
  columns text;
begin
  select m.* into strict its from participant_merges m
  where m.organization_id = organization and m.id = merge and m.merged is not null;
  perform set_config('app.restores', 'true', true);
  -- the place that was offered has been free since, and so was the own one; an imported archive may say anything of whose it is
  its.merged := its.merged - 'offer_until' || jsonb_build_object(
    'organization_id', organization, 'id', its.merged_id, 'placed_at', clock_timestamp()
  );
  columns := app.own_columns('participants', its.merged);
  execute format('insert into participants (%1$s) select %1$s from jsonb_populate_record(null::participants, $1)', columns)
    using its.merged;
  for entry in select * from jsonb_array_elements(its.moved) where value ? 'table' loop
    select * into reference from app.participant_references() r
    where r.child::text = entry ->> 'table' and r.its_column = entry ->> 'column';
    continue when not found;
    execute format(
      'update %1$s t set %2$I = $3 %3$s where organization_id = $1 and %2$I = $2 and to_jsonb(t) @> $4',
      -- by whose plan they pay is not always the group that they are in
      reference.child, reference.its_column,
      case when reference.grouped and reference.child <> 'fee_enrolments'::regclass then ', group_id = $5' else '' end
    ) using organization, its.participant_id, its.merged_id, entry -> 'key', (its.merged ->> 'group_id')::uuid;
  end loop;
  -- and only rows that a merge sets aside
  for entry in
    select jsonb_set(value, '{row,organization_id}', to_jsonb(organization)) from jsonb_array_elements(its.set_aside)
    where value ->> 'table' in (select r.child::text from app.participant_references() r)
  loop
    columns := app.own_columns((entry ->> 'table')::regclass, entry -> 'row');
    begin
      execute format(
        'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) on conflict do nothing',
        (entry ->> 'table')::regclass, columns
      ) using entry -> 'row';
    exception when foreign_key_violation then
      -- what it referred to beside is gone meanwhile
      null;
    end;
  end loop;
  -- what a plan that came back has asked for since the merge, as long as nothing of it is paid: it does not ask again
  update payments y set participant_id = its.merged_id, group_id = (its.merged ->> 'group_id')::uuid
  where y.organization_id = organization and y.participant_id = its.participant_id and y.fee_plan_id is not null
    and y.created_at > its.created_at and (y.status = 'pending' or y.status = 'cancelled' and y.left_at = now())
    and y.split_from is null and not app.is_split(y)
    and its.moved @> '[{"table": "fee_enrolments"}]'
    and exists (select from fee_enrolments e where e.organization_id = organization and e.participant_id = its.merged_id);
  -- what was left of a payment that was paid in part meanwhile is owed by the same person
  with recursive rests as (
    select y.id from payments y where y.organization_id = organization and y.participant_id = its.merged_id
    union
    select y.id from rests
    join payments y on y.organization_id = organization and y.split_from = rests.id
      and y.participant_id in (its.participant_id, its.merged_id)
  )
  update payments y set participant_id = its.merged_id, group_id = (its.merged ->> 'group_id')::uuid
  from rests where y.organization_id = organization and y.participant_id = its.participant_id and y.id = rests.id;
  perform set_config('app.restores', '', true);
  -- what the merge cancelled, or its undoing just now while it was with the other one, and the plans that these ended; of the one
  -- that stayed, where that still has no place, only what it owed before the merge
  update payments y set status = 'pending', status_reason = ''
  from participants p
  where p.organization_id = organization
    and (p.id = its.merged_id or p.status in ('pending', 'approved') or y.left_at = now() and y.created_at < its.created_at)
    and p.id in (its.participant_id, its.merged_id)
    and y.organization_id = organization and y.participant_id = p.id and y.status = 'cancelled'
    and y.left_at in (its.created_at, now());
  update fee_enrolments e set left_at = null
  from participants p
  where p.organization_id = organization
    and (p.id = its.merged_id or p.id = its.participant_id and p.status in ('pending', 'approved'))
    and e.organization_id = organization and e.participant_id = p.id and e.left_at in (its.created_at, now());
  update participant_notes n set pinned = true
  from jsonb_array_elements(its.moved) as each
  where n.organization_id = organization and n.participant_id = its.merged_id and n.id = (each ->> 'pinned')::uuid
    and not exists (
      select from participant_notes o where o.organization_id = organization and o.participant_id = its.merged_id and o.pinned
    );
  update person_links l set person_id = (each ->> 'person')::uuid
  from jsonb_array_elements(its.moved) as each
  where each ? 'person' and l.organization_id = organization and each -> 'linked' ? l.participant_id::text
    and l.person_id = (
      select o.person_id from person_links o where o.organization_id = organization and o.participant_id = its.participant_id
    );
  insert into participant_changes (organization_id, participant_id, kind, by, account_id, actor, changes)
  select organization, told.id, 'unmerged', acts.by, acts.account_id, acts.actor,
    jsonb_build_array(jsonb_build_object('field', 'application', 'to', p.name || ' (' || p.reference || ')'))
  from app.acting() as acts
  cross join (values (its.participant_id, its.merged_id), (its.merged_id, its.participant_id)) as told (id, other)
  join participants p on p.organization_id = organization and p.id = told.other;
  delete from participant_merges m where m.organization_id = organization and m.id = merge;
end
$$;

/* What a person is called by telephone: the digits of their own number and of the guardian's. */
create or replace function app.telephones(p participants) returns text[]
language sql immutable
return array_remove(array[
  nullif(app.phone_digits(p.phone), ''), nullif(app.phone_digits(p.guardian_phone), '')
], null);

/*
 * Whether two names differ by one more name, or by the spelling of what they do not share: twins have the same surname.
 * Takes them as `app.name_words` makes them.
 */
create or replace function app.near_names(one text, other text) returns boolean
language sql immutable
return (
  select own = '' or others = '' or similarity(own, others) >= 0.4
  from (
    select
      (select coalesce(string_agg(word, ' '), '') from regexp_split_to_table(one, ' ') as word
        where word <> all (string_to_array(other, ' '))) as own,
      (select coalesce(string_agg(word, ' '), '') from regexp_split_to_table(other, ' ') as word
        where word <> all (string_to_array(one, ' '))) as others
  ) as rest
);

/*
 * What is alike of two applications, if that is enough for one person: the same name and something else, or a name spelled
 * nearly so and the same day of birth. Null else. Known days of birth that differ need two things beside the name.
 */
create or replace function app.likeness(one participants, other participants) returns text[]
language sql immutable
return (
  select case when same_name and cardinality(alike) > (one.date_of_birth <> other.date_of_birth)::integer
      or same_name and cardinality(alike) > 0 and (one.date_of_birth = other.date_of_birth) is not false
    then array['name'] || alike
    when not same_name and one.date_of_birth = other.date_of_birth
      and app.near_names(one.name_words, other.name_words)
    then array['spelling'] || alike end
  from (select one.name_words = other.name_words as same_name, array_remove(array[
    case when one.date_of_birth = other.date_of_birth then 'birth_date' end,
    case when lower(one.email) = lower(other.email) then 'email' end,
    case when app.telephones(one) && app.telephones(other) then 'phone' end
  ], null) as alike) as its
);

/*
 * Applications in scope that may be the same person's as this one, with what is alike; of the same group also those that are
 * linked, which were to different groups then. Left out are those that staff told apart, and those to other groups that are
 * linked or told as the same person's anyway.
 */
create or replace function app.same_people(participant uuid) returns table (id uuid, alike text[])
language sql stable security definer set search_path = public, pg_temp
begin atomic
  with one as (
    select p as its, p.id, p.name_words, p.date_of_birth from participants p
    where p.organization_id = app.organization_id() and p.id = participant
  ), linked as (
    select o.participant_id as id from one
    join person_links l on l.organization_id = app.organization_id() and l.participant_id = one.id
    join person_links o on o.organization_id = l.organization_id and o.person_id = l.person_id
  ), candidates as (
    (select p as its from one join participants p
      on p.organization_id = app.organization_id() and p.name_words = one.name_words limit 300)
    union all
    (select p as its from one join participants p
      on p.organization_id = app.organization_id() and p.date_of_birth = one.date_of_birth
      and p.name_words <> one.name_words limit 300)
    union all
    (select p as its from one cross join linked join participants p
      on p.organization_id = app.organization_id() and p.id = linked.id
      where p.group_id = (one.its).group_id and app.likeness(one.its, p) is null)
  )
  select (c.its).id, case when of.is_linked then array['linked'] || of.alike else of.alike end
  from one
  cross join candidates c
  cross join lateral (select
    app.likeness(one.its, c.its) as alike, exists (select from linked where linked.id = (c.its).id) as is_linked
  ) as of
  where (c.its).id <> one.id and (of.alike is not null or of.is_linked)
    and (app.all_groups() or (c.its).group_id = any (app.group_ids()))
    and ((c.its).group_id <> (one.its).group_id and (of.is_linked
      or (c.its).email = (one.its).email and app.fold((c.its).name) = app.fold((one.its).name))) is not true
    and not exists (
      select from distinct_people d
      where d.organization_id = app.organization_id() and d.participant_id = one.id and d.other_id = (c.its).id
    )
  order by (c.its).group_id = (one.its).group_id desc, (c.its).application_date desc, (c.its).id
  limit 10;
end;

/* Living applications that may be the same person's as another one to the same group. */
create or replace function app.same_in_group() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
begin atomic
  -- read from the index alone; few names stand in a group twice
  with same as (
    select p.name_words, p.group_id from participants p
    where p.organization_id = app.organization_id() and (app.all_groups() or p.group_id = any (app.group_ids()))
    group by p.name_words, p.group_id having count(*) > 1
  )
  select distinct one.id
  from same
  join participants one on one.organization_id = app.organization_id()
    and one.name_words = same.name_words and one.group_id = same.group_id
  join participants other on other.organization_id = app.organization_id()
    and other.name_words = same.name_words and other.group_id = same.group_id and other.id <> one.id
  where one.status in ('pending', 'approved', 'waitlisted') and other.status in ('pending', 'approved', 'waitlisted')
    and app.likeness(one, other) is not null and not exists (
      select from distinct_people d
      where d.organization_id = app.organization_id() and d.participant_id = one.id and d.other_id = other.id
    );
end;

grant execute on function app.move_records(uuid, uuid), app.record_merge(uuid), app.restore_participant(uuid),
  app.same_people(uuid), app.same_in_group() to app_api;
