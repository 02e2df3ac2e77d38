-- Why a change is proposed, and why it was declined. The reason for disabling somebody stood in the change itself until now.
alter table proposal
  add column reason text check (length(reason) between 1 and 2000),
  add column decision_reason text check (length(decision_reason) between 1 and 2000);
update proposal set reason = nullif(left(btrim(after ->> 'reason'), 2000), ''), after = after - 'reason'
where action = 'disable' and after ? 'reason';
-- The number that an open proposal reserves is looked up before another holder gets it.
create index proposal_number on proposal ((after ->> 'clientNumber')) where state = 'open' and action = 'setClientNumber';
