-- What is known of a trade besides its entry, as tax forms ask for it: the day on which it settled and its venue (ISO 10383), each if the
-- file stated it (docs/decisions/0334-facts-of-tax-forms.md). Written with the entry, as deliveries are (0084).
create table ledger_settlement (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  entry_id bigint not null,
  settled_on date,
  venue text check (venue ~ '^[A-Z0-9]{4}$'),
  check (settled_on is not null or venue is not null),
  primary key (holder_type, holder_id, entry_id)
);
select append_only('ledger_settlement');
