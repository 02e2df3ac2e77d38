-- Instruments that staff leave out of a holder's portfolio by name, with the cash that they moved. Decision 0050.
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in (
  'openingBalance', 'buy', 'sell', 'deposit', 'withdrawal', 'dividend', 'returnOfCapital', 'interest', 'fee', 'tax',
  'transferIn', 'transferOut', 'split', 'exchange', 'fx', 'excluded', 'reversal'));

-- Keys of the instruments that staff chose to leave out of the file.
alter table import add column excluded jsonb not null default '[]';

create table excluded_instrument (
  holder_type text not null,
  holder_id bigint not null,
  -- The custodian's id of it, or its ISIN or ticker.
  key text not null,
  name text not null,
  -- The custodian's word for its kind, such as OPT.
  category text,
  -- As the newest statement that lists open positions has it; null where none did.
  quantity numeric,
  stated_on date,
  -- The import that left it out first: it and the audit log say who did so, and when.
  import_id bigint references import on delete set null,
  primary key (holder_type, holder_id, key)
);
create index excluded_instrument_import on excluded_instrument (import_id) where import_id is not null;
grant delete on excluded_instrument to portico_retention;
