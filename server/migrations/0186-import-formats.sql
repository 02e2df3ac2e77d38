-- Files of any custodian and bank: their kinds and formats, and what was recognised. docs/decisions/0351-formats-declare-themselves.md

alter table import drop constraint import_kind_check, drop constraint import_format_check;
alter table import add constraint import_kind_check
  check (kind in ('statement', 'positions', 'cash', 'prices', 'rates', 'lots')) not valid;
alter table import add constraint import_format_check
  check (format in ('ibFlex', 'csv', 'openWealth', 'camt', 'mt940', 'mt535', 'semt002', 'mapped')) not valid;
alter table import validate constraint import_kind_check;
alter table import validate constraint import_format_check;
-- The message of its standard, such as camt.053.001.08, or the broker whose export it is.
alter table import add column message text;
comment on column import.content is 'The file as it was sent, compressed with zstd; null after the import was refused or discarded.';
comment on column import.sha256 is 'Of the file as it was sent; of a text that was sent as such, as UTF-8.';
comment on column import.characters is 'Of its text as it was decoded.';
