-- Fees: what discounts ask about the people who pay, and what happens to payments of a plan whose participant comes and goes.

/*
 * What an organisation's discounts ask about participants: who the person is, whether their answer says that they are a
 * member, and the enrolments of the family, their own among them. Past the policies, for a sibling may be out of the
 * caller's scope; the caller must have the participants in it. Those in `joining` count as if they were approved today.
 */
drop function if exists app.fee_payers(uuid, uuid[]);
create or replace function app.fee_payers(organization uuid, people uuid[], joining uuid[], today date) returns table (
  participant_id uuid, person text, member boolean, family jsonb
)
language sql stable security definer set search_path = public, pg_temp
begin atomic
  select p.id, p.name_words,
    coalesce(app.answer_key(r.member_field_id::text, r.member_answer) = any (p.answered), false),
    coalesce(family.its, '[]')
  from participants p
  join organizations its on its.id = p.organization_id
  left join fee_rules r on r.organization_id = p.organization_id
  cross join lateral (
    select jsonb_agg(jsonb_build_object(
      'person', o.name_words,
      'joined_on', case
        when o.id = any (joining) and f.rhythm <> 'none' and f.made_on <> 'by_hand'
          and (e.participant_id is null or e.left_at is not null or e.group_id <> o.group_id) then today
        else coalesce(e.joined_on, (o.application_date at time zone its.time_zone)::date) end,
      'weekly', jsonb_array_length(g.schedule),
      -- the participant's own group is counted by the plan that is looked at
      'plan', case when f.id is not null and o.id <> p.id then jsonb_build_object(
        'rhythm', f.rhythm, 'amount', f.amount::text, 'first_month', f.first_month, 'last_month', f.last_month,
        'free_months', f.free_months, 'instalments', f.instalments
      ) end
    )) as its
    from (
      select p.id
      union
      select other.participant_id from family_members own
      join family_members other on other.organization_id = own.organization_id and other.family_id = own.family_id
      where own.organization_id = p.organization_id and own.participant_id = p.id
    ) as relative
    join participants o on o.organization_id = p.organization_id and o.id = relative.id
      and (o.id = p.id or o.status = 'approved' or o.id = any (joining))
    join groups g on g.organization_id = o.organization_id and g.id = o.group_id
      and (o.id = p.id or g.archived_at is null and coalesce(g.end_date >= (now() at time zone its.time_zone)::date, true))
    left join fee_enrolments e on e.organization_id = o.organization_id and e.participant_id = o.id
    left join fee_plans f on f.organization_id = g.organization_id
      and f.group_id = case when e.kept and e.left_at is null then e.group_id else g.id end
  ) as family
  where organization = coalesce(app.organization_id(), organization)
    and p.organization_id = organization and p.id = any (people);
end;

/*
 * Enrols people of a group in its plan since a day, and answers what their payments go by; nobody twice, for who applied
 * when payments are made then stands in the plan already. Past the policies, for one who moved may still stand in the plan
 * of a group out of the caller's scope; the caller must have this group in it.
 */
drop function if exists app.enrol(uuid, uuid[], date, boolean);
create or replace function app.enrol(its_group uuid, people uuid[], day date, pays_at_once boolean) returns table (
  participant_id uuid, joined_on text, at_once boolean, made_until text, language text
)
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  insert into fee_enrolments as e (organization_id, participant_id, group_id, joined_on, at_once, decided_at)
  select p.organization_id, p.id, p.group_id, day, pays_at_once, p.decided_at
  from participants p
  where p.organization_id = app.organization_id() and p.id = any (people) and p.group_id = its_group
    and (app.all_groups() or its_group = any (app.group_ids()))
  order by p.id
  on conflict (organization_id, participant_id) do update set
    -- who never left, but whose payments are made anew, has joined when they did
    group_id = excluded.group_id,
    joined_on = case when e.left_at is null and e.group_id = excluded.group_id then e.joined_on else excluded.joined_on end,
    at_once = excluded.at_once,
    decided_at = excluded.decided_at, kept = false, left_at = null, made_until = null, next_on = null, credit = 0,
    created_at = now()
  where e.left_at is not null or e.group_id <> excluded.group_id or e.made_until is null and e.next_on is null
  returning e.participant_id, e.joined_on::text, e.at_once, e.made_until,
    (select p.language from participants p where p.organization_id = e.organization_id and p.id = e.participant_id);
