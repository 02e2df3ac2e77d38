-- What carries messages between the sockets of processes: the database, or the address of a Redis.
alter table portal_process add column bus text not null default 'database';
