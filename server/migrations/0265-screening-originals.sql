-- The file of a list as it was uploaded, packed, in the store of files. docs/decisions/0411-originals-of-lists.md
alter table screening_list
  -- Of the packed content, by which the store knows it. `sha256` is of the file itself.
  add column original_sha256 bytea check (length(original_sha256) = 32),
  -- Bytes of the file itself.
  add column original_size bigint;
create index screening_list_original on screening_list (original_sha256) where original_sha256 is not null;
grant update (original_sha256, original_size) on screening_list to portico_app;
