-- Part of `deposits` that nobody paid: what could first be valued on the day. Null where what was paid is unknown, and in rows
-- of builds that did not tell; `net_deposits` is without it.
alter table daily_value add column entered numeric;
-- Days from the first incomplete one on are calculated again: only they can contain such a part.
update ledger_head set recompute_from = least(ledger_head.recompute_from, lacking.first_day)
from (
  select holder_type, holder_id, min(day) as first_day from daily_value where not complete group by holder_type, holder_id
) as lacking
where ledger_head.holder_type = lacking.holder_type and ledger_head.holder_id = lacking.holder_id;
