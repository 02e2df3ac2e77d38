-- Where the units and the cash of an entry lie, if its row states it (docs/decisions/0314-allocation-by-custodian.md). Entries of a
-- Flex statement lie with Interactive Brokers, which their import says.
alter table ledger_entry add column custodian text;
