-- Interest accrued on a bond is neither a charge nor cost; capital that an issuer pays back reduces the cost. Decision 0010.
alter table ledger_entry add column accrued_interest numeric;
alter table ledger_entry drop constraint ledger_entry_kind_check;
alter table ledger_entry add constraint ledger_entry_kind_check check (kind in (
  'openingBalance', 'buy', 'sell', 'deposit', 'withdrawal', 'dividend', 'returnOfCapital', 'interest', 'fee', 'tax',
  'transferIn', 'transferOut', 'split', 'exchange', 'fx', 'reversal'));
-- The maths read entries from the key's index alone.
alter table ledger_entry drop constraint ledger_entry_pkey;
alter table ledger_entry add primary key (holder_type, holder_id, day, booked_at, id)
  include (kind, instrument_id, quantity, price, currency, amount, fee, tax, accrued_interest, cost, counter_currency,
           counter_amount, counter_instrument_id, counter_quantity, reverses, timed);
