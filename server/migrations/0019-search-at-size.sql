-- A text that many have, in the order of names or addresses: the index is read in its order and holds all that the text is looked
-- for in, so that the rows themselves are read for one page only.
drop index app_user_by_name, app_user_by_email;
create index app_user_by_name on app_user (name, id) include (email);
create index app_user_by_email on app_user (email, id) include (name);

-- Whose form waits while they are disabled: the queue is counted by its own index, without these.
create index app_user_disabled_waiting on app_user (id)
  where state = 'disabled' and state_before_disabled in ('pendingKYC', 'pendingReKYC');
create index company_disabled_waiting on company (id)
  where state = 'disabled' and state_before_disabled in ('pendingKYC', 'pendingReKYC');
