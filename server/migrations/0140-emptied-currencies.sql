-- Days that lack a rate are calculated again: a currency whose balance was zero lacked one too, and needs none.
update ledger_head set recompute_from = least(ledger_head.recompute_from, lacking.first_day)
from (
  select holder_type, holder_id, min(day) as first_day from daily_value
  where not complete and gaps @> '[{"code": "rateMissing"}]' group by holder_type, holder_id
) as lacking
where ledger_head.holder_type = lacking.holder_type and ledger_head.holder_id = lacking.holder_id;
