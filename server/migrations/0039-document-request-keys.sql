-- Made by the caller for one request: the call may be repeated when its answer was lost.
alter table document_request add column client_key uuid;
create unique index document_request_client_key on document_request (asked_by, client_key) where client_key is not null;
