-- Mappings of tables of other makers to our columns, made by staff (docs/decisions/0355-files-through-mappings.md). Each save is a new
-- version; versions stay, because imports were read with them.
create table import_mapping (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- The current one of its versions.
  version int not null default 1 check (version > 0),
  -- It recognises no file any more, and is offered for none.
  retired_at timestamptz(3)
);
create unique index import_mapping_name on import_mapping (lower(name));
create table import_mapping_version (
  mapping_id bigint not null references import_mapping,
  version int not null check (version > 0),
  mapping jsonb not null,
  saved_by bigint not null references app_user,
  saved_at timestamptz(3) not null default now(),
  primary key (mapping_id, version)
);
create index import_mapping_version_saved_by on import_mapping_version (saved_by);
revoke update, delete on import_mapping_version from portico_app;

-- Whose the file is where it does not say, and the mapping with which it was read, as it was: reading again gives the same.
alter table import add column given_account text, add column mapping jsonb, add column mapping_id bigint, add column mapping_version int;
alter table import add constraint import_mapping_version_fkey
  foreign key (mapping_id, mapping_version) references import_mapping_version not valid;
alter table import validate constraint import_mapping_version_fkey;
create index import_mapping_used on import (mapping_id, mapping_version) where mapping_id is not null;
