-- Retention deletes a client's checkpoints with their ledger, and the quotes that a deleted import showed.
grant delete on ledger_checkpoint to portico_retention;
alter table import_quote drop constraint import_quote_import_id_fkey,
  add constraint import_quote_import_id_fkey foreign key (import_id) references import on delete cascade;
