-- Thumbnails and words of documents that an earlier version gave up for good when the machine had too little time for them.
-- Which were given up for that reason is not stored: each is tried once more.
update document_thumbnail set drawn_at = null where drawn_at is not null and sha256 is null;
update document_text set read_at = null where read_at is not null and pages is null;
