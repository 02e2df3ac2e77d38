-- Who of staff works on something that waits for the firm. docs/decisions/0371-work-claims.md

create table work_claim (
  kind text not null check (kind in ('form', 'request', 'contract', 'proposal')),
  -- The id of the revision, request, contract or proposal.
  item_id bigint not null,
  user_id bigint not null references app_user,
  claimed_at timestamptz(3) not null default now(),
  primary key (kind, item_id)
);
create index work_claim_user on work_claim (user_id);

-- A claim ends with the work, whoever finishes it and in whichever build: a clerk, the client, a job, retention.
-- Arguments: the kind, and the column with the id.
create function end_claim() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from work_claim where kind = tg_argv[0] and item_id = (to_jsonb(old) ->> tg_argv[1])::bigint;
  return null;
end $$;
revoke all on function end_claim() from public;

create trigger end_claim after delete on form_waiting for each row execute function end_claim('form', 'revision_id');
create trigger end_claim after update of state on transaction_request for each row
  when (new.state not in ('open', 'awaitingSigners', 'paying')) execute function end_claim('request', 'id');
create trigger end_claim_deleted after delete on transaction_request for each row execute function end_claim('request', 'id');
create trigger end_claim after update of state on contract for each row
  when (new.state <> 'awaitingAdmin') execute function end_claim('contract', 'id');
create trigger end_claim_deleted after delete on contract for each row execute function end_claim('contract', 'id');
create trigger end_claim after update of state on proposal for each row
  when (new.state <> 'open') execute function end_claim('proposal', 'id');
create trigger end_claim_deleted after delete on proposal for each row execute function end_claim('proposal', 'id');
