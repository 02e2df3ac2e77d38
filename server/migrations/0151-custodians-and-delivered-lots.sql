-- Where the units and the cash of an entry lie, if its row states it (docs/decisions/0314-allocation-by-custodian.md). Entries of a
-- Flex statement lie with Interactive Brokers, which their import says.
alter table ledger_entry add column custodian text;

-- The lots that a delivery in consists of, if they are known (docs/decisions/0315-lots-of-deliveries.md): they sum to the quantity and
-- the cost of their entry. Written with the entry, and known with it.
create table ledger_delivery_lot (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  no int not null,
  -- Null if the day is not known.
  acquired_on date,
  quantity numeric not null check (quantity > 0),
  -- In the entry's currency.
  cost numeric not null check (cost >= 0),
  primary key (holder_type, holder_id, entry_id, no)
);
select append_only('ledger_delivery_lot');
