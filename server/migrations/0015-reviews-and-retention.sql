-- Asking clients anew: the yearly review and documents about to expire; and deleting what may no longer be kept, under a role
-- of its own. Why it is cut this way: docs/decisions/0073-reviews-and-retention.md.

-- Asking anew -----------------------------------------------------------------------------------------------------------

-- The earliest day on which something in a holder's approved form expires; written with each approval. One row per holder, so
-- that the job does not go through every revision that ever named such a day.
create table form_expiry (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  expires_on date not null,
  -- When the holder was asked for what replaces it; the next approval makes it null again.
  asked_at timestamptz(3),
  primary key (holder_type, holder_id)
);
create index form_expiry_next on form_expiry (expires_on, holder_type, holder_id) where asked_at is null;

insert into form_expiry (holder_type, holder_id, expires_on)
select holder_type, holder_id, expires_on
from (
  select distinct on (holder_type, holder_id) holder_type, holder_id, expires_on
  from form_revision join form_decision on revision_id = form_revision.id and decision = 'approved'
  order by holder_type, holder_id, revision desc
) as approved
where expires_on is not null;

-- With the id, so that a page of those who are due follows the one before.
drop index app_user_review, company_review;
create index app_user_review on app_user (reviewed_on, id) where state = 'postKYC';
create index company_review on company (reviewed_on, id) where state = 'postKYC';

-- Retention -------------------------------------------------------------------------------------------------------------

-- When the job deleted what was kept about the holder, and when it took the name and address out of the row itself, which waits
-- for a person until no company needs to name them any more.
alter table app_user add column records_erased_at timestamptz(3), add column erased_at timestamptz(3);
alter table company add column records_erased_at timestamptz(3), add column erased_at timestamptz(3);
drop index app_user_ended, company_ended;
create index app_user_ended on app_user (ended_at, id) where ended_at is not null and records_erased_at is null;
create index company_ended on company (ended_at, id) where ended_at is not null and records_erased_at is null;
create index app_user_to_erase on app_user (id) where records_erased_at is not null and erased_at is null;
create index company_creator on company (creator_id);

-- Sessions go after a year; the key that points at them must be found without reading every challenge.
create index challenge_session on challenge (session_id) where session_id is not null;
-- What the audit log holds of signing in, as long as it is there.
create index audit_entry_sign_ins on audit_entry (at, chain, position)
  where erased_at is null and action in ('session.opened', 'session.ended', 'session.signedOut',
                                         'session.wrongCookieRefused', 'user.lockedOut', 'user.wrongCodes');

-- What the role for erasing may, and nothing else: delete records of holders and of signing in, take the person out of the rows
-- that stay, and write down that it did.
grant delete on
  form_draft, form_waiting, form_remark, form_step_acceptance, form_expiry, stored_file,
  ledger_head, position, cash_balance, daily_value, transaction_request, custodian_link, holder_account,
  notification, proposal, view_as, staff_task, representation, distribution_group_member,
  sign_in, session, challenge, password_reset, authenticator, passkey, passkey_registration
to portico_retention;
grant update (name, email, phone, password_hash, client_data, preferences, last_company, assigned_to,
              records_erased_at, erased_at) on app_user to portico_retention;
grant update (name, assigned_to, records_erased_at, erased_at) on company to portico_retention;
grant insert on audit_entry to portico_retention;
grant update (position, hash) on audit_head to portico_retention;
-- No retention period ends for what belongs to no client; without a data key nothing that it sealed can be read.
revoke delete on price, fx_rate, data_key from portico_retention;
