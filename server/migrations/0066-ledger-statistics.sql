-- The planner knows a large import only once the table's statistics follow it, which autovacuum leaves to a minute later; until then a page of
-- orders of 100,000 entries took seconds. The job of the daily values, which follows every booking, asks for them earlier. A function of the
-- owner's, since the portal's role may not analyse.
create function follow_ledger_growth() returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if (select n_mod_since_analyze > greatest(5000, n_live_tup / 10) from pg_stat_user_tables where relid = 'public.ledger_entry'::regclass) then
    analyze public.ledger_entry;
  end if;
end $$;
revoke execute on function follow_ledger_growth() from public;
grant execute on function follow_ledger_growth() to portico_app;
