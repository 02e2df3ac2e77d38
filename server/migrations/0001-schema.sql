-- The schema of the first release: tables, indexes, functions, rights, and the rows that an installation starts with.
-- Append-only from that release on: never change a released migration, add one with the next number
-- (docs/decisions/0120-folded-migrations.md).
--
-- Sections: default rights, search, people, companies, signing in, holders' accounts, settings, encryption keys, forms,
-- files, market data, ledgers and portfolios, client requests, imports, notifications and staff work, audit log,
-- jobs and technical tables, retention rights.
--
-- A holder is a user or a company, named by holder_type and holder_id.

-- Default rights ------------------------------------------------------------------------------------------------------

-- Indexes of three-letter parts, with which search finds any part of a text.
create extension if not exists pg_trgm;

grant usage on schema public to portico_app, portico_retention;
-- The default rights of the roles on every table and sequence created below and in later migrations.
alter default privileges in schema public grant select, insert, update, delete on tables to portico_app;
alter default privileges in schema public grant usage, select on sequences to portico_app;
alter default privileges in schema public grant select on tables to portico_retention;
-- The migrator created its list before these defaults existed; /ready reads it.
grant select on kysely_migration to portico_app;

-- Makes a table append-only: the application may INSERT and SELECT, and only the retention role may delete.
create function append_only(name regclass) returns void
language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from portico_app', name);
  execute format('grant delete on %s to portico_retention', name);
end
$$;
revoke execute on function append_only(regclass) from public;

-- Search --------------------------------------------------------------------------------------------------------------

-- Lower case, without the marks on Latin letters: "wojcik" finds Wójcik. The Cyrillic й is a separate letter and stays.
-- server/database/list-page.queries.ts contains the same letters; a test compares them.
create function without_marks(text) returns text language sql immutable parallel safe
return translate(lower(normalize($1)),
  'àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ',
  'aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy');

-- Latin letters in which the usual spellings of a name are equal: Юлия, Yuliya and Iulia; "petrov" finds Петров.
-- server/database/list-page.queries.ts contains the same steps; a test compares them.
create function search_folded(text) returns text language sql immutable parallel safe
return replace(replace(translate(
  replace(replace(replace(replace(replace(replace(replace(without_marks($1),
    'щ', 'sht'), 'ш', 'sh'), 'ч', 'ch'), 'ж', 'zh'), 'ц', 'ts'), 'ю', 'iu'), 'я', 'ia'),
  'абвгдезийклмнопрстуфхъыьэёіїєґўy', 'abvgdeziiklmnoprstufhaiieeiieg' || 'ui'),
  'ii', 'i'), 'x', 'ks');

-- People --------------------------------------------------------------------------------------------------------------

-- A person with an account: a client, a representative of a company, or staff.
create table app_user (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  name text not null,
  phone text,
  -- Argon2id in PHC format.
  password_hash text not null,
  role text not null default 'client' check (role in ('client', 'office', 'internal', 'admin')),
  -- Has or ever had a staff role: enabling them or resetting their second factor always takes two people.
  ever_staff boolean not null default false,
  state text not null default 'preKYC'
    check (state in ('preKYC', 'pendingKYC', 'postKYC', 'returnedKYC', 'pendingReKYC', 'rejected', 'disabled')),
  -- The state before `disabled`, which enabling restores.
  state_before_disabled text,
  -- Values of the data fields, by label.
  client_data jsonb not null default '{}',
  preferences jsonb not null default '{}',
  -- The company for which the user acted last.
  last_company bigint,
  assigned_to bigint references app_user,
  -- The day of the last approval, from which the yearly review counts.
  reviewed_on date,
  -- When the relationship ended, from which retention counts.
  ended_at timestamptz(3),
  -- Legal hold: retention deletes nothing.
  held boolean not null default false,
  -- When retention deleted the person's records.
  records_erased_at timestamptz(3),
  -- When retention emptied this row, which waits until no company needs to name the person.
  erased_at timestamptz(3),
  -- The first correct code confirms the address.
  email_confirmed_at timestamptz(3),
  -- Sensitive actions are refused for 24 hours after a reset.
  password_reset_at timestamptz(3),
  -- The person's own choice: with an app or a passkey, the mailed code does not sign them in.
  own_factor_required boolean not null default false,
  search_text text not null generated always as (search_folded(name || ' ' || email)) stored,
  created_at timestamptz(3) not null default now(),
  unique (email)
);

-- A trigger, so that every way to give a role records it.
create function remember_staff() returns trigger language plpgsql as $$
begin
  new.ever_staff := new.ever_staff or new.role <> 'client';
  return new;
end $$;
create trigger remember_staff before insert or update of role on app_user
  for each row execute function remember_staff();

-- One index per filter and order of the staff's list of users, so that no page reads or sorts more rows than it shows.
create index app_user_newest on app_user (created_at, id);
create index app_user_by_state on app_user (state, created_at, id);
create index app_user_by_state_name on app_user (state, name, id);
create index app_user_by_state_email on app_user (state, email, id);
create index app_user_assigned on app_user (assigned_to, state, created_at, id);
create index app_user_search on app_user using gin (search_text gin_trgm_ops);
-- With the searched text: a search with many results is answered from the index in the order of the list.
create index app_user_by_name on app_user (name, id) include (search_text);
create index app_user_by_email on app_user (email, id) include (search_text);
-- Staff are few; they are found and counted without reading the clients.
create index app_user_staff on app_user (role, name, id) where role <> 'client';
-- Subtracted when waiting forms are counted: staff do not see the forms of disabled users.
create index app_user_disabled_waiting on app_user (id)
  where state = 'disabled' and state_before_disabled in ('pendingKYC', 'pendingReKYC');
