-- A day that stands at the price of a trade names the day of that trade. What says it without is made anew, from the first such day on:
-- no earlier state of the holder's has a price of a trade. Decision 0010.
update ledger_head as head set version = version + 1, recompute_from = least(head.recompute_from, stood.day)
from (
  select holder_type, holder_id, min(day) as day from daily_value
  where gaps @> '[{"code": "priceFromTrade"}]' group by holder_type, holder_id
) as stood
where stood.holder_type = head.holder_type and stood.holder_id = head.holder_id;