end;

/* Whether a payment was paid in part once, and a rest of it is there. */
create or replace function app.is_split(p payments) returns boolean
language sql stable set search_path = public, pg_temp
begin atomic
  select exists (
    select from payments r
    where r.organization_id = p.organization_id and r.participant_id = p.participant_id and r.split_from = p.id
  );
end;

/* Why a payment is cancelled of someone who has given up the place, in the organisation's language. */
create or replace function app.no_place_words(o organizations) returns text
language sql immutable
return case o.default_language when 'sl' then 'Udeleženec nima več mesta' else 'No longer has a place' end;

/*
 * Cancels what is pending and not late of who gives up a place at an instant, and ends what they pay by a plan. Past the
 * policies, for one who moved may still pay by the plan of a group out of the caller's scope.
 */
create or replace function app.give_up_place(organization uuid, participant uuid, instant timestamptz) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update payments p set status = 'cancelled', left_at = instant, status_reason = app.no_place_words(o)
  from organizations o
  where o.id = organization and p.organization_id = organization and p.participant_id = participant and p.status = 'pending'
    and organization = coalesce(app.organization_id(), organization) and coalesce(p.expiration_date >= (now() at time zone o.time_zone)::date, true);
  update fee_enrolments e set left_at = instant
  where e.organization_id = organization and e.participant_id = participant and e.left_at is null
    and organization = coalesce(app.organization_id(), organization);
end
$$;

/*
 * Payments of a plan by their participant's status. Who gives up the place owes nothing more: what is pending is cancelled,
 * what is past its day stays, and what failed, for people see to that. Undoing that decision brings it back; undoing the one that gave the place takes away what was
 * made for it and is still pending.
 */
create or replace function app.follow_status() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held constant boolean := old.status in ('pending', 'approved');
  holds constant boolean := new.status in ('pending', 'approved');
  reason text;
begin
  select app.no_place_words(o) into strict reason from organizations o where o.id = new.organization_id;
  -- in the order in which confirmations of transfers lock them
  perform from payments p
  where p.organization_id = new.organization_id and p.participant_id = new.id and p.status in ('pending', 'cancelled')
  order by p.id for update;
  if new.decided_at is null and old.decided_at is not null then
    -- of what was paid in part the rest waits for another decision: deleted, it would never be asked for again
    update payments p set status = 'cancelled', left_at = now(), status_reason = reason
    from fee_enrolments e
    where e.organization_id = new.organization_id and e.participant_id = new.id and e.decided_at = old.decided_at
      and p.organization_id = new.organization_id and p.participant_id = new.id and p.fee_plan_id is not null
      and p.status = 'pending' and p.left_at is null and p.created_at >= e.decided_at
      and (p.split_from is not null or app.is_split(p));
    delete from payments p using fee_enrolments e
    where e.organization_id = new.organization_id and e.participant_id = new.id and e.decided_at = old.decided_at
      and p.organization_id = new.organization_id and p.participant_id = new.id and p.fee_plan_id is not null
      and p.status = 'pending' and p.left_at is null and p.created_at >= e.decided_at;
    delete from fee_enrolments e
    where e.organization_id = new.organization_id and e.participant_id = new.id and e.decided_at = old.decided_at;
    update payments p set status = 'pending', status_reason = ''
    where p.organization_id = new.organization_id and p.participant_id = new.id and p.status = 'cancelled'
      and p.left_at = old.decided_at;
    update fee_enrolments e set left_at = null
    where e.organization_id = new.organization_id and e.participant_id = new.id and e.left_at = old.decided_at;
    if held and not holds then
      -- of an earlier time, brought back by the decision that is undone
      update payments p set status = 'cancelled', left_at = now(), status_reason = reason
      where p.organization_id = new.organization_id and p.participant_id = new.id and p.status = 'pending'
        and p.fee_plan_id is not null;
    end if;
  elsif held and not holds then
    perform app.give_up_place(new.organization_id, new.id, coalesce(new.decided_at, now()));
  end if;
  return null;
end
$$;
select app.put_trigger($$follow_status after update of status on participants
  for each row when (old.status <> new.status) execute function app.follow_status()$$);

/* A payment that is expected again, or paid, has left the decision that cancelled it: undoing that leaves it alone. */
create or replace function app.forget_leaving() returns trigger
language plpgsql as $$
begin
  new.left_at := null;
  return new;
