-- A change of an owner's share in a company may wait for a second person (docs/decisions/0316-shares-by-two.md). One of each owner of a
-- company is open at a time.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount', 'setDepositInstructions', 'addRepresentatives', 'setRepresentatives', 'saveSetting',
   'setSigners', 'setName', 'setShare'));
drop index proposal_open;
create unique index proposal_open
  on proposal (holder_type, holder_id, action, coalesce(after ->> 'accountId', after ->> 'setting', after ->> 'person', ''))
  where state = 'open';
