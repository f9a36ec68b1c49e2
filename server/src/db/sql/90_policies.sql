-- Who may touch what. Run last: one loop gives every table with an organization_id its policies, so a new
-- tenant table is safe without being mentioned here; access that is not granted below is denied.

revoke all on all tables in schema public from public, app_api, app_public, app_system;
revoke all on all functions in schema app from public;
grant usage on schema app, public to app_api, app_public, app_system;
-- a process that starts asks whether the database is one of its release, or one that it can run with
grant usage on schema drizzle to app_system;
grant select on drizzle.__drizzle_migrations to app_system;
grant execute on function app.release(), app.compatible_since() to app_system;

do $loop$
declare
  tenant text;
begin
  for tenant in
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
  loop
    perform app.put_policy(format($$tenant on %I to app_api, app_public
      using (organization_id = (select app.organization_id()))
      with check (organization_id = (select app.organization_id()))$$, tenant));
    perform app.put_policy(format('platform on %I to app_system using (true) with check (true)', tenant));
  end loop;

  -- ranks 1 to 3: only what belongs to a group in scope
  for tenant in
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'group_id' and t.table_type = 'BASE TABLE'
      -- which have rules of their own, below
      and c.table_name not in ('fee_enrolments', 'messages')
  loop
    perform app.put_policy(format($$group_scope on %I as restrictive to app_api
      using ((select app.all_groups()) or group_id is null or group_id = any ((select app.group_ids())::uuid[]))$$, tenant));
  end loop;
end
$loop$;

-- what belongs to a participant is seen by those who see the participant
do $loop$
declare
  record_table text;
begin
  foreach record_table in array array[
    'participant_notes', 'participant_changes', 'participant_merges', 'person_links', 'distinct_people',
    'family_separations', 'fee_enrolments', 'mail_people', 'session_absences'
  ] loop
    perform app.put_policy(format($$group_scope on %1$I as restrictive to app_api
      using ((select app.all_groups()) or exists (
        select from participants p where p.organization_id = %1$I.organization_id and p.id = participant_id))$$, record_table));
  end loop;
end
$loop$;

-- the words of a mail are seen by those who see the mail
select app.put_policy($$group_scope on mail_texts as restrictive to app_api
  using ((select app.all_groups()) or exists (
    select from mails m where m.organization_id = mail_texts.organization_id and m.id = mail_id))$$);

-- which payments a mail is about is seen by those who see the payments
select app.put_policy($$group_scope on mail_payments as restrictive to app_api
  using ((select app.all_groups()) or exists (
    select from payments p where p.organization_id = mail_payments.organization_id and p.id = payment_id))$$);

-- which dates a mail is about is seen by those who see the group
select app.put_policy($$group_scope on mail_notices as restrictive to app_api
  using ((select app.all_groups()) or exists (
    select from session_notices n where n.organization_id = mail_notices.organization_id and n.id = notice_id))$$);

-- what a bank tells is of no group, nor are the sums of all payments: only those who see all groups see it
do $loop$
declare
  banking text;
begin
  foreach banking in array array[
    'bank_statements', 'bank_entries', 'bank_entry_payments', 'payment_events'
  ] loop
    perform app.put_policy(format('group_scope on %I as restrictive to app_api using ((select app.all_groups()))', banking));
  end loop;
end
$loop$;

select app.put_policy($$group_scope on groups as restrictive to app_api
  using ((select app.all_groups()) or id = any ((select app.group_ids())::uuid[]))$$);
select app.put_policy($$published on groups as restrictive for select to app_public using (active)$$);
select app.put_policy($$published on session_exceptions as restrictive for select to app_public using (exists (
  select from groups g where g.organization_id = session_exceptions.organization_id and g.id = group_id))$$);

-- a message is seen by its author, and by those who see all groups that it is for
select app.put_policy($$group_scope on messages as restrictive to app_api
  using (
    (select app.all_groups())
    or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
    or cardinality(group_ids) > 0 and group_ids <@ (select app.group_ids())::uuid[]
  )$$);

-- the files of a message are seen by those who see the message
select app.put_policy($$group_scope on message_files as restrictive to app_api
  using ((select app.all_groups()) or exists (
    select from messages m where m.organization_id = message_files.organization_id and m.id = message_id))$$);

select app.put_policy($$own_or_shared on saved_views as restrictive to app_api
  using (account_id is null or account_id = (select nullif(current_setting('app.account_id', true), '')::uuid))$$);

