-- Checkpoints that a correction or a late rate replaced, each with what was known when it was the ledger's: a portfolio as it was
-- known before is replayed from the nearest one (docs/decisions/0308-former-checkpoints.md). Written by whoever replaces them; an
-- older build only deletes.
create table former_checkpoint (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- As in ledger_checkpoint.
  no int not null,
  day date not null,
  booked_at timestamptz(3) not null,
  entry_id bigint not null,
  state json not null,
  -- What the state names: positions, those of them that were delivered, and currencies of cash.
  instrument_ids bigint[] not null,
  delivered_ids bigint[] not null,
  currencies text[] not null,
  -- What was known when it was replaced.
  last_entry_id bigint not null,
  last_price_id bigint not null,
  last_rate_id bigint not null,
  splits_known_at timestamptz(3) not null,
  fees_in_cost boolean not null,
  base_currency text
);
create index former_checkpoint_holder on former_checkpoint (holder_type, holder_id, id);

revoke update on former_checkpoint from portico_app;
grant delete on former_checkpoint to portico_retention;
