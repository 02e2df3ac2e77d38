#!/bin/sh
# Run once by the image of PostgreSQL, when it makes its files: the users and the database of docs/operating.md, External database.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set=owner="$OWNER_PASSWORD" --set=portal="$PORTAL_PASSWORD" <<'SQL'
create role portico_owner login password :'owner';
create role portico_portal login password :'portal';
create role portico_app nologin;
create role portico_retention nologin;
grant portico_app, portico_retention to portico_owner, portico_portal;
create database portico owner portico_owner;
\c portico
create extension pg_trgm;
SQL
