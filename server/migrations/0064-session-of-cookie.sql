-- The documentation of the API is opened by a browser's navigation, which carries the cookie of a session alone.
create index session_of_cookie on session (bind_hash) where ended_at is null and bind_hash is not null;