-- For the foreign key, which is checked when a started company is deleted.
create index app_user_last_company on app_user (last_company) where last_company is not null;
-- For the yearly review and for retention.
create index app_user_review on app_user (reviewed_on, id) where state = 'postKYC';
create index app_user_ended on app_user (ended_at, id) where ended_at is not null and records_erased_at is null;
create index app_user_to_erase on app_user (id) where records_erased_at is not null and erased_at is null;
create index app_user_held on app_user (id) where held;

-- What staff record about clients.
create table data_field (
  id bigint generated always as identity primary key,
  label text not null check (label = btrim(label) and label <> ''),
  created_at timestamptz(3) not null default now()
);
-- Names that differ only in case are the same name, here and for groups and saved views.
create unique index data_field_label on data_field (lower(label));

-- Groups of users that receive notifications and mails together; the members follow when a group is renamed.
create table distribution_group (
  name text primary key check (name = btrim(name) and name <> ''),
  created_at timestamptz(3) not null default now()
);
create unique index distribution_group_name on distribution_group (lower(name));
create table distribution_group_member (
  group_name text not null references distribution_group on update cascade on delete cascade,
  user_id bigint not null references app_user,
  primary key (group_name, user_id)
);
create index distribution_group_member_user on distribution_group_member (user_id);

-- Companies -----------------------------------------------------------------------------------------------------------

create table company (
  id bigint generated always as identity primary key,
  -- The legal name in the last submitted form; empty before.
  name text not null default '',
  -- From the draft, unencrypted: both are in public registers, and staff's lists and search need them.
  draft_name text not null default '',
  register_number text not null default '',
  state text not null default 'preKYC'
    check (state in ('preKYC', 'pendingKYC', 'postKYC', 'returnedKYC', 'pendingReKYC', 'rejected', 'disabled')),
  state_before_disabled text,
  creator_id bigint not null references app_user,
  assigned_to bigint references app_user,
  -- These five have the same meaning as in app_user.
  reviewed_on date,
  ended_at timestamptz(3),
  held boolean not null default false,
  records_erased_at timestamptz(3),
  erased_at timestamptz(3),
  search_text text not null
    generated always as (search_folded(name || ' ' || draft_name || ' ' || register_number)) stored,
  created_at timestamptz(3) not null default now()
);
-- A user has at most one company that was started and not yet decided.
create unique index company_started on company (creator_id) where state in ('preKYC', 'pendingKYC', 'returnedKYC');
-- A company that was never approved is filled in by its creator: every check of a session searches for it.
create index company_begun on company (creator_id) where reviewed_on is null;
create index company_creator on company (creator_id);
-- The staff's list of companies, as for users.
create index company_newest on company (created_at, id);
create index company_by_name on company (name, id);
create index company_by_state on company (state, created_at, id);
create index company_by_state_name on company (state, name, id);
create index company_assigned on company (assigned_to, state, created_at, id);
create index company_search on company using gin (search_text gin_trgm_ops);
create index company_disabled_waiting on company (id)
  where state = 'disabled' and state_before_disabled in ('pendingKYC', 'pendingReKYC');
-- For the yearly review and for retention.
create index company_review on company (reviewed_on, id) where state = 'postKYC';
create index company_ended on company (ended_at, id) where ended_at is not null and records_erased_at is null;

-- Added here because the two tables refer to each other.
alter table app_user add foreign key (last_company) references company;

-- Who acts for which company; repCompanies is derived from it.
create table representation (
  user_id bigint not null references app_user,
  company_id bigint not null references company,
  capacity text not null default 'statutory',
  valid_from date not null default current_date,
  valid_to date,
  primary key (user_id, company_id, valid_from)
);
create index representation_company on representation (company_id, user_id);

-- Signing in ----------------------------------------------------------------------------------------------------------

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- SHA-256 of the two parts of the session's secret; a session without the second part belongs to a program.
  token_hash bytea not null unique,
  bind_hash bytea,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text,
  -- Until then a confirmation by code (check-validation) allows one sensitive call; the factor that confirmed.
  fresh_until timestamptz(3),
  fresh_factor text
);
create index session_open on session (user_id) where ended_at is null;

-- An attempt to sign in or to confirm an action, and the code that completes it. Wrong codes are counted per challenge.
create table challenge (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  purpose text not null check (purpose in ('signIn', 'validation')),
  -- SHA-256 of the secret that only the caller who gave the password received; null for a confirmation in a session.
  secret_hash bytea unique,
  session_id bigint references session,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  -- HMAC of the six digits; null while no code was mailed because another factor is asked for.
  code_hash bytea,
  code_expires_at timestamptz(3),
  codes_sent smallint not null default 0,
  tries integer not null default 0,
  used_at timestamptz(3),
  -- The challenge that the passkey signs.
  webauthn_challenge text,
  constraint challenge_has_owner check (purpose <> 'signIn' or secret_hash is not null or used_at is not null)
);
create index challenge_user on challenge (user_id, purpose, id desc);
-- For retention, which deletes sessions: the foreign key is checked without reading every challenge.
create index challenge_session on challenge (session_id) where session_id is not null;

