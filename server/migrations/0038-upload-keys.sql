-- Made by the caller for one file: the call that begins an upload may be repeated when its answer was lost.
alter table upload add column client_key uuid;
create unique index upload_client_key on upload (created_by, client_key) where client_key is not null;
