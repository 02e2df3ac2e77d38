-- Whether the process reaches the Redis of REDIS_URL; true where the database carries what processes tell each other.
alter table portal_process add column reaches_redis boolean not null default true;
