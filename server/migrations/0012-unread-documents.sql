-- Whether the newest version is of the firm and not opened by the holder: the unread ones are counted with each list,
-- also of a holder with thousands of documents.
alter table document add column unread boolean not null default false;

update document set unread = newest.by_admin and newest.opened_at is null
from (
  select distinct on (document_id) document_id, by_admin, opened_at from document_version
  order by document_id, number desc
) newest
where newest.document_id = document.id;

create index document_unread on document (holder_type, holder_id) where unread and deleted_at is null;

create function note_unread() returns trigger language plpgsql as $$
begin
  update document set unread = new.by_admin and new.opened_at is null
  where id = new.document_id and unread is distinct from (new.by_admin and new.opened_at is null)
    and new.number = (select max(number) from document_version where document_id = new.document_id);
  return null;
end $$;
create trigger note_unread after insert or update of opened_at on document_version
  for each row execute function note_unread();
