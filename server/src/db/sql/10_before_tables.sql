-- What the tables themselves need: extensions, and the immutable functions of their checks and generated columns.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

create schema if not exists app;

/* The text in lower case without accents: "Šolski" and "solski" fold to the same. */
create or replace function app.fold(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent', value));

/* Whether a value is a text per language, as { "sl": "…", "en": "…" }. */
create or replace function app.is_texts(value jsonb) returns boolean
language sql immutable parallel safe
return jsonb_typeof(value) = 'object'
  and not jsonb_path_exists(value, '$.keyvalue() ? (@.key != "sl" && @.key != "en" || @.value.type() != "string")');

/* The texts of all languages, one after the other, for searching. */
create or replace function app.all_texts(value jsonb) returns text
language sql immutable parallel safe
return coalesce(value ->> 'sl', '') || ' ' || coalesce(value ->> 'en', '');

/* Whether a value is a weekly schedule of [{ day, start_time "HH:MM", duration in minutes }]. */
create or replace function app.is_schedule(value jsonb) returns boolean
language sql immutable parallel safe
return jsonb_typeof(value) = 'array'
  and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, '$[*] ? (
    @.day like_regex "^(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$"
    && @.start_time like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    && @.duration >= 5 && @.duration <= 1440)'));
