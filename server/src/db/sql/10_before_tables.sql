-- What the tables themselves need: extensions, and the immutable functions of their checks and generated columns.
create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;

create schema if not exists app;

/* The text in lower case without accents: "Šolski" and "solski" fold to the same. */
create or replace function app.fold(value text) returns text
language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent', value));

/* The words of a name in one order, folded: `Ana Novák` and `Novak Ana` are alike. */
create or replace function app.name_words(value text) returns text
language sql immutable strict parallel safe
return (
  select string_agg(word, ' ' order by word collate "C")
  from regexp_split_to_table(app.fold(value), '[\s.,''’-]+') as word where word <> ''
);

/*
 * The digits of a telephone number, however it was typed; +386 and 00386 become 0, another country's 00 goes like its +.
 * Without + or 00, 386 is taken for the country only before a whole number: 386 1234 is a local one.
 */
create or replace function app.phone_digits(value text) returns text
language sql immutable strict parallel safe
return regexp_replace(
  case when btrim(value) ~ '^(\+|00)' then regexp_replace(regexp_replace(value, '\D', '', 'g'), '^(00)?3860?', '0')
  else regexp_replace(regexp_replace(value, '\D', '', 'g'), '^3860?(?=\d{8}$)', '0') end,
  '^00', ''
);

/* The first answer with a purpose, as text; null without one, and of a sensitive question. */
create or replace function app.answer_for(answers jsonb, purpose text) returns text
language sql immutable strict parallel safe
return jsonb_path_query_first(
  answers, '$[*] ? (@.purpose == $purpose && !(@.sensitive == true)).text', jsonb_build_object('purpose', purpose)
) #>> '{}';

/* The day that a text writes as YYYY-MM-DD; null for any other text and for days that don't exist. */
create or replace function app.day_of(value text) returns date
language sql immutable strict parallel safe
return case when value ~ '^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' then
  case when substr(value, 9)::integer
    <= extract(day from make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, 1) + interval '1 month - 1 day')
  then make_date(left(value, 4)::integer, substr(value, 6, 2)::integer, substr(value, 9)::integer) end
end;

/* What stands among `app.answered` for one value of a question. */
create or replace function app.answer_key(question text, value text) returns uuid
language sql immutable strict parallel safe
return md5(question || '=' || value)::uuid;

/*
 * What answers can be found by: the field of the catalogue that is answered, or the question of a group's own; a key for
 * each value of a choice or tick (app.answer_key); and the key of `*sensitive`, which is no value, for a sensitive answer.
 */
create or replace function app.answered(answers jsonb) returns uuid[]
language sql immutable strict parallel safe
return coalesce((
  select array_agg(key)
  from jsonb_array_elements(answers) as answer,
    lateral (select coalesce(answer ->> 'form_field_id', answer ->> 'field_id') as id) as question,
    lateral (
      select question.id::uuid as key
      union all
      select app.answer_key(question.id, '*sensitive') where answer -> 'sensitive' = 'true'
      union all
      select app.answer_key(question.id, chosen #>> '{}')
      from jsonb_array_elements(
        case when jsonb_typeof(answer -> 'value') = 'array' then answer -> 'value' else jsonb_build_array(answer -> 'value') end
      ) as chosen
      where answer ->> 'type' in ('single_choice', 'multiple_choice', 'checkbox')
    ) as keys
), '{}');

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

/* A label proposed from a name, as slugOf() of the contract does it; empty for a name without letters and digits. */
create or replace function app.slug(name text) returns text
language sql immutable strict parallel safe
return btrim(left(btrim(regexp_replace(app.fold(name), '[^a-z0-9]+', '-', 'g'), '-'), 70), '-');

/* Words that no organisation may take as its label: the contract's `reservedLabels`. */
create or replace function app.reserved_labels() returns text[]
language sql immutable parallel safe
return array[
  'account', 'activation', 'activity', 'admin', 'api', 'assets', 'attendance', 'auth', 'billing', 'categories',
  'dashboard', 'data-processing-agreement', 'disabled', 'docs', 'email-change', 'embed', 'families', 'files',
  'form-fields', 'groups', 'healthz', 'help', 'import-templates', 'imports', 'installation', 'invitation', 'locations', 'login', 'logout', 'mailbox',
  'messages', 'metrics', 'my', 'notifications', 'oidc', 'organizations', 'owner-change', 'participants', 'payments', 'preview',
  'privacy-policy', 'public', 'readyz', 'register', 'register-success', 'required-password-change', 'reset-password',
  'settings', 'setup', 'static', 'statistics', 'status', 'terms-and-conditions', 'unsubscribe', 'users', 'vpisnik', 'www'
];

/*
 * A label for an organisation that no other has or had within the year: the name's own, else with a number behind it.
 * The caller must hold the lock on labels, so that the label stays free.
 */
create or replace function app.free_label(organization uuid, name text) returns text
language plpgsql volatile set search_path = public, pg_temp as $$
declare
  proposed constant text := coalesce(nullif(app.slug(name), ''), 'organizacija');
  candidate text := proposed;
  number integer := 1;
begin
  while candidate = any (app.reserved_labels())
    or exists (select from organizations o where o.label = candidate and o.id <> organization)
    or exists (
      select from former_organization_labels f
      where f.label = candidate and f.organization_id <> organization and f.replaced_at > now() - interval '1 year'
    )
  loop
    number := number + 1;
    candidate := proposed || '-' || number;
  end loop;
  return candidate;
end
$$;
