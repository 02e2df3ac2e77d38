-- One conversation of each holder with the firm. Its changes are numbered: a new message, an edit, a deletion and a read
-- mark each get the next number under the lock of the conversation's row, so numbers are committed in order.
create table chat (
  id bigint generated always as identity primary key,
  holder_type text not null check (holder_type in ('user', 'company')),
  holder_id bigint not null,
  -- Of the last change, and of the last message.
  change bigint not null default 0,
  messages integer not null default 0,
  assigned_to bigint references app_user,
  -- When the oldest message of the holder was sent that the firm has not answered.
  waiting_since timestamptz(3),
  last_message_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  unique (holder_type, holder_id)
);
create index chat_last_message on chat (last_message_at, id);
create index chat_waiting on chat (waiting_since, id) where waiting_since is not null;
create index chat_assigned on chat (assigned_to, last_message_at, id);

create table chat_message (
  chat_id bigint not null references chat on delete cascade,
  number integer not null check (number > 0),
  -- Made by the sender's page: a message that is sent again is the same one.
  key uuid not null,
  author_id bigint not null references app_user,
  by_staff boolean not null,
  text text not null,
  reply_to integer,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  -- The last change of it.
  change bigint not null,
  words tsvector not null generated always as (to_tsvector('simple', search_folded(text))) stored,
  primary key (chat_id, number),
  unique (chat_id, author_id, key),
  foreign key (chat_id, reply_to) references chat_message
);
create index chat_message_change on chat_message (chat_id, change);
create index chat_message_author on chat_message (author_id);
create index chat_message_words on chat_message using gin (words);

create table chat_message_file (
  chat_id bigint not null,
  number integer not null,
  place integer not null check (place > 0),
  file_id bigint not null unique references stored_file,
  primary key (chat_id, number, place),
  foreign key (chat_id, number) references chat_message on delete cascade
);

-- What stood in a message before it was edited or deleted, for auditors.
create table chat_message_version (
  chat_id bigint not null,
  number integer not null,
  version integer not null check (version > 0),
  text text not null,
  replaced_at timestamptz(3) not null default now(),
  primary key (chat_id, number, version),
  foreign key (chat_id, number) references chat_message on delete cascade
);

-- Up to which message somebody has read.
create table chat_reading (
  chat_id bigint not null references chat on delete cascade,
  user_id bigint not null references app_user,
  by_staff boolean not null,
  number integer not null default 0,
  change bigint not null default 0,
  -- Up to which message they were reminded by mail.
  mailed_number integer not null default 0,
  primary key (chat_id, user_id)
);
create index chat_reading_change on chat_reading (chat_id, change);
create index chat_reading_user on chat_reading (user_id);

-- Who has the conversation open, until when.
create unlogged table chat_presence (
  chat_id bigint not null references chat on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  by_staff boolean not null,
  until timestamptz(3) not null,
  primary key (chat_id, user_id)
);

-- What staff note about the holder beside the conversation; clients never see it.
create table chat_note (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chat on delete cascade,
  key uuid not null,
  author_id bigint not null references app_user,
  text text not null check (text <> ''),
  created_at timestamptz(3) not null default now(),
  unique (author_id, key)
);
create index chat_note_chat on chat_note (chat_id, id);

grant delete on chat, chat_message, chat_message_file, chat_message_version, chat_reading, chat_note to portico_retention;
