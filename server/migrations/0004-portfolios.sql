-- Instruments, their prices and FX rates; each holder's ledger and what is kept of it: positions, cash, values per day;
-- and the requests that clients make. Why it is cut this way: docs/decisions/0040-portfolio-tables.md.

-- Market data ---------------------------------------------------------------------------------------------------------

create table instrument (
  id bigint generated always as identity primary key,
  name text not null,
  ticker text not null,
  isin text unique check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  asset_class text not null default 'other' check (asset_class in ('equity', 'fund', 'bond', 'commodity', 'other')),
  -- ISO 3166-1 alpha-2 of the issuer.
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz(3) not null default now()
);
-- Search by the beginning of a name, ticker or ISIN.
create index instrument_name_start on instrument (lower(name) text_pattern_ops);
create index instrument_ticker_start on instrument (lower(ticker) text_pattern_ops);
create index instrument_isin_start on instrument (lower(isin) text_pattern_ops);

-- What custodians call an instrument: ('ib', conid), ('wkn', …).
create table instrument_alias (
  source text not null,
  external_id text not null,
  instrument_id bigint not null references instrument,
  primary key (source, external_id)
);
create index instrument_alias_instrument on instrument_alias (instrument_id);

-- One price of an instrument on a day from one source. Never changed: a correction comes from a source of its own name,
-- and of one day the price recorded last counts.
create table price (
  id bigint generated always as identity,
  instrument_id bigint not null references instrument,
  day date not null,
  source text not null,
  -- In the instrument's own currency.
  value numeric not null check (value > 0),
  recorded_at timestamptz(3) not null default now(),
  primary key (instrument_id, day, source)
);
-- "The latest on or before a day" is one step down this index.
create index price_latest on price (instrument_id, day desc, id desc) include (value, source);

-- Units of a currency per one euro on a day, as the ECB quotes. The same rule for corrections.
create table fx_rate (
  id bigint generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  source text not null,
  per_euro numeric not null check (per_euro > 0),
  recorded_at timestamptz(3) not null default now(),
  primary key (currency, day, source)
);
create index fx_rate_latest on fx_rate (currency, day desc, id desc) include (per_euro, source);

-- The ledger ----------------------------------------------------------------------------------------------------------

create sequence ledger_entry_id as bigint;

-- Append-only: the app's role may INSERT and SELECT. Read in the order of its key, which is the order of booking.
create table ledger_entry (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The firm's calendar day, and the instant within it: the source's time, or the day's first moment where it tells none.
  day date not null,
  booked_at timestamptz(3) not null,
  id bigint not null default nextval('ledger_entry_id'),
  timed boolean not null default false,
  kind text not null,
  instrument_id bigint,
  quantity numeric,
  price numeric,
  currency text not null,
  amount numeric not null,
  fee numeric,
  tax numeric,
  cost numeric,
  counter_currency text,
  counter_amount numeric,
  counter_instrument_id bigint,
  counter_quantity numeric,
  reverses bigint,
  -- The custodian's order that a buy or sell is an execution of.
  order_id text,
  -- The custodian's own id of the row, or its fingerprint (with a number among equals) where it has none.
  external_id text not null,
  -- SHA-256 (hex) of all fields as imported: a known id with another fingerprint is refused.
  fingerprint text not null,
  import_id bigint,
  description text,
  recorded_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id, day, booked_at, id)
    include (kind, instrument_id, quantity, price, currency, amount, fee, tax, cost, counter_currency, counter_amount,
             counter_instrument_id, counter_quantity, reverses, timed),
  check (kind in ('openingBalance', 'buy', 'sell', 'deposit', 'withdrawal', 'dividend', 'interest', 'fee', 'tax',
                  'transferIn', 'transferOut', 'split', 'exchange', 'fx', 'reversal')),
  check ((kind = 'reversal') = (reverses is not null))
);
alter sequence ledger_entry_id owned by ledger_entry.id;
create unique index ledger_entry_external on ledger_entry (holder_type, holder_id, external_id) include (fingerprint, id);
-- An entry can be undone once.
create unique index ledger_entry_reverses on ledger_entry (holder_type, holder_id, reverses) include (id) where reverses is not null;
create index ledger_entry_order on ledger_entry (holder_type, holder_id, order_id, day, booked_at, id) where order_id is not null;

-- One row per holder with a ledger: the row that writers lock, the version that readers show, and what the job has to do.
create table ledger_head (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  version bigint not null default 0,
  entries bigint not null default 0,
  first_day date,
  -- Key of the newest entry: what comes after it is appended, what comes before it makes a replay.
  last_day date,
  last_booked_at timestamptz(3),
  last_id bigint,
  -- Deposits and missing rates, which the ledger package keeps beside positions and cash.
  state jsonb not null default '{}',
  -- Daily values are to be made anew from this day on; null where they stand.
  recompute_from date,
  -- A rate of a day that entries lie on came late: positions and cash are to be replayed before anything is shown as settled.
  replay boolean not null default false,
  -- Last day that daily values exist for.
  computed_until date,
  primary key (holder_type, holder_id)
);
create index ledger_head_recompute on ledger_head (recompute_from) where recompute_from is not null;
create index ledger_head_computed on ledger_head (computed_until);

-- What the holder owns of an instrument, kept by the writer in the transaction of its entries. Sold-out ones stay, with
-- their realised gain.
create table position (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  instrument_id bigint not null references instrument,
  quantity numeric not null,
  -- The ledger package's state of this position.
  state jsonb not null,
  primary key (holder_type, holder_id, instrument_id)
);
create index position_instrument on position (instrument_id);

create table cash_balance (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  currency text not null,
  amount numeric not null,
  state jsonb not null,
  primary key (holder_type, holder_id, currency)
);
create index cash_balance_currency on cash_balance (currency);

-- A holder's day in the contract currency: value at its end and what moved it. Made by the job portfolios.daily-values.
create table daily_value (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  day date not null,
  value numeric not null,
  deposits numeric not null,
  price numeric not null,
  fx numeric not null,
  income numeric not null,
  fees numeric not null,
  tax numeric not null,
  -- Deposits up to and with this day.
  net_deposits numeric not null,
  -- False where a price or rate was missing; `gaps` lists them.
  complete boolean not null,
  gaps jsonb not null default '[]',
  -- What was held at the end of a month's last day: making values anew goes on from here, not from the first entry.
  held jsonb,
  primary key (holder_type, holder_id, day)
);
create index daily_value_held on daily_value (holder_type, holder_id, day) where held is not null;

-- Requests of clients ---------------------------------------------------------------------------------------------------

create table transaction_request (
  id bigint generated always as identity unique,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  type text not null check (type in ('deposit', 'withdrawal', 'buy', 'sell')),
  user_msg text not null default '',
  transaction_info jsonb not null,
  -- Made by the client: sending the same request again finds this row.
  request_key text,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  handled_at timestamptz(3),
  handled_by bigint,
  staff_message text,
  primary key (holder_type, holder_id, id),
  unique (holder_type, holder_id, request_key)
);
create index transaction_request_queue on transaction_request (state, created_at desc, id desc);
create index transaction_request_newest on transaction_request (created_at desc, id desc);
create index transaction_request_holder on transaction_request (holder_type, holder_id, created_at desc, id desc);

-- A holder whose portfolio comes from a custodian's own system instead of the portal's ledger.
create table custodian_link (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  base_url text not null check (base_url ~ '^https?://'),
  primary key (holder_type, holder_id)
);

-- Entries, prices and rates are never changed by the portal.
select append_only('ledger_entry'), append_only('price'), append_only('fx_rate');
