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
          select '%%' || regexp_replace(word, '([\\%%_])', '\\\1', 'g') || '%%' as pattern
          from regexp_split_to_table(btrim(app.fold(query)), '\s+') as word
        )
        select id from %1$s
        where organization_id = app.organization_id()
          and search like (select pattern from words order by length(pattern) desc limit 1)
          and search like all (array(select pattern from words));
      end;
    $function$, searched);
  end loop;
end
$loop$;
