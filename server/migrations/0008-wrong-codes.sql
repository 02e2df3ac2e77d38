-- Wrong codes of an account in a day, over all its challenges: who knows the password must not get fresh tries by signing in anew.
alter table app_user
  add column wrong_codes integer not null default 0,
  add column wrong_codes_since timestamptz(3);
