-- Tickets: what holders and the firm write to each other about one matter.

-- The words of a text as search compares them: without marks, in Latin letters.
create function search_words(text) returns tsvector language sql immutable parallel safe
return to_tsvector('simple'::regconfig, regexp_replace(search_folded($1), '[^[:alnum:]]+', ' ', 'g'));

create table ticket (
  -- Also the number that people name.
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  title text not null check (title <> ''),
  content text not null,
  words tsvector not null generated always as (search_words(title || ' ' || content)) stored,
  -- An id of the setting ticketRules.
  topic text not null,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  state text not null default 'open' check (state in ('open', 'assigned', 'resolved', 'closed')),
  state_changed_at timestamptz(3) not null default now(),
  assigned_to bigint references app_user,
  created_by bigint not null references app_user,
  -- Opened by staff for the holder.
  by_staff boolean not null,
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  -- Since when the client waits for the firm; null while it is the client's turn.
  waiting_since timestamptz(3),
  -- The order of the queues: those whose turn is the client's come last.
  queue_at timestamptz(3) not null generated always as (coalesce(waiting_since, 'infinity'::timestamptz)) stored,
  -- The page that it was written from.
  about_path text,
  about_title text,
  tags text[] not null default '{}',
  -- Of the sender: a repeated call finds the ticket by it.
  client_key uuid,
  check ((about_path is null) = (about_title is null)),
  check (state <> 'assigned' or assigned_to is not null),
  check (state <> 'open' or assigned_to is null),
  check (waiting_since is null or state in ('open', 'assigned'))
);
create index ticket_of_holder on ticket (holder_type, holder_id, id desc);
create index ticket_of_holder_state on ticket (holder_type, holder_id, state, id desc);
create unique index ticket_key on ticket (created_by, client_key) where client_key is not null;
create index ticket_created_by on ticket (created_by);
create index ticket_assigned_to on ticket (assigned_to) where assigned_to is not null;
-- Staff's queues.
create index ticket_mine on ticket (assigned_to, queue_at, id) where state = 'assigned';
create index ticket_unassigned on ticket (queue_at, id) where state = 'open';
create index ticket_waiting on ticket (queue_at, id) where waiting_since is not null;
create index ticket_by_state on ticket (state, id desc);
create index ticket_by_topic on ticket (topic, id desc);
create index ticket_by_priority on ticket (priority, id desc);
create index ticket_by_tag on ticket using gin (tags);
create index ticket_words on ticket using gin (words);
create index ticket_resolved on ticket (state_changed_at) where state = 'resolved';
revoke delete on ticket from portico_app;

-- Never changed: what somebody answered to stays as it was.
create table ticket_comment (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  content text not null,
  words tsvector not null generated always as (search_words(content)) stored,
  created_by bigint not null references app_user,
  by_staff boolean not null,
  -- A note of staff, which the client never gets.
  internal boolean not null,
  created_at timestamptz(3) not null default now(),
  client_key uuid,
  check (by_staff or not internal)
);
create index ticket_comment_of on ticket_comment (ticket_id, id);
create index ticket_comment_public on ticket_comment (ticket_id, id) where not internal;
create index ticket_comment_answers on ticket_comment (ticket_id, id desc) where by_staff and not internal;
create unique index ticket_comment_key on ticket_comment (created_by, client_key) where client_key is not null;
create index ticket_comment_created_by on ticket_comment (created_by);
create index ticket_comment_words on ticket_comment using gin (words);
select append_only('ticket_comment');

-- The files of a ticket's text, or of a comment.
create table ticket_file (
  file_id bigint primary key references stored_file,
  ticket_id bigint not null references ticket,
  comment_id bigint references ticket_comment
);
create index ticket_file_of_ticket on ticket_file (ticket_id) where comment_id is null;
create index ticket_file_of on ticket_file (ticket_id);
create index ticket_file_of_comment on ticket_file (comment_id) where comment_id is not null;
select append_only('ticket_file');

-- Staff who are notified of what the client writes, besides the one who looks after the ticket.
create table ticket_watcher (
  ticket_id bigint not null references ticket,
  user_id bigint not null references app_user,
  primary key (ticket_id, user_id)
);
create index ticket_watcher_user on ticket_watcher (user_id);

grant delete on ticket, ticket_watcher to portico_retention;
