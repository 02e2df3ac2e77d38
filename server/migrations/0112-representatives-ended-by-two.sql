-- Who acts for a company can be changed by a proposal: people who are added, and people whose right ends. While it is
-- open, the right that it would end is suspended.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check check (action in
  ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff', 'setBankAccounts',
   'decideBankAccount', 'setDepositInstructions', 'addRepresentatives', 'setRepresentatives', 'saveSetting',
   'setSigners', 'setName'));

-- Who represents which company today, also those whose right is suspended: they are still counted among the people who
-- must sign.
create view standing_representation with (security_invoker = true) as
  select user_id, company_id, capacity, exists (
    select from proposal
    where proposal.state = 'open' and proposal.action = 'setRepresentatives' and proposal.holder_type = 'company'
      and proposal.holder_id = representation.company_id
      and proposal.after -> 'ended' @> to_jsonb(representation.user_id)
  ) as suspended
  from representation
  where valid_from <= (select firm_today()) and (valid_to is null or valid_to >= (select firm_today()));

-- Who may act for which company today.
create or replace view current_representation with (security_invoker = true) as
  select user_id, company_id, capacity from standing_representation where not suspended;
