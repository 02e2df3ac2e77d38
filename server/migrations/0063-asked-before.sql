-- Staff open a ticket from messages in which the client had asked: its first answer is promised, as of the first of them.
alter table ticket add column asked_before boolean not null default false;
