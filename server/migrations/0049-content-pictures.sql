-- The picture that a shared link to published content shows, one each language, drawn by a job after the publication.
create table content_picture (
  kind text not null,
  subject text not null,
  version integer not null,
  language text not null check (language in ('bg', 'en', 'pl')),
  -- Its content, in the files port.
  sha256 bytea not null check (length(sha256) = 32),
  size integer not null check (size > 0),
  drawn_at timestamptz(3) not null default now(),
  primary key (kind, subject, version, language),
  foreign key (kind, subject, version) references content_version (kind, subject, version)
);
create index content_picture_content on content_picture (sha256);
