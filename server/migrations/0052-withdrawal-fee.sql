-- A withdrawal reserves its fee together with its amount. The fee may be booked by an entry of its own, after the
-- payment: until then it stays reserved. docs/decisions/0175-withdrawal-fee-and-codes.md

alter table cash_reservation
  add column fee numeric not null default 0 check (fee >= 0),
  add column fee_state text not null default 'none' check (fee_state in ('none', 'pending', 'posted', 'voided')),
  -- The ledger entry that is the fee, if it has one of its own.
  add column fee_entry_id bigint;

create unique index cash_reservation_fee_entry on cash_reservation (holder_type, holder_id, fee_entry_id)
  where fee_entry_id is not null;
-- Paid withdrawals whose fee is not booked yet.
create index cash_reservation_fee_pending on cash_reservation (expires_at, request_id)
  where fee_state = 'pending' and state = 'posted';
