-- What is known of a security that was transferred in or out besides its entry: the day on which it was acquired, which its cost
-- in the contract currency is converted on, and what the custodian says that it was worth on the day. Written with the entry.
create table ledger_delivery (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  acquired_on date,
  -- In the entry's currency, of all units.
  value numeric check (value > 0),
  primary key (holder_type, holder_id, entry_id)
);
select append_only('ledger_delivery');
