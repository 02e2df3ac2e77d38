-- The tables of batches get the name that the portal uses for them. Builds before this one read and write them through views of
-- the former names (docs/decisions/0282). No build reads contract.bulk_id; this one no longer writes it.
alter table contract_bulk rename to contract_batch;
alter table contract_bulk_row rename to contract_batch_row;
alter table contract_batch_row rename column bulk_id to batch_id;

create view contract_bulk as
  select id, contract_type, template_version, contract_data, state, created_at, created_by from contract_batch;
create view contract_bulk_row as
  select batch_id as bulk_id, holder_type, holder_id, state, contract_id, faults from contract_batch_row;
grant delete on contract_bulk_row to portico_retention;
