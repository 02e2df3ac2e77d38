-- A data field is archived with the values that clients have under it, and can come back with them.
alter table data_field add column archived_at timestamptz(3);
