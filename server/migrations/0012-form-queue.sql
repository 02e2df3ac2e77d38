-- The submissions that nobody has judged yet: at most one per holder and form. A submission puts its revision here, the decision
-- takes it away; so one of two submissions, and one of two decisions, comes first, and staff's list does not search old revisions.
create table form_waiting (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  revision_id bigint not null references form_revision,
  submitted_at timestamptz(3) not null,
  primary key (holder_type, holder_id, form_type)
);
create index form_waiting_oldest on form_waiting (form_type, submitted_at, revision_id);