select app.put_policy($$tenant on organizations to app_api, app_public
  using (id = (select app.organization_id())) with check (id = (select app.organization_id()))$$);
-- one that is deleted is not there for visitors, though it can be restored
select app.put_policy($$present on organizations as restrictive for select to app_public using (delete_after is null)$$);
select app.put_policy($$platform on organizations to app_system using (true) with check (true)$$);

-- identity and the platform's own tables belong to app_system alone: no policy for other roles
do $loop$
declare
  identity text;
begin
  foreach identity in array array[
    'accounts', 'account_codes', 'account_identities', 'account_mails', 'sign_ins', 'known_devices', 'mail_pauses',
    'installation_settings',
    'oidc_payloads', 'organization_deletions', 'organization_numbers', 'organization_use', 'passkeys', 'platform_secrets', 'rate_limits',
    'recovery_codes', 'report_mailboxes', 'second_factors', 'backups', 'restorations'
  ] loop
    perform app.put_policy(format('platform on %I to app_system using (true) with check (true)', identity));
    execute format('grant select, insert, update, delete on %I to app_system', identity);
  end loop;
end
$loop$;

-- app_api: the signed-in staff of one organisation
grant select, update on organizations to app_api;
grant select, insert, update, delete on
  locations, categories, form_fields, notification_templates, groups, group_leaders, group_fields,
  group_email_settings, membership_groups, participants, payments, mails, closures, session_exceptions,
  calendar_feeds, saved_views, messages, participant_notes, person_links, distinct_people, families, family_members
  to app_api;
grant select, insert, update on fee_plans, fee_rules, fee_enrolments to app_api;
grant select, insert on
  participant_merges, notification_template_versions, mail_texts, mail_payments, mail_people, mail_choices, session_notices, mail_notices
  to app_api;
grant select, insert, update on bank_statements to app_api;
grant select, insert, delete on bank_entries, bank_entry_payments to app_api;
grant update (aside, updated_at) on bank_entries to app_api;
grant update (rest_version) on bank_entry_payments to app_api;
grant select, insert, update on payment_settings to app_api;
grant select, insert, delete on family_separations, message_files, session_absences to app_api;
grant select, insert, update on bulk_jobs, bulk_job_rows to app_api;
grant select, insert on organization_archives to app_api;
grant select, insert, update on files, imports to app_api;
grant select, insert on activity_log, idempotency_keys to app_api;
grant select, update (ended_at) on applicant_links to app_api;
grant select, insert, update, delete on address_changes to app_api;
grant select on reapplications, participant_changes, payment_events, staff, staff_and_invited to app_api;

-- app_public: visitors read published rows, column by column
grant select (id, name, label, default_language, languages, time_zone, currency, active, embed_origins, profile, contact_email,
  search_indexing, public_holidays, school_breaks)
  on organizations to app_public;
grant select (organization_id, source, name, start_date, end_date, active) on closures to app_public;
grant select (organization_id, id, group_id, kind, date, start_time, new_date, new_start_time, new_duration, location_id,
  reason)
  on session_exceptions to app_public;
grant select (organization_id, id, label, languages, name, description, active, position) on categories to app_public;
grant select (organization_id, id, name, address, google_maps_link) on locations to app_public;
grant select (
  organization_id, id, label, name, description, price_text, languages, active, accept_applications, category_id,
  location_id, start_date, end_date, apply_from, apply_until, age_from, age_to, when_full, schedule,
  background_color, banner_id, banner_alt, created_at
) on groups to app_public;
grant select (organization_id, id, path) on files to app_public;
grant select on group_fields, group_leader_names to app_public;
grant select (
  organization_id, id, label, type, languages, name, description, sensitive, applicant_edit, applicant_edit_until_end,
  purpose, options
) on form_fields to app_public;

-- app_system: identity, worker, ADMIN's lists
grant select, insert, update, delete on
  organizations, memberships, membership_groups, invitations, idempotency_keys to app_system;
grant select on
  locations, categories, form_fields, groups, group_leaders, group_fields, group_email_settings, participants,
  closures, session_exceptions, group_standings to app_system;
grant select, insert on notification_templates, form_fields, activity_log to app_system;
grant select on notification_template_versions to app_system;
grant select, insert on mail_choices to app_system;
grant select, insert, update, delete on mail_texts to app_system;
grant select, delete on files, imports to app_system;
grant select (organization_id, id, created_at, payer_name, payer_iban, reference, text),
  update (payer_name, payer_iban, reference, text) on bank_entries to app_system;
