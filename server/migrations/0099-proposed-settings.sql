-- Changes of the firm's settings, of a company's signers and of a reviewed client's name can wait for a second person.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount', 'setDepositInstructions', 'addRepresentatives', 'saveSetting', 'setSigners', 'setName'));
-- A person may propose changes of several settings at once, and each setting has one proposal.
drop index proposal_open;
create unique index proposal_open
  on proposal (holder_type, holder_id, action, coalesce(after ->> 'accountId', after ->> 'setting', ''))
  where state = 'open';
create unique index proposal_open_setting on proposal ((after ->> 'setting')) where state = 'open' and action = 'saveSetting';