end
$$;
select app.put_trigger($$forget_leaving before update of status on payments
  for each row when (old.status = 'cancelled' and new.status <> 'cancelled') execute function app.forget_leaving()$$);

/* Applications to groups whose payments are made then; the worker makes them. */
create or replace function app.enrol_applicants() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into fee_enrolments (organization_id, participant_id, group_id, joined_on, next_on)
  select p.organization_id, p.id, p.group_id, its.day, its.day
  from its_rows p
  join fee_plans f on f.organization_id = p.organization_id and f.group_id = p.group_id
    and f.made_on = 'application' and f.rhythm <> 'none'
  join organizations o on o.id = p.organization_id
  cross join lateral (select (p.application_date at time zone o.time_zone)::date as day) as its
  where p.status in ('pending', 'approved')
  on conflict do nothing;
  return null;
end
$$;
select app.put_trigger($$enrol after insert on participants
  referencing new table as its_rows for each statement
  when (coalesce(current_setting('app.restores', true), '') <> 'true') execute function app.enrol_applicants()$$);

/*
 * Payments that a merge brings together stay both, though both are of the same period of the same plan: the other one's
 * period gets a mark, or that of the one that is there where it was cancelled by leaving, for it would come back beside the other
 * one. One that comes cancelled so has a mark in any case until it goes back, or it would be owed there by who has left. The rest of
 * a payment has the period of what it is the rest of.
 */
create or replace function app.keep_both_periods() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  plain constant text := split_part(new.period, '+', 1);
  goes_back constant boolean := exists (
    select from participant_merges m where m.organization_id = new.organization_id and m.merged_id = new.participant_id
  );
  comes_cancelled constant boolean := new.status = 'cancelled' and new.left_at is not null and new.split_from is null
    and not exists (select from payments r where r.organization_id = new.organization_id and r.split_from = new.id);
  whole uuid := new.id;
  above uuid := new.split_from;
  there payments;
begin
  while above is not null loop
    whole := above;
    select p.split_from into above from payments p where p.organization_id = new.organization_id and p.id = whole;
  end loop;
  select * into there from payments p
  where p.organization_id = new.organization_id and p.participant_id = new.participant_id
    and p.fee_plan_id = new.fee_plan_id and p.period = plain and p.split_from is null and p.id <> whole;
  if whole = new.id and new.status <> 'cancelled' and there.status = 'cancelled' and there.left_at is not null
    and not app.is_split(there) then
    update payments set period = plain || '+' || id where organization_id = there.organization_id and id = there.id;
    there := null;
  end if;
  new.period := case when there.id is null and (goes_back or not comes_cancelled) then plain else plain || '+' || whole end;
  return new;
end
$$;
select app.put_trigger($$keep_both_periods before update of participant_id on payments
  for each row when (new.fee_plan_id is not null and old.participant_id <> new.participant_id)
  execute function app.keep_both_periods()$$);

/* Where the one of several payments of a period goes that has no mark, another one has none from then on: it is not asked for anew. */
create or replace function app.pass_period_on() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payments y set period = old.period
  where y.organization_id = old.organization_id and y.participant_id = old.participant_id and y.fee_plan_id = old.fee_plan_id
    and y.period = (
      select p.period from payments p
      where p.organization_id = old.organization_id and p.participant_id = old.participant_id
        and p.fee_plan_id = old.fee_plan_id and p.split_from is null and starts_with(p.period, old.period || '+')
        -- of a person who was merged into this one stays cancelled: it goes back so
        and (tg_op = 'UPDATE' or p.status <> 'cancelled')
      order by p.status = 'cancelled', p.id limit 1
    );
  return null;
end
$$;
select app.put_trigger($$pass_period_on after delete or update of participant_id on payments
  for each row when (old.fee_plan_id is not null and old.split_from is null and position('+' in old.period) = 0)
  execute function app.pass_period_on()$$);

/*
 * Locks participants of one organisation whose plans are to be looked at by an instant, at most so many and group by group,
 * and answers what their payments go by, with the name of the group that they are in by now; nobody when none is left, or all
 * are at work. Who is just being decided about waits for the next time. Both steps go along the index `fee_enrolments_next`,
 * so that many who are due cost no more than few.
 */
