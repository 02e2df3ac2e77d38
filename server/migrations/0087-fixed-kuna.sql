-- The kuna has its fixed rate since 2023-01-01, as every currency that the euro replaced; before, its last fixing was used.
update ledger_head as head set
  version = head.version + 1,
  recompute_from = least(head.recompute_from, greatest(head.first_day, '2023-01-01')),
  replay = head.replay or coalesce(head.last_day >= '2023-01-01', false)
where head.first_day is not null and (
  exists (
    select from cash_balance
    where cash_balance.holder_type = head.holder_type and cash_balance.holder_id = head.holder_id and currency = 'HRK')
  or exists (
    select from position join instrument on instrument.id = position.instrument_id
    where position.holder_type = head.holder_type and position.holder_id = head.holder_id
      and (instrument.currency = 'HRK' or 'HRK' = any(instrument.also_quoted)))
  or exists (
    select from holder_account as account
    where account.holder_type = head.holder_type and account.holder_id = head.holder_id and account.base_currency = 'HRK'));