-- Wrong passwords and codes per account and origin (a known browser, a network, a session). The account is the hash of
-- its e-mail, so that an e-mail without an account is counted in the same way. A job deletes rows older than a day.
create table sign_in_failure (
  kind text not null check (kind in ('password', 'code')),
  account bytea not null,
  origin text not null,
  count integer not null default 0,
  since timestamptz(3) not null default now(),
  blocked_until timestamptz(3),
  -- When the person was last notified by mail.
  told_at timestamptz(3),
  primary key (kind, account, origin)
);
create index sign_in_failure_age on sign_in_failure (since);

-- Browsers in which a user signed in before, by the SHA-256 of their cookie: their failures are counted separately.
create table known_browser (
  user_id bigint not null references app_user,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, token_hash)
);

create table password_reset (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  string_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_reset_user on password_reset (user_id);

create table authenticator (
  user_id bigint primary key references app_user,
  -- Encrypted with the firm's key.
  secret bytea not null,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  -- Time step of the last accepted code: a code is accepted once.
  last_step bigint
);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_user on passkey (user_id);

create table passkey_registration (
  user_id bigint primary key references app_user,
  webauthn_challenge text not null,
  expires_at timestamptz(3) not null
);

-- An attempt to sign in with a passkey alone, before the user is known.
create table passkey_challenge (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  webauthn_challenge text not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenge_age on passkey_challenge (expires_at);

-- Codes for people who lost their app or passkey, as keyed hashes, each usable once.
create table recovery_code (
  user_id bigint not null references app_user,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- One row per sign-in: from which place and with which device.
create table sign_in (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  session_id bigint not null unique references session,
  ip text not null,
  country text,
  country_code text,
  city text,
  os text not null,
  browser_name text not null,
  created_at timestamptz(3) not null default now()
);
create index sign_in_user on sign_in (user_id, id desc);

-- Holders' accounts ---------------------------------------------------------------------------------------------------

-- A holder's account number at the custodian and the currency in which the portfolio is valued.
create table holder_account (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  client_number text unique,
  base_currency text not null default 'EUR' check (base_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz(3) not null default now(),
  primary key (holder_type, holder_id)
);
create index holder_account_number_start on holder_account (lower(client_number) text_pattern_ops);
create index holder_account_number_parts on holder_account using gin (lower(client_number) gin_trgm_ops);

-- A holder whose portfolio comes from a custodian's system instead of the portal's ledger.
create table custodian_link (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  base_url text not null check (base_url ~ '^https?://'),
  primary key (holder_type, holder_id)
);

-- Settings ------------------------------------------------------------------------------------------------------------

-- The firm's settings by name. A setting without a row has the value delivered in the code.
create table setting (
  name text primary key,
  data jsonb not null,
  updated_at timestamptz(3) not null default now(),
  updated_by bigint
);

-- Every version of the settings that forms refer to: a declaration's text must be readable as long as the form is kept.
create table setting_version (
  name text not null,
  -- The name of the declaration; empty where the setting has one version as a whole.
  part text not null,
  version integer not null check (version > 0),
  data jsonb not null,
  saved_at timestamptz(3) not null default clock_timestamp(),
  saved_by bigint references app_user,
  primary key (name, part, version)
);
create index setting_version_saved_by on setting_version (saved_by) where saved_by is not null;
revoke update, delete on setting_version from portico_app;

-- The first versions, as delivered.
insert into setting_version (name, part, version, data) values
  ('declarationTexts', 'terms', 1,
   '{"en": "I have read and accept the terms and conditions for investment services and the tariff of fees and commissions.", "bg": "Прочетох и приемам общите условия за инвестиционни услуги и тарифата за таксите и комисионите.", "pl": "Znam i akceptuję regulamin świadczenia usług inwestycyjnych oraz tabelę opłat i prowizji."}'),
  ('declarationTexts', 'privacy', 1,
   '{"en": "I have read how my personal data are processed, and that the law requires them to be kept for five years after the business relationship ends.", "bg": "Запознах се с начина, по който се обработват личните ми данни, и с това, че законът изисква да се съхраняват пет години след прекратяване на деловите взаимоотношения.", "pl": "Znam zasady przetwarzania moich danych osobowych i wiem, że prawo wymaga ich przechowywania przez pięć lat od zakończenia stosunków gospodarczych."}'),
  ('declarationTexts', 'truth', 1,
   '{"en": "My answers are true and complete. I will notify changes without delay. I know that a false declaration can be punished by law.", "bg": "Отговорите ми са верни и пълни. Ще съобщавам за промени незабавно. Известна ми е наказателната отговорност за деклариране на неверни данни.", "pl": "Moje odpowiedzi są prawdziwe i kompletne. Niezwłocznie zgłoszę zmiany. Znana jest mi odpowiedzialność karna za złożenie fałszywego oświadczenia."}'),
  ('declarationTexts', 'risk', 1,
   '{"en": "I understand that investments can lose value, and that past returns do not guarantee future ones.", "bg": "Разбирам, че стойността на инвестициите може да намалее и че доходността в минали периоди не гарантира бъдеща доходност.", "pl": "Rozumiem, że inwestycje mogą tracić na wartości, a wyniki z przeszłości nie gwarantują przyszłych wyników."}'),
  ('declarationTexts', 'electronicSignature', 1,
   '{"en": "I agree that signing in this portal with a one-time code has the force of a handwritten signature in dealings with the investment firm.", "bg": "Съгласявам се подписването в този портал с еднократен код да има силата на саморъчен подпис в отношенията с инвестиционния посредник.", "pl": "Wyrażam zgodę na to, aby podpis złożony w tym portalu kodem jednorazowym był w stosunkach z firmą inwestycyjną równoważny podpisowi własnoręcznemu."}'),
  ('declarationTexts', 'marketing', 1,
   '{"en": "The investment firm may send me news and offers. I can withdraw this consent at any time.", "bg": "Инвестиционният посредник може да ми изпраща новини и предложения. Мога да оттегля съгласието си по всяко време.", "pl": "Firma inwestycyjna może przesyłać mi informacje i oferty. Zgodę mogę cofnąć w każdej chwili."}'),
  ('declarationTexts', 'taxCertification', 1,
   '{"en": "I certify that the countries and numbers above are correct and complete, and I will notify any change within 30 days.", "bg": "Потвърждавам, че посочените държави и номера са верни и пълни, и се задължавам да съобщя за всяка промяна в срок до 30 дни.", "pl": "Oświadczam, że podane kraje i numery są prawidłowe i kompletne, i zobowiązuję się zgłosić każdą zmianę w ciągu 30 dni."}'),
  ('declarationTexts', 'authorityConfirmed', 1,
   '{"en": "I confirm that this person is entitled to act for the company as stated.", "bg": "Потвърждавам, че това лице има право да действа от името на дружеството, както е посочено.", "pl": "Potwierdzam, że ta osoba jest uprawniona do działania w imieniu firmy w podany sposób."}'),
  ('amountBands', '', 1,
   '{"limits": {"amountBand": [10000, 50000, 100000, 250000, 1000000], "incomeBand": [10000, 25000, 50000, 100000, 250000], "wealthBand": [10000, 50000, 250000, 1000000], "businessBand": [100000, 500000, 2000000, 10000000], "tradeVolume": [10000, 50000, 250000]}, "fundsProofFrom": 100000, "wealthSourceFrom": 1000000}');

-- The firm's logos, drawn again from what staff uploaded. The bytes are in the files port (adapters/files), by SHA-256.
create table brand_logo (
  sha256 bytea primary key check (length(sha256) = 32),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_by bigint not null references app_user,
  uploaded_at timestamptz(3) not null default now(),
  -- When it was first saved as the firm's logo: it is then never deleted, because the audit log names it.
  kept_at timestamptz(3)
);
create index brand_logo_uploaded_by on brand_logo (uploaded_by);

-- Filters, order and columns of a staff list, under a name that all staff share.
create table saved_view (
  id bigint generated always as identity primary key,
  list text not null check (list in ('users', 'companies', 'forms')),
  name text not null check (name = btrim(name) and name <> ''),
  query jsonb not null,
  created_by bigint not null references app_user,
  created_at timestamptz(3) not null default now()
);
create unique index saved_view_name on saved_view (list, lower(name));

-- Encryption keys -----------------------------------------------------------------------------------------------------

-- Data keys, encrypted with the firm's key; data encrypted with one starts with its id. None is ever deleted, since
-- nothing encrypted with it could be read any more.
create table data_key (
  id bigint generated always as identity primary key,
  purpose text not null,
  wrapped text not null,
  created_at timestamptz(3) not null default now()
);
create index data_key_newest on data_key (purpose, id desc);
revoke update, delete on data_key from portico_app;

-- Forms ---------------------------------------------------------------------------------------------------------------

-- Answers are encrypted as a whole (server/secrets): the data key's id, the nonce, the encrypted text.
create table form_draft (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  -- Raised by each saved change, so that a change based on an older version is refused.
  version integer not null default 1,
  answers bytea not null,
  -- The revision that it renews; null for a first form.
  based_on integer,
  -- Steps that must be renewed; null where the whole form is open.
  renew text[],
  -- The last open step, where another device continues.
  current_step text,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  changed_by bigint not null references app_user,
  primary key (holder_type, holder_id, form_type)
);

-- One submission of a form.
create table form_revision (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  revision integer not null check (revision > 0),
  answers bytea not null,
  -- SHA-256 of the content before encryption; the audit entry contains it too.
  content_hash bytea not null,
  -- The earliest day on which something in it expires, so that jobs need not decrypt it.
  expires_on date,
  submitted_at timestamptz(3) not null default now(),
  submitted_by bigint not null references app_user,
  -- Filled in by staff; that person may never approve it.
  by_admin boolean not null default false,
  unique (holder_type, holder_id, form_type, revision)
);
create index form_revision_newest on form_revision (form_type, submitted_at desc, id desc);
create index form_revision_expiring on form_revision (expires_on) where expires_on is not null;
select append_only('form_revision');

-- Submissions without a decision, at most one per holder and form. The submission inserts the row and the decision
-- deletes it: of two submissions or two decisions at once only the first succeeds, and lists read no other revisions.
create table form_waiting (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  form_type text not null check (form_type in ('KYC', 'companyKYC')),
  revision_id bigint not null references form_revision,
  submitted_at timestamptz(3) not null,
  primary key (holder_type, holder_id, form_type)
);
create index form_waiting_oldest on form_waiting (form_type, submitted_at, revision_id);
create index form_waiting_revision on form_waiting (revision_id);

create table form_step_acceptance (
  revision_id bigint not null references form_revision,
  step text not null,
  accepted_by bigint not null references app_user,
  accepted_at timestamptz(3) not null default now(),
  primary key (revision_id, step)
);

create table form_decision (
  revision_id bigint primary key references form_revision,
  decision text not null check (decision in ('approved', 'returned', 'rejected')),
  reason text,
  decided_by bigint not null references app_user,
  decided_at timestamptz(3) not null default now()
);
select append_only('form_decision');

-- A reviewer's remarks on a field or step of a revision.
create table form_remark (
  id bigint generated always as identity primary key,
  revision_id bigint not null references form_revision,
  -- Path of the field, or name of the step.
  path text not null,
  audience text not null check (audience in ('client', 'staff')),
  text text not null,
  author_id bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  withdrawn_at timestamptz(3)
);
create index form_remark_revision on form_remark (revision_id, id);

-- The earliest day on which something in a holder's approved form expires, written with each approval: the job reads
-- one row per holder instead of every revision.
create table form_expiry (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  expires_on date not null,
  -- When the holder was asked for a replacement; the next approval sets it to null.
  asked_at timestamptz(3),
  primary key (holder_type, holder_id)
);
create index form_expiry_next on form_expiry (expires_on, holder_type, holder_id) where asked_at is null;

-- Every complete attempt at a form's knowledge test: a score of the third attempt means less than one of the first.
create table knowledge_attempt (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The version of the questionnaire.
  version text not null,
  -- Encrypted: the chosen option of each question.
  answers bytea not null,
  right_answers smallint not null,
  questions smallint not null,
  answered_at timestamptz(3) not null default now(),
  answered_by bigint not null references app_user
);
create index knowledge_attempt_of_holder on knowledge_attempt (holder_type, holder_id, id);
create index knowledge_attempt_answered_by on knowledge_attempt (answered_by);
select append_only('knowledge_attempt');

-- Files ---------------------------------------------------------------------------------------------------------------

-- Files of holders. The bytes are in the files port (adapters/files), encrypted, by SHA-256.
create table stored_file (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Of the content before encryption, by which the files port finds it. Several rows may share one content.
  sha256 bytea not null check (length(sha256) = 32),
  size integer not null check (size > 0),
  media_type text not null,
  name text not null,
  -- `quarantined` until the virus check; only `clean` files can be downloaded; content of a `refused` one is deleted.
  state text not null check (state in ('quarantined', 'clean', 'refused')),
  refused_because text,
  uploaded_by bigint not null references app_user,
  -- Uploaded by staff for the holder.
  by_admin boolean not null default false,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  -- When a submission first referred to it: it is then kept.
  kept_at timestamptz(3),
  check ((state = 'refused') = (refused_because is not null)),
  check ((state = 'quarantined') = (checked_at is null))
);
create index stored_file_holder on stored_file (holder_type, holder_id, id);
create index stored_file_content on stored_file (sha256);
create index stored_file_quarantined on stored_file (created_at, id) where state = 'quarantined';
create index stored_file_uploader on stored_file (uploaded_by);

-- Market data ---------------------------------------------------------------------------------------------------------

create table instrument (
  id bigint generated always as identity primary key,
  name text not null,
  ticker text not null,
  isin text unique check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  asset_class text not null default 'other' check (asset_class in ('equity', 'fund', 'bond', 'commodity', 'other')),
  -- ISO 3166-1 alpha-2 code of the issuer's country.
  country text check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz(3) not null default now()
);
-- Search by the start of a name, ticker or ISIN.
create index instrument_name_start on instrument (lower(name) text_pattern_ops);
create index instrument_ticker_start on instrument (lower(ticker) text_pattern_ops);
create index instrument_isin_start on instrument (lower(isin) text_pattern_ops);

-- Custodians' ids of an instrument: ('ib', conid), ('wkn', …).
create table instrument_alias (
  source text not null,
  external_id text not null,
  instrument_id bigint not null references instrument,
  primary key (source, external_id)
);
create index instrument_alias_instrument on instrument_alias (instrument_id);

-- Units of an instrument that became other units on a day, for every holder. Written with the first entry that books
-- the split, updated by one of more units, whose ratio is more exact, and deleted with the last such entry.
create table instrument_split (
  instrument_id bigint not null references instrument,
  day date not null,
  from_units numeric not null check (from_units > 0),
  into_units numeric not null check (into_units > 0),
  primary key (instrument_id, day)
);

-- An instrument's price on a day from one source. Never changed or deleted: a correction has a source name of its own,
-- and of several prices for a day the one recorded last counts.
create table price (
  id bigint generated always as identity,
  instrument_id bigint not null references instrument,
  day date not null,
  source text not null,
  -- In the instrument's currency.
  value numeric not null check (value > 0),
  recorded_at timestamptz(3) not null default now(),
  primary key (instrument_id, day, source)
);
-- The latest price on or before a day is the first entry found in this index.
create index price_latest on price (instrument_id, day desc, id desc) include (value, source);
revoke update, delete on price from portico_app;

-- Units of a currency per euro on a day, as quoted by the ECB. Corrected as prices are.
create table fx_rate (
  id bigint generated always as identity,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  day date not null,
  source text not null,
  per_euro numeric not null check (per_euro > 0),
  recorded_at timestamptz(3) not null default now(),
  primary key (currency, day, source)
);
create index fx_rate_latest on fx_rate (currency, day desc, id desc) include (per_euro, source);
revoke update, delete on fx_rate from portico_app;

-- One row whose version is raised in the transaction of every new price, new rate or changed instrument: answers
-- calculated from market data are cached in memory until the version changes.
create table market_version (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 0
);
insert into market_version default values;

create function raise_market_version() returns trigger language plpgsql as $$
begin
  update market_version set version = version + 1;
  return null;
end $$;
create trigger price_recorded after insert on price
  for each statement execute function raise_market_version();
create trigger fx_rate_recorded after insert on fx_rate
  for each statement execute function raise_market_version();
create trigger instrument_changed after insert or update on instrument
  for each statement execute function raise_market_version();

-- Ledgers and portfolios ----------------------------------------------------------------------------------------------

-- The reasons for these tables: docs/decisions/0040-portfolio-tables.md.
create sequence ledger_entry_id as bigint;

-- A holder's dated transactions, in the order of booking, which is the order of the key.
create table ledger_entry (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- The firm's calendar day, and the instant in it: the source's time, or the day's first instant where it gives none.
  day date not null,
  booked_at timestamptz(3) not null,
  id bigint not null default nextval('ledger_entry_id'),
  timed boolean not null default false,
  kind text not null check (kind in (
    'openingBalance', 'buy', 'sell', 'deposit', 'withdrawal', 'dividend', 'returnOfCapital', 'interest', 'fee', 'tax',
    'transferIn', 'transferOut', 'split', 'exchange', 'fx', 'excluded', 'reversal')),
  instrument_id bigint,
  quantity numeric,
  price numeric,
  currency text not null,
  amount numeric not null,
  fee numeric,
  tax numeric,
  -- Paid or received with a bond: neither a fee nor cost (decision 0010).
  accrued_interest numeric,
  cost numeric,
  counter_currency text,
  counter_amount numeric,
  counter_instrument_id bigint,
  counter_quantity numeric,
  reverses bigint,
  -- The custodian's order of which a buy or sell is an execution.
  order_id text,
  -- The custodian's id of the row; without one, its fingerprint, numbered where several rows are equal.
  external_id text not null,
  -- SHA-256 (hexadecimal) of all imported fields: a known id with another fingerprint is refused.
  fingerprint text not null,
  import_id bigint,
  description text,
  recorded_at timestamptz(3) not null default now(),
  -- Includes the columns of the calculations, which therefore read the index alone.
  primary key (holder_type, holder_id, day, booked_at, id)
    include (kind, instrument_id, quantity, price, currency, amount, fee, tax, accrued_interest, cost, counter_currency,
             counter_amount, counter_instrument_id, counter_quantity, reverses, timed),
  check ((kind = 'reversal') = (reverses is not null))
);
alter sequence ledger_entry_id owned by ledger_entry.id;
create unique index ledger_entry_external on ledger_entry (holder_type, holder_id, external_id)
  include (fingerprint, id);
-- An entry can be reversed once.
create unique index ledger_entry_reverses on ledger_entry (holder_type, holder_id, reverses) include (id)
  where reverses is not null;
create index ledger_entry_order on ledger_entry (holder_type, holder_id, order_id, day, booked_at, id)
  where order_id is not null;
select append_only('ledger_entry');

-- Analyses the table after a large import. Autovacuum does so up to a minute later, and until then a page of orders of
-- 100,000 entries took seconds. It runs with the owner's rights, because the application's role may not analyse.
create function follow_ledger_growth() returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (select n_mod_since_analyze > greatest(5000, n_live_tup / 10) from pg_stat_user_tables where relid = 'public.ledger_entry'::regclass) then
    analyze public.ledger_entry;
  end if;
end $$;
revoke execute on function follow_ledger_growth() from public;
grant execute on function follow_ledger_growth() to portico_app;

-- One row per holder with a ledger: writers lock it, readers show its version, and it tells the job what is left to do.
create table ledger_head (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  version bigint not null default 0,
  entries bigint not null default 0,
  first_day date,
  -- Key of the newest entry: an entry after it is appended, one before it causes a replay.
  last_day date,
  last_booked_at timestamptz(3),
  last_id bigint,
  -- The ledger package's state apart from positions and cash: deposits, missing rates, the fee rule used.
  state jsonb not null default '{}',
  -- The day from which daily values must be calculated again; null where all are valid.
  recompute_from date,
  -- A rate for a day with entries arrived late: positions and cash must be replayed.
  replay boolean not null default false,
  -- The last day with daily values.
  computed_until date,
  primary key (holder_type, holder_id)
);
create index ledger_head_recompute on ledger_head (recompute_from) where recompute_from is not null;
create index ledger_head_computed on ledger_head (computed_until);

-- A holder's quantity of an instrument, written in the transaction of the entries. A position that was sold completely
-- stays, with its realised gain.
create table position (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  instrument_id bigint not null references instrument,
  quantity numeric not null,
  -- The ledger package's state of this position.
  state jsonb not null,
  primary key (holder_type, holder_id, instrument_id)
);
create index position_instrument on position (instrument_id);

create table cash_balance (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  currency text not null,
  amount numeric not null,
  state jsonb not null,
  primary key (holder_type, holder_id, currency)
);
create index cash_balance_currency on cash_balance (currency);

-- A holder's day in the contract currency: the value at its end and what changed it. Written by a job.
create table daily_value (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  day date not null,
  value numeric not null,
  deposits numeric not null,
  -- Paid in on the day, before withdrawals; `deposits` is the difference.
  inflow numeric not null,
  price numeric not null,
  fx numeric not null,
  income numeric not null,
  fees numeric not null,
  tax numeric not null,
  -- Deposits up to and including this day.
  net_deposits numeric not null,
  -- False where a price or rate was missing; `gaps` lists them.
  complete boolean not null,
  gaps jsonb not null default '[]',
  -- The holdings at the end of a month's last day, from which a recalculation starts.
  held jsonb,
  primary key (holder_type, holder_id, day)
);
create index daily_value_held on daily_value (holder_type, holder_id, day) where held is not null;

-- The state of a holder's ledger after every 256th entry, without reversals and reversed entries: a proof replays from
-- the nearest one. Written by the job of the daily values; a writer deletes those from the earliest changed day on.
create table ledger_checkpoint (
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Starts at 1; checkpoint n is the state after n × 256 entries.
  no int not null,
  -- Key of the last entry that the state contains.
  day date not null,
  booked_at timestamptz(3) not null,
  id bigint not null,
  -- The ledger package's whole state; json rather than jsonb, because it is never searched.
  state json not null,
  -- Number of entries so far per figure: {"<part> <row key, or nothing for the total>": count}.
  counts jsonb not null,
  primary key (holder_type, holder_id, no)
);

-- Client requests -----------------------------------------------------------------------------------------------------

create table transaction_request (
  id bigint generated always as identity unique,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  type text not null check (type in ('deposit', 'withdrawal', 'buy', 'sell')),
  user_msg text not null default '',
  transaction_info jsonb not null,
  -- Generated by the client: sending the same request again finds this row.
  request_key text,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  handled_at timestamptz(3),
  handled_by bigint,
  staff_message text,
  primary key (holder_type, holder_id, id),
  unique (holder_type, holder_id, request_key)
);
create index transaction_request_queue on transaction_request (state, created_at desc, id desc);
create index transaction_request_newest on transaction_request (created_at desc, id desc);
create index transaction_request_holder on transaction_request (holder_type, holder_id, created_at desc, id desc);

-- Imports -------------------------------------------------------------------------------------------------------------

-- Files that staff uploaded: each with its preview, and the file itself as evidence of what was booked.
create table import (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('statement', 'prices', 'rates')),
  format text check (format in ('ibFlex', 'csv')),
  file_name text not null,
  -- Of the file's text as UTF-8.
  sha256 bytea not null check (length(sha256) = 32),
  characters integer not null,
  -- The text, compressed with zstd; null after the import was refused or discarded.
  content bytea,
  -- Entered by staff beside the file.
  opening_balances jsonb not null default '[]',
  -- Keys of the instruments that staff left out of the file.
  excluded jsonb not null default '[]',
  state text not null check (state in ('previewed', 'refused', 'confirmed', 'discarded')),
  rows integer not null,
  new_rows integer not null,
  known_rows integer not null,
  refused_rows integer not null,
  -- Accounts, sample and refusals as shown to the person who confirmed it.
  preview jsonb not null,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null references app_user,
  -- When and by whom it was confirmed, discarded, or refused at its confirmation.
  settled_at timestamptz(3),
  settled_by bigint references app_user,
  check (state not in ('previewed', 'confirmed') or content is not null),
  check (state <> 'previewed' or settled_at is null)
);
create index import_newest on import (id desc);
-- The holders in a file: a client's page lists their last imports.
create index import_holders on import
  using gin ((jsonb_path_query_array(preview, '$.accounts[*].holder')) jsonb_path_ops);
-- What was uploaded and shown never changes; only the outcome does.
revoke update, delete on import from portico_app;
grant update (state, content, rows, new_rows, known_rows, refused_rows, preview, settled_at, settled_by) on import
  to portico_app;

-- Every price and rate that a previewed file would write, with the quote before it and what looks wrong about it:
-- whoever confirms the file has seen them, and accepts marked rows one by one.
create table import_quote (
  import_id bigint not null references import on delete cascade,
  -- Order in the file, from 1.
  place integer not null,
  line integer not null,
  instrument_id bigint references instrument,
  -- Of a rate; a price is in its instrument's currency.
  currency text,
  day date not null,
  value numeric not null,
  source text not null,
  -- The latest quote so far on or before the day, or the next later one where there is none.
  before_value numeric,
  before_day date,
  marks text[] not null default '{}',
  accepted_by bigint references app_user,
  accepted_at timestamptz(3),
  primary key (import_id, place),
  check ((instrument_id is null) <> (currency is null)),
  check ((accepted_by is null) = (accepted_at is null))
);
create index import_quote_marked on import_quote (import_id, place) where marks <> '{}';
create index import_quote_open on import_quote (import_id) where marks <> '{}' and accepted_by is null;
create index import_quote_accepted_by on import_quote (accepted_by) where accepted_by is not null;

-- Instruments that staff leave out of a holder's portfolio by name, with the cash that they moved (decision 0050).
create table excluded_instrument (
  holder_type text not null,
  holder_id bigint not null,
  -- The custodian's id of it, or its ISIN or ticker.
  key text not null,
  name text not null,
  -- The custodian's category, such as OPT.
  category text,
  -- From the newest statement that lists open positions; null where none did.
  quantity numeric,
  stated_on date,
  -- The first import that left it out; together with the audit log it shows who did so and when.
  import_id bigint references import on delete set null,
  primary key (holder_type, holder_id, key)
);
create index excluded_instrument_import on excluded_instrument (import_id) where import_id is not null;

-- Notifications and staff work ----------------------------------------------------------------------------------------

-- A code with parameters, worded in the reader's language; free text stays as written.
create table notification (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  type text not null,
  text text,
  params jsonb not null default '{}',
  -- For staff: the client whom it is about, with whose records it is deleted.
  target_type text check (target_type in ('user', 'company')),
  target_id bigint,
  created_by bigint references app_user,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index notification_holder on notification (holder_type, holder_id, id desc) where deleted_at is null;
create index notification_target on notification (target_type, target_id) where target_type is not null;
-- For retention, which also deletes the notifications that the holder removed.
create index notification_taken_off on notification (holder_type, holder_id) where deleted_at is not null;

-- What a client asks of the firm: a message to its staff, a subscription to a service.
create table staff_task (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('message', 'subscription')),
  -- The client who asked.
  user_id bigint not null references app_user,
  title text not null,
  -- The requested service in each language, as the firm named it then.
  service_name jsonb,
  content text not null default '',
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by bigint references app_user
);
create index staff_task_open on staff_task (id) where done_at is null;
create index staff_task_newest on staff_task (id desc);
create index staff_task_user on staff_task (user_id);

-- Four eyes: one member of staff proposes a change and another confirms it. Switching four eyes off needs that too:
-- otherwise one person could switch it off, change a role and switch it on again.
create table proposal (
  id bigint generated always as identity primary key,
  action text not null
    check (action in ('setRole', 'setClientNumber', 'disable', 'enable', 'resetFactors', 'fourEyesOff')),
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  -- Why the change is proposed.
  reason text check (length(reason) between 1 and 2000),
  state text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn')),
  proposed_by bigint not null references app_user,
  proposed_at timestamptz(3) not null default now(),
  decided_by bigint references app_user check (decided_by <> proposed_by or state = 'withdrawn'),
  decided_at timestamptz(3),
  -- Why it was declined.
  decision_reason text check (length(decision_reason) between 1 and 2000)
);
create unique index proposal_open on proposal (holder_type, holder_id, action) where state = 'open';
create index proposal_waiting on proposal (id desc) where state = 'open';
create index proposal_holder on proposal (holder_type, holder_id);
-- An open proposal reserves its client number, which is checked before another holder receives it.
create index proposal_number on proposal ((after ->> 'clientNumber'))
  where state = 'open' and action = 'setClientNumber';

-- Staff viewing the portal as a client: read-only, with a reason, and shown to the client.
create table view_as (
  id bigint generated always as identity primary key,
  staff_id bigint not null references app_user,
  session_id bigint not null references session,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  reason text not null check (btrim(reason) <> ''),
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index view_as_holder on view_as (holder_type, holder_id, id desc);
create index view_as_session on view_as (session_id);

-- Audit log -----------------------------------------------------------------------------------------------------------

-- docs/decisions/0021-audit-chains.md says why there are several chains and what they prove.
create table audit_head (
  chain smallint primary key,
  position bigint not null,
  hash bytea not null
);
comment on table audit_head is
  'Last position and hash of each chain; its row lock puts the writers of one chain in order.';
revoke insert, delete on audit_head from portico_app;
insert into audit_head (chain, position, hash)
select chain, 0, sha256(convert_to('portico audit chain ' || chain, 'UTF8')) from generate_series(0, 63) as chain;

create table audit_entry (
  chain smallint not null references audit_head (chain),
  position bigint not null,
  at timestamptz(3) not null,
  actor jsonb,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  salt bytea,
  content_hash bytea not null,
  hash bytea not null,
  erased_at timestamptz(3),
  primary key (chain, position)
);
comment on column audit_entry.salt is
  'Random, hashed with the content, erased with it: the hash of erased content cannot be guessed at.';
revoke update, delete on audit_entry from portico_app;
create index audit_entry_subject on audit_entry (subject_type, subject_id, at);
create index audit_entry_at on audit_entry (at);
-- The history of a holder without the accesses by staff, of which there are many more.
create index audit_entry_changes on audit_entry (subject_type, subject_id, at, position)
  where action <> 'holder.accessedByStaff';
-- Which staff accessed a holder, for the client's access history. The position orders entries of the same instant.
create index audit_entry_looks on audit_entry (subject_type, subject_id, at, position)
  where action in ('holder.accessedByStaff', 'holder.viewedAs');
-- For retention, which erases the entries about signing in. Its query names the same actions.
create index audit_entry_sign_ins on audit_entry (at, chain, position)
  where erased_at is null and action in ('session.opened', 'session.ended', 'session.signedOut',
                                         'session.wrongCookieRefused', 'user.lockedOut', 'user.wrongCodes');

-- Jobs and technical tables -------------------------------------------------------------------------------------------

-- pg-boss creates and upgrades its tables in this schema, so the application's role owns it, and owns nothing else.
create schema jobs authorization portico_app;

-- Runs of the firm's nightly jobs; admins see the last one of each.
create table job_run (
  id bigint generated always as identity primary key,
  job text not null,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- Counts of what it did, or why it failed.
  outcome jsonb,
  failure text
);
create index job_run_newest on job_run (job, id desc);

-- As required by rate-limiter-flexible.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- As required by @socket.io/postgres-adapter.
create unlogged table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);

-- Retention rights ----------------------------------------------------------------------------------------------------

-- The retention role may delete the records of holders and of signing in (and from the append-only tables above), empty
-- the columns that name a person, and record that it did: docs/decisions/0073-reviews-and-retention.md.
grant delete on
  form_draft, form_waiting, form_remark, form_step_acceptance, form_expiry, stored_file,
  ledger_head, ledger_checkpoint, position, cash_balance, daily_value, excluded_instrument,
  transaction_request, custodian_link, holder_account, import,
  notification, proposal, view_as, staff_task, representation, distribution_group_member,
  sign_in, session, challenge, password_reset, known_browser,
  authenticator, passkey, passkey_registration, recovery_code
to portico_retention;
grant update (name, email, phone, password_hash, client_data, preferences, last_company, assigned_to,
              records_erased_at, erased_at) on app_user to portico_retention;
grant update (name, draft_name, register_number, assigned_to, records_erased_at, erased_at) on company
  to portico_retention;
-- The content of an audit entry is erased; its hashes stay, so that the chain can still be verified.
grant update (actor, before, after, address, request_id, salt, erased_at) on audit_entry to portico_retention;
grant insert on audit_entry to portico_retention;
grant update (position, hash) on audit_head to portico_retention;