drop function if exists app.claim_fees(timestamptz, integer);
create or replace function app.claim_fees(instant timestamptz, most integer) returns table (
  organization_id uuid, group_id uuid, participant_id uuid, joined_on text, at_once boolean, made_until text,
  language text, group_name jsonb
)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  its uuid;
  today date;
  passed uuid[] := '{}';
begin
  loop
    -- what is looked up row by row is no join, so that the planner goes along the index and stops early
    select e.organization_id into its
    from fee_enrolments e
    where e.next_on <= (instant + interval '1 day')::date and e.left_at is null and e.organization_id <> all (passed)
      and e.next_on <= (
        select (instant at time zone o.time_zone)::date from organizations o where o.id = e.organization_id and o.active
      )
      and (e.kept or e.group_id = (
        select p.group_id from participants p where p.organization_id = e.organization_id and p.id = e.participant_id
      ))
    order by e.next_on, e.organization_id, e.group_id, e.participant_id
    limit 1 for update of e skip locked;
    if its is null then return; end if;
    select (instant at time zone o.time_zone)::date into today from organizations o where o.id = its;
    return query
    with due as materialized (
      select e.* from fee_enrolments e
      where e.organization_id = its and e.next_on <= today and e.left_at is null
        and (e.kept or e.group_id = (
          select p.group_id from participants p where p.organization_id = e.organization_id and p.id = e.participant_id
        ))
      order by e.next_on, e.organization_id, e.group_id, e.participant_id
      limit most for update of e skip locked
    )
    select e.organization_id, e.group_id, e.participant_id, e.joined_on::text, e.at_once, e.made_until,
      p.language, g.name
    from due e
    join participants p on p.organization_id = e.organization_id and p.id = e.participant_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    order by e.group_id, e.participant_id
    for key share of p skip locked;
    exit when found;
    -- all of that organisation are at work: another one's don't wait for them
    passed := passed || its;
  end loop;
end
$$;

/*
 * Lets payments of people go on with this month who are in the archive no more: nobody is asked for months in which they were
 * there, see `restArchived`. Those of whom nothing was made before join now.
 */
create or replace function app.resume_payers(organization uuid, people uuid[]) returns void
language sql volatile security definer set search_path = public, pg_temp
begin atomic
  update fee_enrolments e set next_on = its.today,
    joined_on = case when e.made_until is null then its.today else e.joined_on end,
    made_until = case when e.made_until is not null
      then greatest(e.made_until, to_char(its.today - interval '1 month', 'YYYY-MM')) end
  from organizations o
  cross join lateral (select (now() at time zone o.time_zone)::date as today) as its
  where o.id = organization and e.organization_id = organization and e.participant_id = any (people)
    and e.left_at is null and (e.next_on is null and e.made_until is not null or e.next_on = 'infinity');
end;

/* A group that is taken out of the archive. */
create or replace function app.resume_plans() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.resume_payers(new.organization_id, array(
    select p.id from participants p where p.organization_id = new.organization_id and p.group_id = new.id
  ));
  return null;
end
$$;
select app.put_trigger($$resume_plans after update of archived_at on groups
  for each row when (old.archived_at is not null and new.archived_at is null) execute function app.resume_plans()$$);

/* Who is moved out of a group in the archive; a former plan may go on for them. */
create or replace function app.resume_moved() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from groups former join groups present on present.organization_id = former.organization_id
    where former.organization_id = new.organization_id and former.id = old.group_id and former.archived_at is not null
      and present.id = new.group_id and present.archived_at is null
  ) then
    perform app.resume_payers(new.organization_id, array[new.id]);
  end if;
  return null;
end
$$;
select app.put_trigger($$resume_moved after update of group_id on participants
  for each row when (old.group_id <> new.group_id) execute function app.resume_moved()$$);

/* A group by whose plan people still pay who have moved keeps it: deleted, it would never ask them for anything again. */
create or replace function app.keep_prices() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from fee_enrolments e
    where e.organization_id = old.organization_id and e.group_id = old.id and e.kept and e.left_at is null
  ) then
    raise foreign_key_violation using
      message = 'participants who have moved pay by the plan of this group',
      table = 'fee_enrolments', constraint = 'fee_enrolments_group_fkey';
  end if;
  return old;
end
$$;
select app.put_trigger($$keep_prices before delete on groups for each row execute function app.keep_prices()$$);
