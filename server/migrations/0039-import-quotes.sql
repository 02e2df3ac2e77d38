-- Every price and rate that a previewed file would write, with the quote before it and what looks wrong about it: whoever confirms the
-- file has seen it, and marked rows are accepted one by one.
create table import_quote (
  import_id bigint not null references import,
  -- Order in the file, from 1.
  place integer not null,
  line integer not null,
  instrument_id bigint references instrument,
  -- Of the rate; a price is in its instrument's.
  currency text,
  day date not null,
  value numeric not null,
  source text not null,
  -- The quote that counts for the day so far, or the next later one where there is none earlier.
  before_value numeric,
  before_day date,
  marks text[] not null default '{}',
  accepted_by bigint references app_user,
  accepted_at timestamptz(3),
  primary key (import_id, place),
  check ((instrument_id is null) <> (currency is null)),
  check ((accepted_by is null) = (accepted_at is null))
);
create index import_quote_marked on import_quote (import_id, place) where marks <> '{}';
create index import_quote_open on import_quote (import_id) where marks <> '{}' and accepted_by is null;
create index import_quote_accepted_by on import_quote (accepted_by) where accepted_by is not null;