grant select (organization_id, id, created_at, left_out), update (left_out) on bank_statements to app_system;
grant select, insert, update on payments to app_system;
grant select on fee_plans, fee_rules, family_members, payment_settings, mail_payments, mail_people, session_notices, mail_notices, session_absences,
  queue_digests
  to app_system;
grant select, update on fee_enrolments to app_system;
grant select, update, delete on calendar_feeds to app_system;
grant select, insert, update on applicant_links to app_system;
grant select, delete on address_changes to app_system;
grant select on participant_changes to app_system;
grant select, insert, update on mails to app_system;
grant select, update on participant_merges to app_system;
grant select, update, delete on bulk_jobs, messages to app_system;
grant select, delete on message_files to app_system;
grant select on bulk_job_rows to app_system;
grant select, update, delete on organization_archives to app_system;

grant execute on function
  app.fold(text), app.name_words(text), app.phone_digits(text), app.answer_for(jsonb, text), app.day_of(text),
  app.answer_key(text, text), app.answered(jsonb), app.is_texts(jsonb), app.all_texts(jsonb), app.is_schedule(jsonb),
  app.organization_id(), app.all_groups(), app.group_ids() to app_api, app_public, app_system;
grant execute on function app.remove_registration(uuid), app.remove_stale_registrations() to app_system;
grant execute on function app.remove_organization_rows(uuid, integer), app.expire_payments(uuid, date, integer) to app_system;
grant execute on function app.enter(uuid, uuid, text), app.include_group(uuid) to app_api;
grant execute on function app.enter_organization(uuid) to app_api;
grant execute on function app.enter_public(uuid) to app_public, app_system;
grant execute on function app.enter_applicant(uuid, text) to app_api;
grant execute on function app.has_applicant_page(uuid, text) to app_api, app_system;
grant execute on function app.write_applicant_links(text, uuid), app.request_applicant_link(text) to app_system;
grant execute on function app.send_applicant_link(text), app.tell_applicant_changes(text) to app_api;
grant execute on function app.enter_public_at(text, text) to app_public;
grant execute on function app.takes_place(text, timestamptz), app.waits(text, timestamptz) to app_api, app_public, app_system;
grant execute on function app.group_places(uuid[]) to app_api, app_public;
grant execute on function app.all_group_places() to app_public;
grant execute on function app.groups_with_places(), app.bookings(uuid, uuid[], date, date) to app_api;
grant execute on function app.fee_payers(uuid, uuid[], uuid[], date) to app_api, app_system;
grant execute on function app.is_split(payments) to app_api, app_system;
grant execute on function app.give_up_place(uuid, uuid, timestamptz) to app_api;
grant execute on function app.write_payment_mails(uuid, text, uuid[], text, timestamptz), app.reminded(uuid[]),
  app.payment_reminders(uuid[]), app.unreachable(uuid[]), app.last_statement_day(), app.payments_of_mail(uuid) to app_api;
grant execute on function app.session_audience(uuid[], text, text[]), app.write_session_mails(uuid[], text, text[]),
  app.notices_of_mail(uuid) to app_api;
grant execute on function
  app.people_of_mail(uuid), app.mail_owes(uuid), app.mail_tells_news(uuid), app.reached_by_message(uuid),
  app.message_counts(uuid), app.repeat_people(uuid, uuid), app.stop_message_mails(uuid) to app_api;
grant execute on function app.part_siblings(uuid, uuid) to app_system;
grant execute on function app.requeue_payment_mails(uuid) to app_api, app_system;
grant execute on function app.declined_news(uuid, text[]) to app_api, app_system;
grant execute on function app.write_reminders(uuid, timestamptz) to app_system;
grant execute on function app.enrol(uuid, uuid[], date, boolean) to app_api;
grant execute on function app.claim_fees(timestamptz, integer) to app_system;

do $loop$
declare
  search regprocedure;
begin
  for search in select p.oid from pg_proc p where p.pronamespace = 'app'::regnamespace and p.proname like 'search\_%' loop
    execute format('grant execute on function %s to app_api', search);
  end loop;
  -- visitors search groups only
  execute 'grant execute on function app.search_groups(text) to app_public';
end
$loop$;
