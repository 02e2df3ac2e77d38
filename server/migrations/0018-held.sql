-- Whom retention leaves alone, looked up for every record of signing in that it is about to delete: a handful among a million.
create index app_user_held on app_user (id) where held;
