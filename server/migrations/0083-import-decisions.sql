-- What a colleague decided about rows that are not understood: a kind or nothing, with the reason.
alter table import add column decisions jsonb not null default '[]';
comment on column import.decisions is 'Kinds given to rows of the file that were not understood, and rows left out, with the reasons.';
-- Costs that a colleague confirmed for securities transferred in, with the days on which they were acquired.
alter table import add column transfer_costs jsonb not null default '[]';
comment on column import.transfer_costs is 'Confirmed costs of securities transferred in, with the days of their acquisition.';
-- What was decided about a row is offered when another file repeats it.
create index import_decisions on import (id desc) where state = 'confirmed' and decisions <> '[]';

-- A security that is delisted, or a right that expired, may be quoted at nothing.
alter table price drop constraint price_value_check, add constraint price_value_check check (value >= 0) not valid;
