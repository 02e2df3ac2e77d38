-- A small picture of each version that is a PDF or a picture, drawn by a job.
create table document_thumbnail (
  document_id bigint not null,
  number integer not null,
  -- Its content, in the files port; null until it is drawn, and if it cannot be drawn.
  sha256 bytea check (length(sha256) = 32),
  size integer,
  -- Null until the job has tried.
  drawn_at timestamptz(3),
  primary key (document_id, number),
  foreign key (document_id, number) references document_version on delete cascade,
  check ((sha256 is null) = (size is null)),
  check (sha256 is null or drawn_at is not null)
);
create index document_thumbnail_undrawn on document_thumbnail (document_id, number) where drawn_at is null;
create index document_thumbnail_content on document_thumbnail (sha256) where sha256 is not null;

insert into document_thumbnail (document_id, number)
select version.document_id, version.number from document_version version
  join stored_file file on file.id = version.file_id
where file.media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp');

grant delete on document_thumbnail to portico_retention;
