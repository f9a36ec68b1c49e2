-- Row-level security would evaluate LIKE row by row (it isn't leakproof), so searching goes through these functions:
-- app.search_<table>(query) gives the ids in the organisation whose `search` holds every word, by the trigram index.
do $loop$
declare
  searched text;
begin
  for searched in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'search' and table_name <> 'staff'
  loop
    execute format($function$
      create or replace function app.search_%1$s(query text) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp
      begin atomic
        with words as (
          select array_agg(pattern order by length(pattern) desc) as patterns
          from regexp_split_to_table(btrim(app.fold(query)), '\s+') as word,
            lateral (select '%%' || regexp_replace(word, '([\\%%_])', '\\\1', 'g') || '%%' as pattern) as its
        )
        select id from %1$s
        where organization_id = app.organization_id()
          -- the index serves single patterns only, so the longest three are given to it one by one
          and search like (select patterns[1] from words)
          and search like (select coalesce(patterns[2], patterns[1]) from words)
          and search like (select coalesce(patterns[3], patterns[1]) from words)
          and search like all ((select patterns from words)::text[]);
      end;
    $function$, searched);
  end loop;
end
$loop$;

/*
 * Participants in scope, as a list that is searched reads them. Row-level security would keep every index from a search
 * for part of a word; this view shows the same rows, and the planner may choose how to find them.
 */
select app.put_view($$app.searchable_participants as
select p.* from participants p
where p.organization_id = app.organization_id() and (app.all_groups() or p.group_id = any (app.group_ids()))$$);
grant select on app.searchable_participants to app_api;

/* Payments in scope likewise, for searches by amount and reference, and for the order of amounts. */
select app.put_view($$app.searchable_payments as
select p.* from payments p
where p.organization_id = app.organization_id() and (app.all_groups() or p.group_id = any (app.group_ids()))$$);
grant select on app.searchable_payments to app_api;
