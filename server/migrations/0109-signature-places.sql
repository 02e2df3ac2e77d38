-- Where the frames for signatures are on the pages of the contract's PDF, so that sealing fills them in: page, id of the
-- side, and place in points. Null for a PDF that the portal did not write, and for contracts from before this was kept.
alter table contract add column signature_places jsonb check (jsonb_typeof(signature_places) = 'array');
