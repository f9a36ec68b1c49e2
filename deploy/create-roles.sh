#!/usr/bin/env bash
# Makes the database, its owner and the three roles that Vpisnik works as. PostgreSQL's image runs it once, with an empty volume;
# elsewhere an administrator runs it with the PG… variables of psql and the passwords below.
set -euo pipefail
: "${POSTGRES_USER:=postgres}" "${OWNER_PASSWORD:?}" "${API_PASSWORD:?}" "${PUBLIC_PASSWORD:?}" "${SYSTEM_PASSWORD:?}"

psql --username "$POSTGRES_USER" --dbname postgres --quiet --set ON_ERROR_STOP=1 \
  --set owner="$OWNER_PASSWORD" --set api="$API_PASSWORD" --set public="$PUBLIC_PASSWORD" --set system="$SYSTEM_PASSWORD" <<'SQL'
create role vpisnik_owner login password :'owner';
create role app_api login password :'api';
create role app_public login password :'public';
create role app_system login password :'system';
create database vpisnik owner vpisnik_owner template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C';
revoke all on database vpisnik from public;
grant connect on database vpisnik to app_api, app_public, app_system;
SQL
