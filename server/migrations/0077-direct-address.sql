-- Whether the process reaches the database past its pooler, where notifications and jobs connect.
alter table portal_process add column reaches_direct boolean not null default true;
