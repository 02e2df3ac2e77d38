-- Reference rates of the European Central Bank as an uploaded or fetched file. docs/decisions/0359-sources-of-prices-and-rates.md

alter table import drop constraint import_format_check;
alter table import add constraint import_format_check
  check (format in ('ibFlex', 'csv', 'openWealth', 'camt', 'mt940', 'mt535', 'semt002', 'mapped', 'ecb')) not valid;
alter table import validate constraint import_format_check;
