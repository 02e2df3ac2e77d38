-- Switching four eyes off waits for a second pair of eyes as well: else one person could do it, change a role, and switch it on again.
alter table proposal drop constraint proposal_action_check;
alter table proposal add constraint proposal_action_check
  check (action in ('setRole', 'setClientNumber', 'disable', 'fourEyesOff'));
