-- Data fields have a type, names in each language, and of a choice what can be chosen. Those of before are texts, named by
-- their label, which stays the key of clients' values.
alter table data_field
  add column type text not null default 'text' check (type in ('text', 'number', 'day', 'choice', 'yesNo')),
  -- {"bg", "en", "pl"}; null for the label in each.
  add column names jsonb,
  -- [{"id", "name": {"bg", "en", "pl"}}]; values are ids.
  add column choices jsonb not null default '[]',
  add column version integer not null default 1;

-- Lists of people by the value of a field.
create index app_user_client_data on app_user using gin (client_data jsonb_path_ops) where client_data <> '{}';
